// The groups and references of a light point for ownership by counts: what is known of classes, without objects.
//
// Groups have the keys that they have at full points, except that collections are not told by their holders: all maps
// are one group, and all arrays of references of one class.
#pragma once

#include "model/counted_heap.h"
#include "ownership/ownership_graph.h"

namespace heaptrail {

PointOwnership ownershipOfCounts(const CountedHeap& counts);

}  // namespace heaptrail
