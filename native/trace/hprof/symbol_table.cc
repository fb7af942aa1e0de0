#include "trace/hprof/symbol_table.h"

#include <string_view>
#include <utility>

#include "model/java_names.h"
#include "model/static_fields.h"
#include "trace/hprof/unwritten_holders.h"
#include "trace/java_references.h"

namespace heaptrail::hprof {

namespace {

constexpr ValueKind kPrimitiveKinds[] = {ValueKind::kBoolean, ValueKind::kChar,  ValueKind::kFloat, ValueKind::kDouble,
                                         ValueKind::kByte,    ValueKind::kShort, ValueKind::kInt,   ValueKind::kLong};

class SymbolBuilder {
 public:
  SymbolBuilder(const Survey& survey, const ClassSizes& sizes) : survey_(survey), sizes_(sizes) {
    table_.symbols = std::make_shared<Symbols>();
  }

  SymbolTable build() {
    addPrimitiveArrays();
    for (uint32_t place = 0; place < survey_.classes.size(); ++place) addType(place);
    for (uint32_t place = 0; place < survey_.classes.size(); ++place) linkSuperclass(place);
    for (uint32_t place = 0; place < survey_.classes.size(); ++place) layOutBody(place);
    if (!table_.classClass.exists()) table_.classClass = addPlainType("java.lang.Class");
    ReferenceSlots references = findReferenceSlots(symbols());
    table_.weakSlots = std::move(references.weak);
    table_.softSlots = std::move(references.soft);
    table_.collectorSlots = std::move(references.collector);
    if (!survey_.android) table_.withoutReferrer = findUnwrittenHolders(symbols());
    addStacks();
    addThreads();
    return std::move(table_);
  }

 private:
  Symbols& symbols() { return *table_.symbols; }

  TypeId addPlainType(std::string name) {
    Type& type = symbols().types.emplace_back();
    type.name = std::move(name);
    type.bytes = sizes_.layout.headerBytes;
    return TypeId(static_cast<uint32_t>(symbols().types.size() - 1));
  }

  void addPrimitiveArrays() {
    for (const ValueKind kind : kPrimitiveKinds) {
      const TypeId id = addPlainType(std::string(primitiveName(kind)) + "[]");
      Type& type = symbols().types.back();
      type.shape = TypeShape::kPrimitiveArray;
      type.element = kind;
      type.elementBytes = primitiveBytes(kind);
      type.bytes = sizes_.layout.arrayBase(type.elementBytes);
      table_.primitiveArrays[static_cast<size_t>(kind)] = id;
    }
  }

  void addType(uint32_t place) {
    const ClassRecord& record = survey_.classes[place];
    InstanceBody& body = table_.bodies.emplace_back();
    for (const ValueKind kind : kPrimitiveKinds) {
      const TypeId id = table_.primitiveArrays[static_cast<size_t>(kind)];
      if (record.name == symbols()[id].name) {
        body.type = id;
        return;
      }
    }
    body.type = addPlainType(record.name.empty() ? fmt::format("(unnamed class 0x{:x})", record.id) : record.name);
    Type& type = symbols().types.back();
    if (record.isOfArrays()) {
      type.shape = TypeShape::kReferenceArray;
      type.elementBytes = sizes_.layout.referenceBytes;
      type.bytes = sizes_.layout.arrayBase(type.elementBytes);
    } else {
      type.bytes = sizes_.instanceBytes[place];
    }
    for (const auto& [nameId, kind] : record.dump.fields) type.fields.push_back({survey_.string(nameId), kind});
    if (record.name == "java.lang.Class") table_.classClass = body.type;
  }

  uint32_t superPlace(uint32_t place) const {
    const uint64_t superId = survey_.classes[place].dump.superId;
    return superId == 0 ? IdMap::kMissing : survey_.classById.find(superId);
  }

  /// Sets the superclass, unless that closes a circle, which only a damaged file has.
  void linkSuperclass(uint32_t place) {
    const uint32_t parent = superPlace(place);
    if (parent == IdMap::kMissing) return;
    const TypeId type = table_.bodies[place].type;
    const TypeId super = table_.bodies[parent].type;
    if (!symbols().isSubclass(super, type)) symbols().types[type.value()].superclass = super;
  }

  /// The file writes a class's own fields first, then those of its superclass, and so on.
  void layOutBody(uint32_t place) {
    InstanceBody& body = table_.bodies[place];
    for (TypeId type = body.type; type.exists(); type = symbols()[type].superclass) {
      for (const Field& field : symbols()[type].fields) {
        if (field.kind == ValueKind::kReference) body.references.push_back(body.bytes);
        body.bytes += fileBytes(field.kind, survey_.header.idBytes);
      }
    }
  }

  void addStacks() {
    std::unordered_map<uint32_t, std::string_view> classNames;
    for (const ClassRecord& record : survey_.classes) classNames[record.serial] = record.name;
    std::vector<uint32_t> serials;
    for (const auto& [serial, stack] : survey_.stacks) serials.push_back(serial);
    std::ranges::sort(serials);
    for (const uint32_t serial : serials) {
      Site site;
      for (const uint64_t frameId : survey_.stacks.at(serial).frameIds) {
        const auto found = survey_.frames.find(frameId);
        if (found == survey_.frames.end()) continue;
        const FrameRecord& frame = found->second;
        const auto className = classNames.find(frame.classSerial);
        // Lines of 0 and below say: unknown, compiled, native.
        site.frames.push_back({className == classNames.end() ? std::string() : std::string(className->second),
                               survey_.string(frame.methodNameId), survey_.string(frame.fileNameId),
                               frame.line > 0 ? static_cast<uint32_t>(frame.line) : 0});
      }
      table_.siteOfStack[serial] = SiteId(static_cast<uint32_t>(symbols().sites.size()));
      symbols().sites.push_back(std::move(site));
    }
  }

  void addThreads() {
    for (const RootRecord& root : survey_.roots) {
      if (root.kind != RootKind::kThread || table_.threadOfSerial.contains(root.threadSerial)) continue;
      table_.threadOfSerial[root.threadSerial] = ThreadId(static_cast<uint32_t>(symbols().threads.size()));
      ThreadInfo& thread = symbols().threads.emplace_back();
      const auto name = survey_.threadNames.find(root.threadSerial);
      if (name != survey_.threadNames.end()) thread.name = name->second;
      const auto stack = table_.siteOfStack.find(root.stackSerial);
      if (stack != table_.siteOfStack.end()) thread.stack = stack->second;
    }
  }

  const Survey& survey_;
  const ClassSizes& sizes_;
  SymbolTable table_;
};

}  // namespace

SymbolTable buildSymbols(const Survey& survey, const ClassSizes& sizes) { return SymbolBuilder(survey, sizes).build(); }

std::vector<std::pair<std::string, uint64_t>> classObjectSlots(const Survey& survey, const ClassRecord& record) {
  const ClassDump& dump = record.dump;
  std::vector<std::pair<std::string, uint64_t>> slots{
      {"<superclass>", dump.superId},      {"<classloader>", dump.loaderId},
      {"<signers>", dump.signersId},       {"<protection domain>", dump.protectionDomainId},
      {"<reserved>", dump.reservedIds[0]}, {"<reserved>", dump.reservedIds[1]},
  };
  for (const auto& [index, object] : dump.constants) slots.emplace_back(fmt::format("<constant {}>", index), object);
  for (const StaticField& field : dump.statics) {
    if (field.kind != ValueKind::kReference) continue;
    const std::string& name = survey.string(field.nameId);
    slots.emplace_back(name.starts_with('<') ? name : slotOfStaticField(name), field.value);
  }
  return slots;
}

}  // namespace heaptrail::hprof
