#include "ownership/new_objects.h"

#include <atomic>

namespace heaptrail {

Result<std::vector<uint64_t>> countNewObjects(const LiveGraph& graph, const ObjectGroups& groups, const Heap& before,
                                              Threads threads, Progress& progress) {
  const Heap& heap = graph.heap();
  const Blocks blocks = graph.blocks();
  std::vector<std::vector<uint64_t>> own(blocks.count());
  std::atomic<bool> goOn = true;
  forEachBlock(threads, blocks, [&](const Block& block) {
    if (!goOn.load(std::memory_order_relaxed)) return;
    std::vector<uint64_t>& counted = own[block.number];
    counted.resize(groups.count());
    graph.live().forEachIn(block.from, block.to, [&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      if (!before.find(heap.idOf(object))) ++counted[groups.groupOf[i]];
    });
    if (!progress.advance(block.size())) goOn.store(false, std::memory_order_relaxed);
  });
  if (!goOn.load()) return cancelledError();
  std::vector<uint64_t> sums(groups.count());
  for (const std::vector<uint64_t>& counted : own) {
    for (size_t group = 0; group < counted.size(); ++group) sums[group] += counted[group];
  }
  return sums;
}

}  // namespace heaptrail
