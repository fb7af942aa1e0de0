#include "trace/recording/read/field_slots.h"

#include "model/java_names.h"
#include "model/symbols.h"

namespace heaptrail::recording {

namespace {

// Programs with 100,000 classes have some million fields, inherited ones counted each time.
constexpr uint64_t kMostSteps = uint64_t{100} << 20;
constexpr uint64_t kMostSlots = uint64_t{64} << 20;

/// How many fields the superinterfaces of each type have.
class InterfaceFields {
 public:
  InterfaceFields(const RecordedSymbols& symbols, const std::vector<uint32_t>& superclasses, const IdMap& types)
      : symbols_(symbols), superclasses_(superclasses), types_(types), seenFor_(symbols.types.size(), kNobody) {}

  uint64_t of(uint32_t type) {
    uint64_t fields = 0;
    for (uint32_t t = type; t != FieldSlots::kNone && !exhausted(); t = superclasses_[t]) {
      ++steps_;
      addInterfacesOf(t, type);
      while (!waiting_.empty() && !exhausted()) {
        const uint32_t interface = waiting_.back();
        waiting_.pop_back();
        fields += symbols_.types[interface].fields.size();
        addInterfacesOf(interface, type);
      }
    }
    return fields;
  }

  bool exhausted() const { return steps_ > kMostSteps; }

 private:
  static constexpr uint32_t kNobody = ~uint32_t{0};

  void addInterfacesOf(uint32_t type, uint32_t whose) {
    for (const uint64_t classObject : symbols_.types[type].interfaces) {
      ++steps_;
      const uint32_t interface = types_.find(classObject);
      if (interface == IdMap::kMissing || seenFor_[interface] == whose) continue;
      seenFor_[interface] = whose;
      waiting_.push_back(interface);
    }
  }

  const RecordedSymbols& symbols_;
  const std::vector<uint32_t>& superclasses_;
  const IdMap& types_;
  std::vector<uint32_t> seenFor_;
  std::vector<uint32_t> waiting_;
  uint64_t steps_ = 0;
};

}  // namespace

bool isReference(const RecordedSymbols& symbols, const RecordedField& field) {
  return valueKindOf(symbols.string(field.signature)) == ValueKind::kReference;
}

Result<FieldSlots> FieldSlots::build(const RecordedSymbols& symbols, const std::vector<uint32_t>& superclasses,
                                     const IdMap& typeOfClassObject, bool staticIndexesCountInherited) {
  FieldSlots result;
  InterfaceFields interfaceFields(symbols, superclasses, typeOfClassObject);
  const auto types = static_cast<uint32_t>(symbols.types.size());
  std::vector<uint32_t> lineage;  // from the type up
  for (uint32_t type = 0; type < types; ++type) {
    result.begin_.push_back(result.slots_.size());
    const uint64_t ofInterfaces = interfaceFields.of(type);
    lineage.clear();
    uint64_t fields = ofInterfaces;
    uint32_t references = 0;
    for (uint32_t t = type; t != kNone; t = superclasses[t]) {
      lineage.push_back(t);
      fields += symbols.types[t].fields.size();
      for (const RecordedField& field : symbols.types[t].fields) {
        references += !field.isStatic && isReference(symbols, field) ? 1 : 0;
      }
    }
    if (interfaceFields.exhausted() || result.slots_.size() + fields > kMostSlots) {
      return std::unexpected(Error{ErrorKind::kInput,
                                   "the classes inherit more fields and interfaces than any program's: the names of "
                                   "the recording are damaged"});
    }
    result.references_.push_back(references);
    result.slots_.resize(result.slots_.size() + ofInterfaces, kNone);
    uint32_t slot = references;  // of the first reference of the class below the one that is next
    for (size_t i = lineage.size(); i-- > 0;) {
      const std::vector<RecordedField>& own = symbols.types[lineage[i]].fields;
      uint32_t ownReferences = 0;
      for (const RecordedField& field : own) ownReferences += !field.isStatic && isReference(symbols, field) ? 1 : 0;
      slot -= ownReferences;
      uint32_t next = slot;
      for (const RecordedField& field : own) {
        result.slots_.push_back(!field.isStatic && isReference(symbols, field) ? next++ : kNone);
      }
    }
    const uint64_t inherited = fields - symbols.types[type].fields.size();
    result.firstStatic_.push_back(staticIndexesCountInherited ? inherited : 0);
    result.ownBegin_.push_back(result.statics_.size());
    uint32_t next = 0;
    for (const RecordedField& field : symbols.types[type].fields) {
      result.statics_.push_back(field.isStatic && isReference(symbols, field) ? next++ : kNone);
    }
  }
  result.begin_.push_back(result.slots_.size());
  result.ownBegin_.push_back(result.statics_.size());
  return result;
}

}  // namespace heaptrail::recording
