#include "trace/recording/type_table.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "trace/java_names.h"

namespace heaptrail::recording {

namespace {

// No program has classes so deep; a circle of superclasses would be deeper than anything.
constexpr uint32_t kDeepest = 1000;

// Sites name their frames in full. What costs more than this is not a recording but an attempt on our memory.
constexpr uint64_t kMostNameBytes = uint64_t{2} << 30;

/// Of each type, or FieldSlots::kNone; circles and what is deeper than can be are cut.
std::vector<uint32_t> findSuperclasses(const RecordedSymbols& recorded, const IdMap& byClassObject) {
  const size_t types = recorded.types.size();
  std::vector<uint32_t> superclasses(types, FieldSlots::kNone);
  for (size_t type = 0; type < types; ++type) {
    const uint64_t superclass = recorded.types[type].superclass;
    const uint32_t found = superclass == 0 ? IdMap::kMissing : byClassObject.find(superclass);
    if (found != IdMap::kMissing) superclasses[type] = found;
  }
  constexpr uint32_t kUnknown = ~uint32_t{0};
  constexpr uint32_t kOnTheWay = kUnknown - 1;
  std::vector<uint32_t> depths(types, kUnknown);
  std::vector<uint32_t> way;
  for (uint32_t type = 0; type < types; ++type) {
    way.clear();
    for (uint32_t t = type; t != FieldSlots::kNone && depths[t] == kUnknown; t = superclasses[t]) {
      depths[t] = kOnTheWay;
      way.push_back(t);
    }
    while (!way.empty()) {
      const uint32_t t = way.back();
      way.pop_back();
      uint32_t& superclass = superclasses[t];
      const bool cut =
          superclass != FieldSlots::kNone && (depths[superclass] == kOnTheWay || depths[superclass] + 1 > kDeepest);
      if (cut) superclass = FieldSlots::kNone;
      depths[t] = superclass == FieldSlots::kNone ? 0 : depths[superclass] + 1;
    }
  }
  return superclasses;
}

Type typeOf(const RecordedSymbols& recorded, const RecordedType& record, const ArraySizes& arrays) {
  Type type;
  const std::string& signature = recorded.string(record.signature);
  type.name = readableSignature(signature);
  if (signature.starts_with('[')) {
    const std::string_view element = std::string_view(signature).substr(1);
    type.element = valueKindOf(element);
    type.shape = type.element == ValueKind::kReference ? TypeShape::kReferenceArray : TypeShape::kPrimitiveArray;
    const char code = type.element == ValueKind::kReference ? 'L' : element.front();
    type.bytes = arrays.base[ArraySizes::placeOf(code)];
    type.elementBytes = arrays.elementBytes(code);
  } else {
    type.bytes = record.instanceBytes;
  }
  for (const RecordedField& field : record.fields) {
    if (field.isStatic) continue;
    type.fields.push_back({recorded.string(field.name), valueKindOf(recorded.string(field.signature))});
  }
  return type;
}

Status addSites(const RecordedSymbols& recorded, Symbols& symbols) {
  uint64_t bytes = 0;
  for (const std::vector<uint32_t>& frames : recorded.sites) {
    Site& site = symbols.sites.emplace_back();
    for (const uint32_t number : frames) {
      if (number == 0 || number > recorded.frames.size()) continue;
      const RecordedFrame& frame = recorded.frames[number - 1];
      site.frames.push_back({readableSignature(recorded.string(frame.className)), recorded.string(frame.method),
                             recorded.string(frame.file), frame.line});
      const Frame& added = site.frames.back();
      bytes += sizeof(Frame) + added.className.size() + added.method.size() + added.file.size();
      if (bytes > kMostNameBytes) {
        return std::unexpected(
            Error{ErrorKind::kInput,
                  "the allocation sites take more memory than any program's: the names of the recording are damaged"});
      }
    }
  }
  return {};
}

}  // namespace

Result<TypeTable> TypeTable::build(RecordedSymbols names, const StartRecord& start) {
  TypeTable table;
  table.recorded_ = std::make_shared<const RecordedSymbols>(std::move(names));
  const RecordedSymbols& recorded = *table.recorded_;
  auto symbols = std::make_shared<Symbols>();
  for (const RecordedType& record : recorded.types) {
    if (record.classObject != 0) {
      table.byClassObject_.insert(record.classObject, static_cast<uint32_t>(symbols->types.size()));
    }
    symbols->types.push_back(typeOf(recorded, record, start.arrays));
  }
  table.classClass_ = TypeId(static_cast<uint32_t>(
      std::ranges::find(symbols->types, std::string_view("java.lang.Class"), &Type::name) - symbols->types.begin()));
  symbols->types.emplace_back().name = "(unknown class)";

  const std::vector<uint32_t> superclasses = findSuperclasses(recorded, table.byClassObject_);
  for (size_t type = 0; type < superclasses.size(); ++type) {
    if (superclasses[type] != FieldSlots::kNone) symbols->types[type].superclass = TypeId(superclasses[type]);
  }
  Result<FieldSlots> slots =
      FieldSlots::build(recorded, superclasses, table.byClassObject_, start.staticIndexesCountInherited);
  if (!slots) return std::unexpected(slots.error());
  table.slots_ = std::move(*slots);
  table.referents_ = findReferentSlots(*symbols);

  if (const Status added = addSites(recorded, *symbols); !added) return std::unexpected(added.error());
  for (const RecordedThread& thread : recorded.threads) {
    const auto number = static_cast<uint32_t>(symbols->threads.size());
    if (thread.object != 0) table.byThreadObject_.insert(thread.object, number);
    symbols->threads.emplace_back().name = recorded.string(thread.name);
  }
  table.symbols_ = std::move(symbols);
  return table;
}

std::vector<std::string> TypeTable::staticNames(TypeId type) const {
  std::vector<std::string> names;
  if (type == unknown()) return names;
  for (const RecordedField& field : recorded_->types[type.value()].fields) {
    if (field.isStatic && isReference(*recorded_, field)) names.push_back("static " + recorded_->string(field.name));
  }
  return names;
}

}  // namespace heaptrail::recording
