#include "graph/condensed_graph.h"

#include <utility>

#include "base/try.h"

namespace heaptrail {

namespace {

constexpr double kGraphWalked = 0.6;  // of the whole of it

template <typename Walk>
Result<CondensedGraph> condenseWalk(const LiveGraph& graph, double share, Progress& progress, Walk&& walk) {
  progress.begin("Walking the references", 0, kGraphWalked * share, graph.innerCount());
  DepthFirstTree tree = TRY(walk());
  progress.begin("Finding cycles", kGraphWalked * share, share, graph.innerCount());
  Components components = TRY(Components::find(graph, tree, progress));
  return CondensedGraph{std::move(tree), std::move(components)};
}

}  // namespace

Result<CondensedGraph> condense(const LiveGraph& graph, double share, Progress& progress) {
  return condenseWalk(graph, share, progress,
                      [&] { return walkDepthFirst(graph, ClassObjects::kOnlyReferred, progress); });
}

Result<CondensedGraph> condense(const LiveGraph& graph, const BitSet& starts, double share, Progress& progress) {
  return condenseWalk(graph, share, progress, [&] { return walkDepthFirst(graph, starts, progress); });
}

}  // namespace heaptrail
