// Heaps of which no root is known: G1 writes none, and without pointers there are none.
#pragma once

#include "model/heap.h"

namespace heaptrail::anttracks {

/// Lets everything count as live: what no other object refers to is held by something that the trace leaves out, and so
/// is one object of every cycle that nothing else leads to.
void holdAll(HeapParts& parts);

}  // namespace heaptrail::anttracks
