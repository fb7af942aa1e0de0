#include "structure/containment_components.h"

#include <algorithm>

namespace heaptrail {

namespace {

struct Visit {
  StructureIndex structure;
  uint32_t nextContained = 0;
};

}  // namespace

// Tarjan's algorithm with a stack of its own: containment may be as deep as a list is long.
ContainmentComponents::ContainmentComponents(const Structures& structures)
    : componentOf_(structures.count()), firsts_{0} {
  constexpr uint32_t kDone = ~uint32_t{0};
  Array<uint32_t> least(structures.count());  // 0: not visited; kDone: its component is known
  uint32_t visited = 0;
  std::vector<Visit> path;
  std::vector<StructureIndex> open;
  const auto enter = [&](StructureIndex structure) {
    least[structure.value()] = ++visited;
    open.push_back(structure);
    path.push_back({structure});
  };
  std::vector<uint32_t> numbers;  // of the visits on the path
  for (uint32_t i = 0; i < structures.count(); ++i) {
    if (least[i] != 0) continue;
    enter(StructureIndex(i));
    numbers.push_back(visited);
    while (!path.empty()) {
      Visit& top = path.back();
      const auto contained = structures.contained(top.structure);
      if (top.nextContained < contained.size()) {
        const StructureIndex next = contained[top.nextContained++];
        const uint32_t known = least[next.value()];
        if (known == 0) {
          enter(next);
          numbers.push_back(visited);
        } else if (known != kDone) {
          least[top.structure.value()] = std::min(least[top.structure.value()], known);
        }
        continue;
      }
      const StructureIndex finished = top.structure;
      const uint32_t low = least[finished.value()];
      const bool isComponent = low == numbers.back();
      path.pop_back();
      numbers.pop_back();
      if (!path.empty()) {
        uint32_t& above = least[path.back().structure.value()];
        above = std::min(above, low);
      }
      if (!isComponent) continue;
      const size_t first = members_.size();
      StructureIndex member;
      do {
        member = open.back();
        open.pop_back();
        componentOf_[member.value()] = count();
        least[member.value()] = kDone;
        members_.push_back(member);
      } while (member != finished);
      std::ranges::sort(std::span(members_).subspan(first));
      firsts_.push_back(static_cast<uint32_t>(members_.size()));
    }
  }
}

}  // namespace heaptrail
