// Which structures belong to another one: they are contained in it, directly or through others, and it alone keeps them
// alive. What is left are the top-level structures, the ones a reader of a heap wants to see first.
#pragma once

#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/dominators.h"
#include "structure/structures.h"

namespace heaptrail {

/// A bit per structure. 4 bytes per object and 24 per structure while it is computed. Progress advances by structures;
/// the caller has begun a phase.
Result<BitSet> findOwned(const LiveGraph& graph, const Dominators& dominators, const Structures& structures,
                         Progress& progress);

}  // namespace heaptrail
