// Where a group of objects could be let go: of some objects that hold the group, how much of it each holds alone, and
// whether a single reference holds that object in turn. To clear such a reference mends a leak.
//
// One pass over the inner objects, one over the group, and one over what refers to the places.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/dominators.h"
#include "graph/reverse_references.h"
#include "graph/root_holders.h"

namespace heaptrail {

struct CutPlace {
  uint64_t members = 0;         // of the group: those that the object dominates, it itself if it is one
  bool byOneReference = false;  // beside what refers to the object from within what it dominates
};

/// For each of `places`, which are live. Progress advances by objects; the caller has begun a phase.
Result<std::vector<CutPlace>> cutPlaces(const LiveGraph& graph, const Dominators& dominators,
                                        const RootHolders& holders, const ReverseReferences& reverse,
                                        const BitSet& group, std::span<const ObjectIndex> places, Progress& progress);

}  // namespace heaptrail
