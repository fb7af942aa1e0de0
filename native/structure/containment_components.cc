#include "structure/containment_components.h"

#include "graph/strong_components.h"

namespace heaptrail {

ContainmentComponents::ContainmentComponents(const Structures& structures)
    : componentOf_(structures.count()), firsts_{0} {
  const auto containedIn = [&](uint32_t structure) { return structures.contained(StructureIndex(structure)); };
  forEachStrongComponent(
      structures.count(), [&](uint32_t structure) { return containedIn(structure).size(); },
      [&](uint32_t structure, uint64_t i) { return containedIn(structure)[i].value(); },
      [&](std::span<const uint32_t> members) {
        for (const uint32_t member : members) {
          componentOf_[member] = count();
          members_.emplace_back(member);
        }
        firsts_.push_back(static_cast<uint32_t>(members_.size()));
      });
}

}  // namespace heaptrail
