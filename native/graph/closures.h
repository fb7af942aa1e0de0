// The closures of a group: a group is any set of objects, a bit per object. Both closures are exact, and are sets of
// live objects: members that are dead count for nothing.
//
//   deep      the members and everything they lead to by references
//   retained  what would become unreachable if all members vanished at once, the members included
//
// One sweep each over what is reachable. Closures are plain bit sets: `|=`, `&=` and `-=` combine them.
#pragma once

#include "base/bit_set.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "model/size.h"

namespace heaptrail {

/// Progress advances by objects; the caller has begun a phase.
Result<BitSet> deepClosure(const LiveGraph& graph, const BitSet& group, Progress& progress);
Result<BitSet> retainedClosure(const LiveGraph& graph, const BitSet& group, Progress& progress);

/// Objects and shallow bytes of a set.
Size sizeOf(const Heap& heap, const BitSet& objects, Threads threads);

}  // namespace heaptrail
