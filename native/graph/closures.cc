#include "graph/closures.h"

#include <utility>
#include <vector>

#include "graph/marking.h"

namespace heaptrail {

namespace {

Marking markingOf(const LiveGraph& graph, ClassObjects classObjects, BitSet marked) {
  Marking marking(graph.heap(), graph.weak(), classObjects, std::move(marked));
  if (graph.ends().size() > 0) marking.endAt(graph.ends());
  return marking;
}

}  // namespace

Result<BitSet> deepClosure(const LiveGraph& graph, const BitSet& group, Progress& progress) {
  Marking marking = markingOf(graph, ClassObjects::kOnlyReferred, BitSet(graph.heap().objectCount()));
  group.forEach([&](uint64_t i) {
    if (graph.live().test(i)) marking.reach(ObjectIndex(static_cast<uint32_t>(i)));
  });
  if (!marking.run(progress)) return cancelledError();
  return marking.take();
}

Result<BitSet> retainedClosure(const LiveGraph& graph, const BitSet& group, Progress& progress) {
  // What survives is what the roots reach without entering the group.
  Marking marking = markingOf(graph, ClassObjects::kKeptByInstances, group.copy());
  for (const ObjectIndex root : graph.rootObjects()) marking.reach(root);
  if (!marking.run(progress)) return cancelledError();
  BitSet retained = graph.live().copy();
  BitSet survivors = marking.take();
  survivors -= group;
  retained -= survivors;
  return retained;
}

Size sizeOf(const Heap& heap, const BitSet& objects, Threads threads) {
  const Blocks blocks{objects.size(), kLiveObjectsPerBlock};
  std::vector<Size> sizes(blocks.count());
  forEachBlock(threads, blocks, [&](const Block& block) {
    Size mine;
    objects.forEachIn(block.from, block.to,
                      [&](uint64_t i) { mine += {1, heap.shallowBytes(ObjectIndex(static_cast<uint32_t>(i)))}; });
    sizes[block.number] = mine;
  });
  Size sum;
  for (const Size& size : sizes) sum += size;
  return sum;
}

}  // namespace heaptrail
