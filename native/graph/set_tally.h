// From a set of groups per object to a size per group: first every set's objects are added up, then every set goes to
// its groups. There are far fewer sets than objects.
#pragma once

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "graph/group_sets.h"
#include "graph/live_graph.h"
#include "model/size.h"

namespace heaptrail {

/// `setOf(object)` may make new sets. Progress advances by objects.
template <typename SetOf>
Result<std::vector<Size>> sumBySet(const LiveGraph& graph, const GroupSets& sets, uint32_t groups, SetOf&& setOf,
                                   Progress& progress) {
  constexpr uint64_t kObjectsPerStep = uint64_t{1} << 16;
  std::vector<Size> bySet(sets.end());
  const uint64_t objects = graph.heap().objectCount();
  for (uint64_t from = 0; from < objects; from += kObjectsPerStep) {
    graph.live().forEachIn(from, std::min(objects, from + kObjectsPerStep), [&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      const GroupSets::Set set = setOf(object);
      if (set == GroupSets::kEmpty) return;
      if (set >= bySet.size()) bySet.resize(sets.end());
      bySet[set] += {1, graph.heap().shallowBytes(object)};
    });
    if (!progress.advance(kObjectsPerStep)) return cancelledError();
  }
  std::vector<Size> sizes(groups);
  for (GroupSets::Set set = 0; set < bySet.size(); ++set) {
    if (bySet[set].objects == 0) continue;
    sets.forEachGroup(set, [&](uint32_t group) { sizes[group] += bySet[set]; });
  }
  return sizes;
}

}  // namespace heaptrail
