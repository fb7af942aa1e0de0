#include "structure/containing_structures.h"

#include <algorithm>
#include <utility>

#include "structure/structure_walk.h"

namespace heaptrail {

namespace {

/// References through weak slots of objects that lead on somewhere, which the reverse references leave out: (target,
/// referrer), ascending.
std::vector<std::pair<ObjectIndex, ObjectIndex>> weakReferences(const LiveGraph& graph,
                                                                const dsl::DescribedTypes& types) {
  const Heap& heap = graph.heap();
  std::vector<std::pair<ObjectIndex, ObjectIndex>> found;
  if (graph.weak() == WeakReferences::kKeepAlive) return found;
  std::vector<bool> leadsOn(heap.symbols().types.size());
  for (uint32_t type = 0; type < leadsOn.size(); ++type) {
    for (uint32_t scope = 0; scope < types.scopeCount(); ++scope) {
      leadsOn[type] = leadsOn[type] || types.leadsOn(TypeId(type), dsl::Scope(scope));
    }
  }
  graph.live().forEach([&](uint64_t i) {
    const ObjectIndex object(static_cast<uint32_t>(i));
    const TypeId type = heap.typeOf(object);
    const SlotSet& weak = heap.weakSlots(type);
    if (weak.empty() || !leadsOn[type.value()]) return;
    heap.forEachSlot(object, [&](ObjectIndex target, uint32_t slot) {
      if (weak.has(slot) && graph.live().test(target.value())) found.emplace_back(target, object);
    });
  });
  std::ranges::sort(found);
  return found;
}

}  // namespace

Result<std::vector<StructureIndex>> containingStructures(const LiveGraph& graph, const ReverseReferences& reverse,
                                                         const Structures& structures, const BitSet& group,
                                                         Progress& progress) {
  const Heap& heap = graph.heap();
  const dsl::DescribedTypes& types = structures.types();
  const auto weak = weakReferences(graph, types);
  std::vector<StructureIndex> found;
  BitSet foundHeads(heap.objectCount());
  BitSet passed(heap.objectCount());
  std::vector<ObjectIndex> work;
  dsl::Scope scope = dsl::kEverywhere;  // what a reference means depends on the head that is looked for
  // From a member that some part leads to, to that part: a head, or an inner part, which then must be led to itself.
  const auto visit = [&](ObjectIndex referrer, ObjectIndex target, bool asInnerPart) {
    const TypeId type = heap.typeOf(referrer);
    const dsl::Step step = types.step(type, heap.typeOf(target), scope);
    if (asInnerPart ? step != dsl::Step::kInner : step == dsl::Step::kOutside) return;
    if (types.isHead(type)) {
      const bool isSought = types.scopeBelow(type) == scope;
      if (isSought && foundHeads.insert(referrer.value())) found.push_back(*structures.of(referrer));
    } else if (passed.insert(referrer.value())) {
      work.push_back(referrer);
    }
  };
  const auto visitReferrers = [&](ObjectIndex target, bool asInnerPart) {
    for (const ObjectIndex referrer : reverse.referrers(target)) visit(referrer, target, asInnerPart);
    const auto from = std::ranges::lower_bound(weak, target, {}, &std::pair<ObjectIndex, ObjectIndex>::first);
    for (auto at = from; at != weak.end() && at->first == target; ++at) visit(at->second, target, asInnerPart);
  };
  uint64_t sinceCheck = 0;
  for (uint32_t i = 0; i < types.scopeCount(); ++i) {
    scope = dsl::Scope(i);
    if (i > 0) passed = BitSet(heap.objectCount());
    group.forEach([&](uint64_t member) {
      if (graph.live().test(member)) visitReferrers(ObjectIndex(static_cast<uint32_t>(member)), false);
    });
    while (!work.empty()) {
      const ObjectIndex part = work.back();
      work.pop_back();
      visitReferrers(part, true);
      if (++sinceCheck == kObjectsBetweenChecks) {
        sinceCheck = 0;
        if (!progress.advance(kObjectsBetweenChecks)) return cancelledError();
      }
    }
  }
  // A head in the group was also found where its own structure leads back to it: that alone is no reason.
  StructureWalk walk(graph, types);
  std::erase_if(found, [&](StructureIndex structure) {
    const ObjectIndex head = structures.head(structure);
    if (!group.test(head.value())) return false;
    walk.run(head, Descent::kOwnParts, StructureWalk::kNoLimit, progress);
    return std::ranges::none_of(walk.members().subspan(1), [&](ObjectIndex o) { return group.test(o.value()); });
  });
  if (progress.cancelled()) return cancelledError();
  std::ranges::sort(found);
  return found;
}

}  // namespace heaptrail
