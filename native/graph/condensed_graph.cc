#include "graph/condensed_graph.h"

#include <utility>

namespace heaptrail {

namespace {

constexpr double kGraphWalked = 0.6;  // of the whole of it

}  // namespace

Result<CondensedGraph> condense(const LiveGraph& graph, double share, Progress& progress) {
  progress.begin("Walking the references", 0, kGraphWalked * share, graph.innerCount());
  Result<DepthFirstTree> tree = walkDepthFirst(graph, ClassObjects::kOnlyReferred, progress);
  if (!tree) return std::unexpected(tree.error());
  progress.begin("Finding cycles", kGraphWalked * share, share, graph.innerCount());
  Result<Components> components = Components::find(graph, *tree, progress);
  if (!components) return std::unexpected(components.error());
  tree->parents.reset();
  return CondensedGraph{std::move(*tree), std::move(*components)};
}

}  // namespace heaptrail
