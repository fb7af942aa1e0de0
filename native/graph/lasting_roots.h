// The roots of a heap without what threads happen to work on: objects that only variables of running methods hold as
// roots, and that something lasting leads to as well. With these left out, everything live is still reached, and
// whoever holds a collection for good dominates it, also at a moment at which some method goes through it.
#pragma once

#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "graph/root_holders.h"

namespace heaptrail {

/// Whether no root of an object lasts. (Static fields are no roots: their class objects hold what is in them.)
bool isOnlyWorkedOn(const RootHolders& holders, ObjectIndex root);

/// Ascending. Progress advances by objects; the caller has begun a phase.
Result<std::vector<ObjectIndex>> lastingRoots(const LiveGraph& graph, const RootHolders& holders, Progress& progress);

}  // namespace heaptrail
