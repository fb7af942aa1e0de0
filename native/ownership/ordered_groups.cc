#include "ownership/ordered_groups.h"

#include "graph/strong_components.h"

namespace heaptrail {

OrderedGroups OrderedGroups::of(uint32_t groups, std::span<const QuotientArc> arcs) {
  std::vector<size_t> firstArc(groups + size_t{1});
  for (const QuotientArc& arc : arcs) ++firstArc[arc.from + size_t{1}];
  for (uint32_t group = 0; group < groups; ++group) firstArc[group + size_t{1}] += firstArc[group];

  OrderedGroups result;
  result.componentOf.resize(groups);
  forEachStrongComponent(
      groups, [&](uint32_t group) { return firstArc[group + size_t{1}] - firstArc[group]; },
      [&](uint32_t group, uint64_t arc) { return arcs[firstArc[group] + arc].to; },
      [&](std::span<const uint32_t> members) {
        for (const uint32_t member : members) {
          result.componentOf[member] = static_cast<uint32_t>(result.members.size());
        }
        result.members.emplace_back(members.begin(), members.end());
      });
  return result;
}

}  // namespace heaptrail
