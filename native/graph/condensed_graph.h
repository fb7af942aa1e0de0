// A live graph with its cycles drawn together: objects that lead to each other are one, the rest has an order in which
// everything that leads to an object comes before it. What deep sizes, exact or estimated, are computed on.
//
// 4 bytes per object and 8 per inner object.
#pragma once

#include <span>

#include "base/error.h"
#include "base/progress.h"
#include "graph/components.h"
#include "graph/depth_first.h"
#include "graph/live_graph.h"

namespace heaptrail {

struct CondensedGraph {
  DepthFirstTree tree;  // without parents; numbers are those of representatives
  Components components;

  /// The object that stands for all that lead to each other; for a leaf, itself.
  ObjectIndex representative(const LiveGraph& graph, ObjectIndex object) const {
    if (!graph.isInner(object)) return object;
    return tree.objects[tree.numbers[object.value()]];
  }

  /// Calls `visit(representative, numbers)` for each component, sources first; `visit` may end it with false.
  template <typename Visit>
  bool forEachDownwards(Visit&& visit) const {
    return components.forEachDownwards([&](uint32_t representative, std::span<const uint32_t> members) {
      return visit(tree.objects[representative], members);
    });
  }
};

/// Begins phases of its own, which take the share [0, `share`] of the progress.
Result<CondensedGraph> condense(const LiveGraph& graph, double share, Progress& progress);
/// Only what these objects lead to, in as much time as there is of it.
Result<CondensedGraph> condense(const LiveGraph& graph, const BitSet& starts, double share, Progress& progress);

}  // namespace heaptrail
