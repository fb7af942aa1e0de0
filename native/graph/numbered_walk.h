// Goes over the inner objects of a depth-first tree in the order of their numbers, on several threads: the loop of
// everything that looks at all references once more after the tree is known. As the order is known, the processor
// fetches ahead.
#pragma once

#include <algorithm>
#include <atomic>

#include "base/parallel.h"
#include "base/progress.h"
#include "graph/depth_first.h"
#include "graph/live_graph.h"

namespace heaptrail {

/// Calls `body(number, object)` for each, blocks of them at the same time; false when it was cancelled.
template <typename Body>
bool forEachNumber(const LiveGraph& graph, const DepthFirstTree& tree, Threads threads, Progress& progress,
                   Body&& body) {
  constexpr uint32_t kBlock = 1 << 14;
  constexpr uint32_t kOffsetsAhead = 24;
  constexpr uint32_t kReferencesAhead = 12;
  const uint32_t count = tree.end - DepthFirstTree::kFirst;
  std::atomic<bool> goOn = true;
  forEachBlock(threads, (uint64_t{count} + kBlock - 1) / kBlock, [&](uint64_t block) {
    if (!goOn.load(std::memory_order_relaxed)) return;
    const auto from = static_cast<uint32_t>(DepthFirstTree::kFirst + block * kBlock);
    const auto to = static_cast<uint32_t>(std::min<uint64_t>(uint64_t{from} + kBlock, tree.end));
    for (uint32_t number = from; number < to; ++number) {
      if (number + kOffsetsAhead < to) graph.prefetch(tree.objects[number + kOffsetsAhead]);
      if (number + kReferencesAhead < to) graph.prefetchReferences(tree.objects[number + kReferencesAhead]);
      body(number, tree.objects[number]);
    }
    if (!progress.advance(to - from)) goOn.store(false, std::memory_order_relaxed);
  });
  return goOn.load();
}

}  // namespace heaptrail
