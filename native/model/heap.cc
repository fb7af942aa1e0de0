#include "model/heap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/static_fields.h"

namespace heaptrail {

Heap::Heap(HeapParts parts) : parts_(std::move(parts)), typesOfClassObjects_(symbols().types.size()) {
  for (uint32_t t = 0; t < parts_.classObjects.size(); ++t) {
    const ObjectIndex classObject = parts_.classObjects[t];
    if (!classObject.exists()) continue;
    typesByClassObject_.emplace_back(classObject, TypeId(t));
    typesOfClassObjects_.set(typeOf(classObject).value());
  }
  std::ranges::sort(typesByClassObject_);
}

TypeId Heap::typeOfClassObject(ObjectIndex o) const {
  if (!typesOfClassObjects_.test(typeOf(o).value())) return TypeId::none();
  const auto place =
      std::ranges::lower_bound(typesByClassObject_, o, {}, [](const auto& entry) { return entry.first; });
  return place != typesByClassObject_.end() && place->first == o ? place->second : TypeId::none();
}

WithoutReferrer Heap::withoutReferrer(ObjectIndex o) const {
  const WithoutReferrer meaning = parts_.withoutReferrer[typeOf(o).value()];
  // An array without elements fills no gap: as a lock it is of use even so.
  const bool empty = meaning == WithoutReferrer::kFiller && lengthOf(o) == 0;
  return empty ? WithoutReferrer::kMaybeHeld : meaning;
}

double Heap::sampleWeight(ObjectIndex o) const {
  if (!siteOf(o).exists()) return 0;
  const uint32_t interval = samplingIntervalOf(o);
  if (interval == 0) return 1;
  return -1 / std::expm1(-static_cast<double>(shallowBytes(o)) / interval);
}

std::string Heap::slotName(ObjectIndex o, uint32_t slot) const {
  // First of all, because in a damaged dump class objects may seem to be arrays.
  if (const TypeId described = typeOfClassObject(o); described.exists()) {
    const std::vector<std::string>& slots = parts_.classSlots[described.value()];
    return slot < slots.size() ? slots[slot] : std::string();
  }
  if (symbols()[typeOf(o)].shape == TypeShape::kReferenceArray) return fmt::format("[{}]", slot);
  if (const TypeId t = typeOf(o); !parts_.loadedClassSlots.empty() && slot >= parts_.loadedClassSlots[t.value()]) {
    return "<class>";
  }
  return symbols().referenceFieldName(typeOf(o), slot);
}

bool Heap::isStaticField(TypeId type, uint32_t slot) const {
  const std::vector<std::string>& slots = parts_.classSlots[type.value()];
  return slot < slots.size() && isSlotOfStaticField(slots[slot]);
}

}  // namespace heaptrail
