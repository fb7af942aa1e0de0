#include "waste/string_contents.h"

#include <algorithm>
#include <vector>

namespace heaptrail {

StringContents::StringContents(const Heap& heap) : heap_(heap) {
  const std::vector<Type>& types = heap.symbols().types;
  const auto found = std::ranges::find(types, "java.lang.String", &Type::name);
  if (found == types.end()) return;
  type_ = TypeId(static_cast<uint32_t>(found - types.begin()));
  uint32_t slot = 0;
  for (size_t i = 0; i < found->fields.size(); ++i) {
    const Field& field = found->fields[i];
    if (field.name == "value" && field.kind == ValueKind::kReference) slot_ = slot;
    if (field.name == "coder" && field.kind == ValueKind::kByte) coder_ = i;
    if (field.name == "offset" || field.name == "count") areWhole_ = false;
    if (field.kind == ValueKind::kReference) ++slot;
  }
}

ObjectIndex StringContents::of(ObjectIndex string) const {
  if (slot_ == Heap::kNoSlot || heap_.typeOf(string) != type_) return ObjectIndex::none();
  ObjectIndex content = ObjectIndex::none();
  heap_.forEachSlot(string, [&](ObjectIndex target, uint32_t slot) {
    if (slot == slot_) content = target;
  });
  return content;
}

}  // namespace heaptrail
