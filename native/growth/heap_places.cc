#include "growth/heap_places.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "model/static_fields.h"

namespace heaptrail {

namespace {

TypeId typeOfClassObjects(const Heap& heap) {
  for (const ObjectIndex classObject : heap.parts().classObjects) {
    if (classObject.exists()) return heap.typeOf(classObject);
  }
  return TypeId::none();
}

Via viaOfClassObject(const Heap& heap, ObjectIndex holder, TypeId described, uint32_t slot) {
  const std::string name = heap.slotName(holder, slot);
  if (!heap.isStaticField(described, slot)) return {Via::Kind::kOther, name, {}};
  return {Via::Kind::kStaticField, std::string(fieldOfSlot(name)), heap.symbols()[described].name};
}

Via viaOfInstance(const Heap& heap, TypeId type, uint32_t slot) {
  const DeclaredField declared = heap.symbols().referenceField(type, slot);
  if (declared.field == nullptr) return {Via::Kind::kOther, {}, {}};
  return {Via::Kind::kField, declared.field->name, heap.symbols()[declared.declaredBy].name};
}

}  // namespace

Via viaOfSlot(const Heap& heap, ObjectIndex holder, uint32_t slot) {
  const TypeId type = heap.typeOf(holder);
  if (heap.symbols()[type].shape != TypeShape::kInstance) return {Via::Kind::kElement, {}, {}};
  const TypeId described = heap.typeOfClassObject(holder);
  return described.exists() ? viaOfClassObject(heap, holder, described, slot) : viaOfInstance(heap, type, slot);
}

HeapPlaces::HeapPlaces(const Heap& from, const Heap& to) : vias_(3) {
  vias_[kRoot].kind = Via::Kind::kRoot;
  vias_[kShared].kind = Via::Kind::kShared;
  vias_[kElement].kind = Via::Kind::kElement;
  ends_[static_cast<size_t>(EndOfWindow::kFrom)] = {&from, typeOfClassObjects(from), {}};
  ends_[static_cast<size_t>(EndOfWindow::kTo)] = {&to, typeOfClassObjects(to), {}};
}

HeapPlaces::Number HeapPlaces::viaOf(EndOfWindow end, ObjectIndex holder, uint32_t slot) {
  Known& known = ends_[static_cast<size_t>(end)];
  const Heap& heap = *known.heap;
  const TypeId type = heap.typeOf(holder);
  if (heap.symbols()[type].shape != TypeShape::kInstance) return kElement;
  const TypeId described = classOf(end, holder);
  const TypeId owner = described.exists() ? described : type;
  const uint64_t key = uint64_t{owner.value()} << 33 | uint64_t{described.exists()} << 32 | slot;
  const auto [place, isNew] = known.bySlot.try_emplace(key, kRoot);
  if (isNew) {
    place->second = numberOf(described.exists() ? viaOfClassObject(heap, holder, described, slot)
                                                : viaOfInstance(heap, type, slot));
  }
  return place->second;
}

HeapPlaces::Number HeapPlaces::numberOf(Via via) {
  const std::string key = fmt::format("{}\n{}\n{}", static_cast<int>(via.kind), via.declaredBy, via.name);
  const auto [place, isNew] = numbers_.try_emplace(key, static_cast<Number>(vias_.size()));
  if (isNew) vias_.push_back(std::move(via));
  return place->second;
}

}  // namespace heaptrail
