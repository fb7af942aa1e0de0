// How many objects of each group were not there at an earlier point.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "ownership/object_groups.h"

namespace heaptrail {

/// By group. `before`: the heap of an earlier point of the same trace, in which objects keep their ids. Progress
/// advances by the objects of the heap; the caller has begun a phase.
Result<std::vector<uint64_t>> countNewObjects(const LiveGraph& graph, const ObjectGroups& groups, const Heap& before,
                                              Threads threads, Progress& progress);

}  // namespace heaptrail
