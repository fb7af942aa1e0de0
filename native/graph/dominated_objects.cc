#include "graph/dominated_objects.h"

#include <utility>

namespace heaptrail {

DominatedObjects::DominatedObjects(const LiveGraph& graph, const Dominators& dominators)
    : graph_(&graph), dominators_(&dominators) {
  Array<uint32_t> counts(size_t{dominators.numbers()} + 1);
  uint64_t live = 0;
  graph.live().forEach([&](uint64_t i) {
    ++counts[dominators.numberOfDominator(ObjectIndex(static_cast<uint32_t>(i)))];
    ++live;
  });
  offsets_ = Offsets::fromDegrees(std::move(counts));
  objects_ = Array<ObjectIndex>(live);
  Array<uint32_t> filled(dominators.numbers());
  graph.live().forEach([&](uint64_t i) {
    const ObjectIndex object(static_cast<uint32_t>(i));
    const uint32_t number = dominators.numberOfDominator(object);
    objects_[offsets_[number] + filled[number]++] = object;
  });
}

Result<std::vector<ObjectIndex>> immediatelyDominated(const LiveGraph& graph, const Dominators& dominators,
                                                      ObjectIndex object, Threads threads, Progress& progress) {
  // Of whoever retains nothing but itself, nothing has to be looked for.
  if (!graph.isInner(object) || dominators.retained(object).objects == 1) return std::vector<ObjectIndex>{};
  const uint32_t wanted = dominators.numberOf(object);
  const Blocks blocks = graph.blocks();
  std::vector<std::vector<ObjectIndex>> found(blocks.count());
  forEachBlock(threads, blocks, [&](const Block& block) {
    if (progress.cancelled()) return;
    graph.live().forEachIn(block.from, block.to, [&](uint64_t i) {
      const ObjectIndex other(static_cast<uint32_t>(i));
      if (dominators.numberOfDominator(other) == wanted) found[block.number].push_back(other);
    });
    progress.advance(block.size());
  });
  if (progress.cancelled()) return cancelledError();
  std::vector<ObjectIndex> all;
  for (const std::vector<ObjectIndex>& some : found) all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace heaptrail
