#include "graph/liveness.h"

#include <utility>
#include <vector>

#include "graph/marking.h"

namespace heaptrail {

namespace {

/// Among the objects not reached: those that no other refers to, if the runtime can be what holds them all.
std::vector<ObjectIndex> heldUnseen(const Heap& heap, const BitSet& reached) {
  BitSet unreached = BitSet::full(heap.objectCount());
  unreached -= reached;
  BitSet referred(heap.objectCount());
  unreached.forEach([&](uint64_t i) {
    const ObjectIndex object(static_cast<uint32_t>(i));
    forEachStrongReference(heap, WeakReferences::kDoNotKeepAlive, object, heap.typeOf(object), [&](ObjectIndex target) {
      if (target != object) referred.set(target.value());
    });
  });
  unreached -= referred;
  std::vector<ObjectIndex> held;
  uint64_t strangers = 0;
  unreached.forEach([&](uint64_t i) {
    const ObjectIndex object(static_cast<uint32_t>(i));
    switch (heap.withoutReferrer(object)) {
      case WithoutReferrer::kMaybeHeld:
        held.push_back(object);
        break;
      case WithoutReferrer::kGarbage:
        ++strangers;
        break;
      case WithoutReferrer::kFiller:
        break;
    }
  });
  if (!canBeWithoutGarbage(strangers, held.size())) held.clear();
  return held;
}

}  // namespace

Result<Liveness> findLive(const Heap& heap, WeakReferences weak, Progress& progress) {
  Liveness result;
  const auto mark = [&](Marking& marking) {
    for (const Root& root : heap.roots()) marking.reach(root.object);
    for (const ObjectIndex object : result.heldUnseen) marking.reach(object);
    return marking.run(progress);
  };
  // What the runtime holds unseen is the same whichever references are asked to count.
  const WeakReferences first = heap.leavesOutHolders() ? WeakReferences::kDoNotKeepAlive : weak;
  Marking marking(heap, first, ClassObjects::kKeptByInstances, BitSet(heap.objectCount()));
  if (!mark(marking)) return cancelledError();
  if (heap.leavesOutHolders()) {
    result.heldUnseen = heldUnseen(heap, marking.marked());
    if (!mark(marking)) return cancelledError();
  }
  result.live = marking.take();
  if (weak == first) return result;

  Marking withWeak(heap, weak, ClassObjects::kKeptByInstances, BitSet(heap.objectCount()));
  if (!mark(withWeak)) return cancelledError();
  result.live = withWeak.take();
  return result;
}

}  // namespace heaptrail
