// What data structures hold: the leaves of a set of them.
#pragma once

#include "base/bit_set.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "structure/structure_walk.h"
#include "structure/structures.h"

namespace heaptrail {

/// All leaves of the structures whose heads are in `heads`; other objects in it count for nothing. As long as it takes
/// to walk each of the structures. Begins a phase of its own.
Result<BitSet> leavesOf(const LiveGraph& graph, const Structures& structures, const BitSet& heads, Descent descent,
                        Threads threads, Progress& progress);

}  // namespace heaptrail
