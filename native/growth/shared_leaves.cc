#include "growth/shared_leaves.h"

#include <algorithm>
#include <map>

#include "base/array.h"
#include "structure/structure_walk.h"

namespace heaptrail {

namespace {

// Two structures belong together when one holds this much of the other's leaves.
constexpr double kMostlyTheSame = 0.5;

class Families {
 public:
  explicit Families(size_t members) {
    for (size_t member = 0; member < members; ++member) parents_.push_back(member);
  }

  size_t of(size_t member) {
    while (parents_[member] != member) member = parents_[member] = parents_[parents_[member]];
    return member;
  }
  void unite(size_t a, size_t b) { parents_[std::max(of(a), of(b))] = std::min(of(a), of(b)); }

 private:
  std::vector<size_t> parents_;
};

}  // namespace

Result<std::vector<std::vector<StructureIndex>>> groupByLeaves(const Scene& scene,
                                                               std::span<const StructureIndex> structures,
                                                               Progress& progress) {
  const WindowEnd& end = scene.ends->to;
  Families families(structures.size());
  if (structures.size() > 1) {
    StructureWalk walk(*end.graph, *scene.toTypes);
    // Who was the first to hold a leaf, counted from 1. Who holds mostly what others were first with belongs to them.
    Array<uint32_t> firstHolder(end.heap().objectCount());
    for (size_t i = 0; i < structures.size(); ++i) {
      const ObjectIndex head = end.structures->head(structures[i]);
      if (walk.run(head, Descent::kOwnParts, StructureWalk::kNoLimit, progress) == StructureWalk::End::kCancelled) {
        return cancelledError();
      }
      std::map<uint32_t, uint64_t> shared;
      for (const ObjectIndex member : walk.members()) {
        if (!walk.isLeaf(member)) continue;
        uint32_t& first = firstHolder[member.value()];
        if (first == 0) {
          first = static_cast<uint32_t>(i + 1);
        } else {
          ++shared[first];
        }
      }
      for (const auto& [other, leaves] : shared) {
        if (static_cast<double>(leaves) >= kMostlyTheSame * static_cast<double>(walk.leaves())) {
          families.unite(i, size_t{other} - 1);
        }
      }
      if (!progress.advance(1)) return cancelledError();
    }
  }
  std::map<size_t, std::vector<StructureIndex>> groups;
  for (size_t i = 0; i < structures.size(); ++i) groups[families.of(i)].push_back(structures[i]);
  std::vector<std::vector<StructureIndex>> result;
  for (auto& [first, members] : groups) result.push_back(std::move(members));
  return result;
}

}  // namespace heaptrail
