#include "graph/marking.h"

namespace heaptrail {

bool Marking::run(Progress& progress) {
  uint32_t sinceCheck = 0;
  while (!work_.empty()) {
    scan(work_.pop());
    if (++sinceCheck == kObjectsBetweenChecks) {
      sinceCheck = 0;
      if (!progress.advance(kObjectsBetweenChecks)) return false;
    }
  }
  return true;
}

void Marking::scan(ObjectIndex object) {
  const TypeId type = heap_.typeOf(object);
  if (classObjects_ == ClassObjects::kKeptByInstances && typeSeen_.insert(type.value())) {
    const ObjectIndex classObject = heap_.classObjectOf(type);
    if (classObject.exists()) reach(classObject);
  }
  for (const ObjectIndex target : heap_.references(object)) marked_.prefetch(target.value());
  forEachStrongReference(heap_, weak_, object, type, [this](ObjectIndex target) { reach(target); });
}

}  // namespace heaptrail
