#include "ownership/new_objects.h"

#include <algorithm>
#include <atomic>

namespace heaptrail {

Result<std::vector<uint64_t>> countNewObjects(const LiveGraph& graph, const ObjectGroups& groups, const Heap& before,
                                              Threads threads, Progress& progress) {
  const Heap& heap = graph.heap();
  const uint64_t objects = heap.objectCount();
  const uint64_t blocks = (objects + kLiveObjectsPerBlock - 1) / kLiveObjectsPerBlock;
  std::vector<std::vector<uint64_t>> own(blocks);
  std::atomic<bool> goOn = true;
  forEachBlock(threads, blocks, [&](uint64_t block) {
    if (!goOn.load(std::memory_order_relaxed)) return;
    own[block].resize(groups.count());
    const uint64_t to = std::min(objects, (block + 1) * kLiveObjectsPerBlock);
    graph.live().forEachIn(block * kLiveObjectsPerBlock, to, [&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      if (!before.find(heap.idOf(object))) ++own[block][groups.groupOf[i]];
    });
    if (!progress.advance(kLiveObjectsPerBlock)) goOn.store(false, std::memory_order_relaxed);
  });
  if (!goOn.load()) return cancelledError();
  std::vector<uint64_t> sums(groups.count());
  for (const std::vector<uint64_t>& counted : own) {
    for (size_t group = 0; group < counted.size(); ++group) sums[group] += counted[group];
  }
  return sums;
}

}  // namespace heaptrail
