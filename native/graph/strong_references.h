// Which references keep their target alive: all but, unless asked otherwise, the referents of weak and phantom
// references. (Soft and final ones keep alive, as the collector sees it.)
#pragma once

#include "model/heap.h"

namespace heaptrail {

enum class WeakReferences { kDoNotKeepAlive, kKeepAlive };

/// Whether an instance leads to its class object: it keeps it alive, but does not refer to it.
enum class ClassObjects { kKeptByInstances, kOnlyReferred };

/// Calls `visit(target)` for the references of `object`, which is of type `type`, that keep their target alive.
template <typename Visit>
void forEachStrongReference(const Heap& heap, WeakReferences weak, ObjectIndex object, TypeId type, Visit&& visit) {
  const SlotSet& weakSlots = heap.weakSlots(type);
  if (weak == WeakReferences::kKeepAlive || weakSlots.empty()) {
    for (const ObjectIndex target : heap.references(object)) visit(target);
  } else {
    heap.forEachSlot(object, [&](ObjectIndex target, uint32_t slot) {
      if (!weakSlots.has(slot)) visit(target);
    });
  }
}

}  // namespace heaptrail
