// What holds a heap's objects for good, and what methods happen to work on.
//
// Variables of running methods hold objects that something lasting leads to as well: a method goes through a list. And
// they hold what is nobody else's yet: the new table into which entries of a map are moved, a copy of a list that is
// sorted. With both left out, everything live is still reached, and whoever holds a collection for good dominates it,
// also at a moment at which some method is in the middle of it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "graph/root_holders.h"

namespace heaptrail {

/// Whether no root of an object lasts. (Static fields are no roots: their class objects hold what is in them.)
bool isOnlyWorkedOn(const RootHolders& holders, ObjectIndex root);

struct LastingRoots {
  std::vector<ObjectIndex> roots;  // ascending
  BitSet passing;                  // what is nobody else's than a method's
};

/// Which roots may be of the moment only: what such a root holds alone, together with it, has no more than so many
/// bytes, and the root is not known to have been there at another time.
struct PassingRoots {
  uint64_t mostBytes = 0;
  std::function<bool(ObjectIndex)> isOfMoment;
};

/// Of what only methods hold, those further out on a stack hold what others work on: a list that `main` made is its
/// own, and not that of the method that sorts it. Progress advances by objects; the caller has begun a phase.
Result<LastingRoots> findLastingRoots(const LiveGraph& graph, const RootHolders& holders, const PassingRoots& passing,
                                      Progress& progress);

}  // namespace heaptrail
