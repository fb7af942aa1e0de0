// The way back: which structures an object is a part or a leaf of.
#pragma once

#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/reverse_references.h"
#include "structure/structures.h"

namespace heaptrail {

/// All structures that some object of the group belongs to, ascending. That a head belongs to its own structure does
/// not count. Progress advances by the objects passed on the way; the caller has begun a phase.
Result<std::vector<StructureIndex>> containingStructures(const LiveGraph& graph, const ReverseReferences& reverse,
                                                         const Structures& structures, const BitSet& group,
                                                         Progress& progress);

}  // namespace heaptrail
