// The quotient graph of a grouping: its nodes are the groups of a heap's objects, its arcs say how many references lead
// from the objects of one group to those of another, and how many bytes of ownership come with them.
//
// *Ownership by objects*: what an object owns is its own bytes and its part of what it refers to. Objects that lead to
// each other are one thing here. What it owns is divided equally among all references to it: those of objects outside
// of it, and roots. So every byte of the heap goes up to the blocks on some ways, and no byte is counted twice.
//
// A pass divides leaves, and one walk over the references all others (share_walk.h): block by block on all threads, and
// then in one thread what leads out of its block to more than leaves. Dumps list objects by their addresses, so that is
// little. 8 bytes per object while it is computed, and 4 for each that is left for the end; only the groups and arcs
// are kept. The same with any number of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "model/size.h"
#include "ownership/object_groups.h"
#include "ownership/object_share.h"

namespace heaptrail {

/// Ownership is counted in parts of bytes, 2^20 for each: what a division leaves over is then too little to be seen,
/// and 8 terabytes fit into 63 bits.
inline constexpr unsigned kOwnershipShift = 20;

struct QuotientArc {
  uint32_t from = 0;
  uint32_t to = 0;
  uint64_t references = 0;
  uint64_t owned = 0;  // in parts of bytes; 0 within a cycle of groups

  friend bool operator==(const QuotientArc&, const QuotientArc&) = default;
};

struct QuotientGraph {
  std::vector<Size> sizes;        // by group
  std::vector<QuotientArc> arcs;  // by from, then to

  /// `shares`: how many references of live objects lead to each object; those of roots are counted here. Progress
  /// advances by the objects of the heap; the caller has begun a phase. `objectsPerBlock`: so many are divided by one
  /// thread, a multiple of 64.
  static Result<QuotientGraph> build(const LiveGraph& graph, const ObjectGroups& groups, ObjectShares shares,
                                     Threads threads, Progress& progress,
                                     uint64_t objectsPerBlock = kLiveObjectsPerBlock);
};

}  // namespace heaptrail
