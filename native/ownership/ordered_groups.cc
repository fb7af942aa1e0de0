#include "ownership/ordered_groups.h"

#include <algorithm>

namespace heaptrail {

OrderedGroups OrderedGroups::of(uint32_t groups, std::span<const QuotientArc> arcs) {
  constexpr uint32_t kUnseen = ~uint32_t{0};
  OrderedGroups result;
  result.componentOf.assign(groups, kUnseen);
  std::vector<size_t> firstArc(groups + size_t{1});
  for (const QuotientArc& arc : arcs) ++firstArc[arc.from + size_t{1}];
  for (uint32_t group = 0; group < groups; ++group) firstArc[group + size_t{1}] += firstArc[group];

  struct Visit {
    uint32_t group;
    size_t nextArc;
  };
  std::vector<uint32_t> numbers(groups, kUnseen);
  std::vector<uint32_t> lowest(groups);
  std::vector<uint32_t> open;
  std::vector<Visit> way;
  uint32_t next = 0;
  const auto enter = [&](uint32_t group) {
    numbers[group] = lowest[group] = next++;
    open.push_back(group);
    way.push_back({group, firstArc[group]});
  };
  for (uint32_t start = 0; start < groups; ++start) {
    if (numbers[start] != kUnseen) continue;
    enter(start);
    while (!way.empty()) {
      const uint32_t group = way.back().group;
      if (way.back().nextArc < firstArc[group + size_t{1}]) {
        const uint32_t target = arcs[way.back().nextArc++].to;
        if (numbers[target] == kUnseen) {
          enter(target);
        } else if (result.componentOf[target] == kUnseen) {
          lowest[group] = std::min(lowest[group], numbers[target]);
        }
        continue;
      }
      way.pop_back();
      if (!way.empty()) lowest[way.back().group] = std::min(lowest[way.back().group], lowest[group]);
      if (lowest[group] != numbers[group]) continue;
      std::vector<uint32_t> members;
      uint32_t member;
      do {
        member = open.back();
        open.pop_back();
        result.componentOf[member] = static_cast<uint32_t>(result.members.size());
        members.push_back(member);
      } while (member != group);
      std::ranges::sort(members);
      result.members.push_back(std::move(members));
    }
  }
  return result;
}

}  // namespace heaptrail
