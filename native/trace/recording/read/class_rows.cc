#include "trace/recording/read/class_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace heaptrail::recording {

namespace {

constexpr uint64_t kFixedSlots = 4;
constexpr std::string_view kFixedNames[kFixedSlots] = {"<superclass>", "<classloader>", "<signers>",
                                                       "<protection domain>"};

class ClassRow {
 public:
  ClassRow(const TypeTable& types, TypeId described, std::vector<std::string>& names)
      : types_(types), described_(described), classClass_(types.classClass()), names_(names) {
    names_.assign(std::begin(kFixedNames), std::end(kFixedNames));
    std::vector<std::string> statics = types.staticNames(described);
    firstField_ = kFixedSlots + statics.size();
    std::ranges::move(statics, std::back_inserter(names_));
    const uint32_t fields = classClass_ == types.unknown() ? 0 : types.slots().references(classClass_.value());
    for (uint32_t slot = 0; slot < fields; ++slot) {
      names_.push_back(types.symbols()->referenceFieldName(classClass_, slot));
    }
  }

  uint64_t slotOf(uint64_t code) {
    if (code < kFixedSlots) return code;
    if (code == static_cast<uint64_t>(ClassSlot::kInterface)) return add(fmt::format("<interface {}>", ++interfaces_));
    if (code == static_cast<uint64_t>(ClassSlot::kOther)) return add(fmt::format("<other {}>", ++others_));
    const auto [part, index] = *countedPart(code);
    if (part == ClassPart::kConstant) return add(fmt::format("<constant {}>", index));
    if (part == ClassPart::kStaticField) {
      const uint32_t slot = types_.slots().ofStatic(described_.value(), index);
      return slot != FieldSlots::kNone ? kFixedSlots + slot : add(fmt::format("<static field {}>", index));
    }
    // These count the fields that java.lang.Class itself declares.
    const uint32_t type = classClass_.value();
    if (classClass_ != types_.unknown() && types_.slots().knows(type, types_.slots().firstOwn(type) + index)) {
      return firstField_ + types_.slots().ofInstance(type, types_.slots().firstOwn(type) + index);
    }
    return add(fmt::format("<field {}>", index));
  }

 private:
  uint64_t add(std::string name) {
    names_.push_back(std::move(name));
    return names_.size() - 1;
  }

  const TypeTable& types_;
  TypeId described_;
  TypeId classClass_;
  std::vector<std::string>& names_;
  uint64_t firstField_ = 0;
  uint32_t interfaces_ = 0;
  uint32_t others_ = 0;
};

}  // namespace

bool writeClassRows(HeapParts& parts, RowsAside& aside, const TypeTable& types) {
  std::vector<ClassReference> references = std::move(aside.classReferences);
  std::ranges::sort(references, [](const ClassReference& a, const ClassReference& b) {
    return std::pair(a.object, a.order) < std::pair(b.object, b.order);
  });
  size_t next = 0;
  std::vector<SlotTarget> row;
  std::vector<std::pair<ObjectIndex, TypeId>> classObjects;
  for (uint32_t type = 0; type < types.count(); ++type) {
    const ObjectIndex object = parts.classObjects[type];
    if (object.exists()) classObjects.emplace_back(object, TypeId(type));
  }
  std::ranges::sort(classObjects);
  for (const auto& [object, type] : classObjects) {
    ClassRow slots(types, type, parts.classSlots[type.value()]);
    row.clear();
    for (; next < references.size() && references[next].object == object; ++next) {
      row.push_back({slots.slotOf(references[next].code), references[next].target});
    }
    const auto [from, to] = parts.references.range(object.value());
    if (row.size() != to - from || !writeRow(parts, aside, from, row, 0)) return false;
  }
  return next == references.size();
}

}  // namespace heaptrail::recording
