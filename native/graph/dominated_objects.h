// The dominator tree downwards: which objects each object dominates immediately. See dominators.h for the way up.
//
// 4 bytes per live object and 4 per inner one; made in two passes over the objects.
#pragma once

#include <span>
#include <vector>

#include "base/array.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "graph/dominators.h"
#include "graph/live_graph.h"
#include "model/columns.h"

namespace heaptrail {

class DominatedObjects {
 public:
  /// Both outlive this.
  DominatedObjects(const LiveGraph& graph, const Dominators& dominators);

  /// What `object` dominates immediately, ascending. For live objects.
  std::span<const ObjectIndex> by(ObjectIndex object) const {
    if (!graph_->isInner(object)) return {};
    return at(dominators_->numberOf(object));
  }
  /// Fetches into the processor's cache where that begins, for which the object's number should be there.
  void prefetch(ObjectIndex object) const { offsets_.prefetch(dominators_->numberOf(object)); }
  /// What no single object dominates.
  std::span<const ObjectIndex> byRootsTogether() const { return at(Dominators::kRootsTogether); }

 private:
  std::span<const ObjectIndex> at(uint32_t number) const {
    const auto [from, to] = offsets_.range(number);
    return {objects_.data() + from, to - from};
  }

  const LiveGraph* graph_;
  const Dominators* dominators_;
  Offsets offsets_;  // by number
  Array<ObjectIndex> objects_;
};

/// What a single live object dominates immediately, ascending: one look at every live object, and nothing is kept.
/// Progress advances by objects; the caller has begun a phase.
Result<std::vector<ObjectIndex>> immediatelyDominated(const LiveGraph& graph, const Dominators& dominators,
                                                      ObjectIndex object, Threads threads, Progress& progress);

}  // namespace heaptrail
