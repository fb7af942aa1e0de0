#include "graph/lasting_roots.h"

#include <algorithm>

#include "graph/reach.h"

namespace heaptrail {

bool isOnlyWorkedOn(const RootHolders& holders, ObjectIndex root) {
  return std::ranges::none_of(holders.of(root), [](const RootHolder& holder) {
    return holder.kind == RootHolder::Kind::kRoot && holder.lasts();
  });
}

Result<std::vector<ObjectIndex>> lastingRoots(const LiveGraph& graph, const RootHolders& holders, Progress& progress) {
  Reach reach(graph);
  std::vector<ObjectIndex> roots;
  std::vector<ObjectIndex> workedOn;
  for (const ObjectIndex root : graph.rootObjects()) {
    if (isOnlyWorkedOn(holders, root)) {
      workedOn.push_back(root);
    } else {
      roots.push_back(root);
      reach.enter(root);
    }
  }
  if (!reach.run(progress)) return cancelledError();
  // What nothing lasting leads to is held by methods indeed.
  for (const ObjectIndex root : workedOn) {
    if (reach.has(root)) continue;
    roots.push_back(root);
    reach.enter(root);
    if (!reach.run(progress)) return cancelledError();
  }
  std::ranges::sort(roots);
  return roots;
}

}  // namespace heaptrail
