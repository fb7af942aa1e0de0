// How much many groups retain and how much they lead to, exactly, in few sweeps over the heap, whatever their number.
//
// Where the groups divide the heap (every type a group, every site, …) a sweep stores one small set per object:
//
//   retained  the groups that every path from the roots to the object passes through; what an object is in the set of,
//             it is freed with.   D(n) = {group of n} ∪ ⋂ D(referrers of n)
//   deep      the groups that lead to the object.   U(n) = {group of n} ∪ ⋃ U(referrers of n)
//
// Where groups overlap, 64 of them share a sweep, one bit each. See closures.h for the definitions, and for the closure
// of one group as a set of objects. Sizes are the same with any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "model/size.h"

namespace heaptrail {

/// Which group each object belongs to: a number below `groups`, or kNone.
struct Partition {
  static constexpr uint32_t kNone = ~uint32_t{0};

  uint32_t groups = 0;
  std::function<uint32_t(ObjectIndex)> groupOf;

  /// Sets of groups are few and small on heaps. Where they are not (all sets together come to more elements than this),
  /// bits take over: slower, but with a bound.
  uint64_t mostSetElements = uint64_t{1} << 26;
};

/// By group. They begin phases of their own: scale `progress` to the share they shall have.
Result<std::vector<Size>> retainedSizes(const LiveGraph& graph, const Partition& partition, Progress& progress);
Result<std::vector<Size>> deepSizes(const LiveGraph& graph, const Partition& partition, Progress& progress);

/// Of single objects. As long as it takes to walk over what they lead to, not over the heap.
Result<std::vector<Size>> deepSizes(const LiveGraph& graph, std::span<const ObjectIndex> objects, Progress& progress);

/// Objects that all belong to the same groups.
struct Members {
  std::vector<ObjectIndex> objects;
  std::vector<uint32_t> groups;
};

/// Groups that are told by their members, numbered below `groups`; they may share objects, and lie in each other. As
/// long as it takes to walk over what they lead to. `mostSetElements` as of a partition.
Result<std::vector<Size>> deepSizes(const LiveGraph& graph, std::span<const Members> members, uint32_t groups,
                                    Progress& progress, uint64_t mostSetElements = Partition{}.mostSetElements);

/// The same for groups that may share objects.
Result<std::vector<Size>> retainedSizes(const LiveGraph& graph, std::span<const BitSet> groups, Progress& progress);
Result<std::vector<Size>> deepSizes(const LiveGraph& graph, std::span<const BitSet> groups, Progress& progress);

}  // namespace heaptrail
