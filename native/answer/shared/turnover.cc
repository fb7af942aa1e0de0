#include "answer/shared/turnover.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "answer/shared/structure_leaves.h"
#include "base/bit_set.h"

namespace heaptrail {

namespace {

struct Turnover {
  uint64_t from = 0;
  uint64_t to = 0;
  uint64_t removed = 0;
};
using TurnoverByType = std::map<std::string_view, Turnover>;

/// Of all its types.
Turnover turnoverOf(const TakenIn& taken, const TurnoverByType& types) {
  Turnover sum;
  taken.forEachType([&](const std::string& type) {
    const Turnover& one = types.at(type);
    sum = {sum.from + one.from, sum.to + one.to, sum.removed + one.removed};
  });
  return sum;
}

/// Calls `visit(leaf, turnover)` once for each leaf of these types of any of the structures.
template <typename Visit>
Status forEachLeafOf(const GrowthAnalysis::End& end, const std::vector<StructureIndex>& structures, Descent descent,
                     TurnoverByType& types, BitSet& seen, const Progress& progress, Visit&& visit) {
  const Heap& heap = end.heap();
  return forEachLeaf(end, structures, descent, progress, [&](ObjectIndex leaf) {
    if (seen.test(leaf.value())) return;
    const auto type = types.find(heap.symbols()[heap.typeOf(leaf)].name);
    if (type == types.end()) return;
    seen.set(leaf.value());
    visit(leaf, type->second);
  });
}

}  // namespace

Status countRemoved(const GrowthAnalysis& analysis, const LeafQuestion& question, std::vector<TakenIn>& taken,
                    const Progress& progress) {
  if (analysis.tracked().match() != GrowthMatch::kIdentity || taken.empty()) return {};
  TurnoverByType types;
  for (const TakenIn& each : taken) each.forEachType([&](const std::string& type) { types.try_emplace(type); });
  const Heap& before = analysis.from().heap();
  const Heap& now = analysis.to().heap();
  BitSet isLeafNow(now.objectCount());
  BitSet wasLeaf(before.objectCount());
  if (const Status walked = forEachLeafOf(analysis.to(), question.structures, question.descent, types, isLeafNow,
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
          forEachLeafOf(analysis.from(), question.before, question.descent, types, wasLeaf, progress, look);
      !walked) {
    return walked;
  }
  for (TakenIn& type : taken) {
    const Turnover counted = turnoverOf(type, types);
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
