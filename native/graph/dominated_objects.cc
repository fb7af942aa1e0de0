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

}  // namespace heaptrail
