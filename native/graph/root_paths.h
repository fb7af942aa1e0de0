// Paths from what holds objects from outside (root_holders.h) to an object, step by step, with the slots they go
// through. Why is it still there?
//
// ShortestPaths walks the whole heap once, breadth first, and then knows a shortest path to every object.
// `differentPaths` goes the other way, from some objects towards the roots, and finds several ways in: each begins at
// another holder or another object that a holder holds, so each is a reason of its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/array.h"
#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "graph/reverse_references.h"
#include "graph/root_holders.h"

namespace heaptrail {

struct PathStep {
  ObjectIndex object;
  /// The slot of the object before through which the path comes; kNoSlot for the first object, which the holder holds,
  /// and for a class object that is kept by its instance.
  uint32_t slot = Heap::kNoSlot;
};

struct RootPath {
  RootHolder holder;
  std::vector<PathStep> steps;  // from what the holder holds to the object asked for
};

/// Weak references never count here unless the graph follows them.
enum class SoftReferences { kFollow, kLeaveOut };

/// Whether and where `from` refers to `to` by a reference that counts: the first such slot, or kNoSlot.
uint32_t slotTo(const LiveGraph& graph, SoftReferences soft, ObjectIndex from, ObjectIndex to);

/// From which holders paths begin: all alike; or those that last, and the others only for what these do not reach,
/// methods further out first. What a thread happens to hold while it works on a structure says nothing about why the
/// structure is there.
enum class PathStart { kAnywhere, kLastingFirst };

class ShortestPaths {
 public:
  /// Progress advances by objects; the caller has begun a phase.
  static Result<ShortestPaths> find(const LiveGraph& graph, const RootHolders& holders, SoftReferences soft,
                                    Progress& progress, PathStart start = PathStart::kAnywhere);

  /// False for dead objects, and where soft references are left out for those that only they hold.
  bool leadTo(ObjectIndex object) const { return reached_.test(object.value()); }

  /// The object before `object` on the path to it; none() if a holder holds it. For objects that paths lead to.
  ObjectIndex before(ObjectIndex object) const {
    const ObjectIndex previous = before_[object.value()];
    return previous == object ? ObjectIndex::none() : previous;
  }

  RootPath to(const LiveGraph& graph, const RootHolders& holders, ObjectIndex object) const;

 private:
  ShortestPaths(uint64_t objects, SoftReferences soft) : soft_(soft), reached_(objects), before_(objects) {}

  SoftReferences soft_;
  BitSet reached_;
  Array<ObjectIndex> before_;  // itself if a holder holds it
};

/// At most `most` paths to members of `group`, shortest first. Progress advances by objects.
Result<std::vector<RootPath>> differentPaths(const LiveGraph& graph, const RootHolders& holders,
                                             const ReverseReferences& reverse, const BitSet& group, SoftReferences soft,
                                             size_t most, Progress& progress);

}  // namespace heaptrail
