#include "answer/shared/describe_objects.h"

#include <utility>

namespace heaptrail {

ObjectAnswer describeObject(const Heap& heap, ObjectIndex object) {
  ObjectAnswer answer;
  answer.id = heap.idOf(object).value();
  const TypeId described = heap.typeOfClassObject(object);
  const Type& type = heap.symbols()[heap.typeOf(object)];
  answer.type = described.exists() ? "class " + heap.symbols()[described].name : type.name;
  answer.bytes = heap.shallowBytes(object);
  if (type.shape != TypeShape::kInstance) answer.length = heap.lengthOf(object);
  answer.age = heap.ageOf(object);
  answer.space = heap.spaceOf(object);
  return answer;
}

HolderAnswer describeHolder(const Heap& heap, const RootHolder& holder) {
  const Symbols& symbols = heap.symbols();
  HolderAnswer answer;
  answer.object = describeObject(heap, holder.object);
  if (holder.kind == RootHolder::Kind::kStaticField) {
    answer.kind = "static-field";
    answer.label = "Static field";
    answer.className = symbols[holder.type].name;
    answer.field = heap.slotName(heap.classObjectOf(holder.type), holder.slot).substr(std::string("static ").size());
    return answer;
  }
  answer.kind = rootKindWord(holder.root);
  answer.label = rootKindLabel(holder.root);
  if (holder.thread.exists()) answer.thread = symbols[holder.thread].name;
  const RootPlace* place = heap.place(holder.place);
  if (place == nullptr) return answer;
  if (!place->field.empty()) {
    answer.className = place->frame.className;
    answer.field = place->field;
    return answer;
  }
  answer.method = place->frame.className + '.' + place->frame.method;
  answer.file = place->frame.file;
  answer.line = place->frame.line;
  if (place->slot != RootPlace::kUnknown) answer.slot = place->slot;
  return answer;
}

PathAnswer describePath(const Heap& heap, const RootPath& path) {
  PathAnswer answer{describeHolder(heap, path.holder), {}};
  ObjectIndex previous = ObjectIndex::none();
  for (const PathStep& step : path.steps) {
    std::string via;
    if (previous.exists()) via = step.slot == Heap::kNoSlot ? "<class>" : heap.slotName(previous, step.slot);
    answer.steps.push_back({std::move(via), describeObject(heap, step.object)});
    previous = step.object;
  }
  return answer;
}

}  // namespace heaptrail
