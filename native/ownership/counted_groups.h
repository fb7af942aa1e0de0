// The groups and references of a light point for ownership by counts: what is known of classes, without objects.
//
// Groups have the keys that they have at full points. Of a collection that several hold, a light point may tell another
// holder than a full one.
#pragma once

#include "model/counted_heap.h"
#include "ownership/ownership_graph.h"

namespace heaptrail {

PointOwnership ownershipOfCounts(const CountedHeap& counts);

}  // namespace heaptrail
