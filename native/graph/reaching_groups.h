// Which groups lead to each object, a group being told by its members: a small set per object, 4 bytes each, of which
// heaps have few different ones. One sweep, as deep sizes of many groups take (group_sizes.h).
#pragma once

#include <optional>
#include <span>
#include <utility>

#include "base/array.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/group_sets.h"
#include "graph/group_sizes.h"
#include "graph/live_graph.h"

namespace heaptrail {

class ReachingGroups {
 public:
  /// None where sets are neither few nor small (Partition::mostSetElements). Begins phases of its own.
  static Result<std::optional<ReachingGroups>> find(const LiveGraph& graph, std::span<const Members> members,
                                                    Progress& progress,
                                                    uint64_t mostSetElements = Partition{}.mostSetElements);

  /// Calls `visit(group)` for those that lead to a live object, those included whose member it is. Ascending.
  template <typename Visit>
  void forEachOf(ObjectIndex object, Visit&& visit) const {
    const GroupSets::Set set = reaching_[object.value()];
    if (set != GroupSets::kAll) sets_.forEachGroup(set, visit);  // otherwise nothing has
  }

 private:
  ReachingGroups(GroupSets sets, Array<GroupSets::Set> reaching)
      : sets_(std::move(sets)), reaching_(std::move(reaching)) {}

  GroupSets sets_;
  Array<GroupSets::Set> reaching_;
};

}  // namespace heaptrail
