#include "trace/java_references.h"

#include <cstdint>
#include <string_view>

namespace heaptrail {

namespace {

TypeId typeNamed(const Symbols& symbols, std::string_view name) {
  TypeId found;
  for (uint32_t t = 0; t < symbols.types.size(); ++t) {
    if (symbols.types[t].name == name) found = TypeId(t);
  }
  return found;
}

SlotSet slotOf(const Symbols& symbols, TypeId type, TypeId declaring, std::string_view fieldName) {
  uint32_t slot = 0;
  for (TypeId t = type; t.exists(); t = symbols[t].superclass) {
    for (const Field& field : symbols[t].fields) {
      if (field.kind != ValueKind::kReference) continue;
      if (t == declaring && field.name == fieldName) return {slot};
      ++slot;
    }
  }
  return {};
}

}  // namespace

ReferenceSlots findReferenceSlots(const Symbols& symbols) {
  ReferenceSlots slots;
  slots.weak.resize(symbols.types.size());
  slots.soft.resize(symbols.types.size());
  slots.collector.resize(symbols.types.size());
  const TypeId reference = typeNamed(symbols, "java.lang.ref.Reference");
  if (!reference.exists()) return slots;
  const TypeId weak = typeNamed(symbols, "java.lang.ref.WeakReference");
  const TypeId phantom = typeNamed(symbols, "java.lang.ref.PhantomReference");
  const TypeId soft = typeNamed(symbols, "java.lang.ref.SoftReference");
  for (uint32_t t = 0; t < symbols.types.size(); ++t) {
    const auto is = [&](TypeId ancestor) { return ancestor.exists() && symbols.isSubclass(TypeId(t), ancestor); };
    if (is(weak) || is(phantom)) slots.weak[t] = slotOf(symbols, TypeId(t), reference, "referent");
    if (is(soft)) slots.soft[t] = slotOf(symbols, TypeId(t), reference, "referent");
    if (is(reference)) slots.collector[t] = slotOf(symbols, TypeId(t), reference, "discovered");
    for (const uint32_t slot : slots.collector[t].slots()) slots.weak[t].add(slot);
  }
  return slots;
}

}  // namespace heaptrail
