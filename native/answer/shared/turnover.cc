#include "answer/shared/turnover.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/bit_set.h"
#include "structure/structure_walk.h"

namespace heaptrail {

namespace {

struct Turnover {
  uint64_t from = 0;
  uint64_t to = 0;
  uint64_t removed = 0;
};
using TurnoverByType = std::map<std::string_view, Turnover>;

/// Calls `visit(leaf, turnover)` once for each leaf of these types of any of the structures.
template <typename Visit>
Status forEachLeaf(const GrowthAnalysis::End& end, const std::vector<StructureIndex>& structures, Descent descent,
                   TurnoverByType& types, BitSet& seen, const Progress& progress, Visit&& visit) {
  StructureWalk walk(end.heapAnalysis().graph(), end.analysis->types());
  const Heap& heap = end.heap();
  for (const StructureIndex structure : structures) {
    if (walk.run(end.structures->head(structure), descent, StructureWalk::kNoLimit, progress) ==
        StructureWalk::End::kCancelled) {
      return cancelledError();
    }
    for (const ObjectIndex member : walk.members()) {
      if (!walk.isLeaf(member) || seen.test(member.value())) continue;
      const auto type = types.find(heap.symbols()[heap.typeOf(member)].name);
      if (type == types.end()) continue;
      seen.set(member.value());
      visit(member, type->second);
    }
  }
  return {};
}

}  // namespace

Status countRemoved(const GrowthAnalysis& analysis, const LeafQuestion& question, std::vector<TakenIn>& taken,
                    const Progress& progress) {
  if (analysis.tracked().match() != GrowthMatch::kIdentity || taken.empty()) return {};
  TurnoverByType types;
  for (const TakenIn& type : taken) types.try_emplace(type.type);
  const Heap& before = analysis.from().heap();
  const Heap& now = analysis.to().heap();
  BitSet isLeafNow(now.objectCount());
  BitSet wasLeaf(before.objectCount());
  if (const Status walked = forEachLeaf(analysis.to(), question.structures, question.descent, types, isLeafNow,
                                        progress, [](ObjectIndex, Turnover& type) { ++type.to; });
      !walked) {
    return walked;
  }
  const auto look = [&](ObjectIndex leaf, Turnover& type) {
    ++type.from;
    const auto same = now.find(before.idOf(leaf));
    if (!same || !isLeafNow.test(same->value())) ++type.removed;
  };
  if (const Status walked =
          forEachLeaf(analysis.from(), question.before, question.descent, types, wasLeaf, progress, look);
      !walked) {
    return walked;
  }
  for (TakenIn& type : taken) {
    const Turnover& counted = types[type.type];
    if (counted.from == type.from && counted.to == type.to) type.removed = counted.removed;
  }
  return {};
}

std::vector<TakenIn> takenOf(const Leaves& leaves) {
  std::vector<TakenIn> taken;
  for (const LeafType& type : leaves.types)
    taken.push_back({type.type, type.size.from.objects, type.size.to.objects, std::nullopt});
  return taken;
}

}  // namespace heaptrail
