#include "graph/root_holders.h"

#include <algorithm>

#include "graph/finalizers.h"

namespace heaptrail {

RootHolders::RootHolders(const LiveGraph& graph) {
  const Heap& heap = graph.heap();
  for (const Root& root : heap.roots()) {
    holders_.push_back({.object = root.object, .root = root.kind, .thread = root.thread, .place = root.place});
  }
  for (const ObjectIndex object : graph.heldUnseen()) {
    holders_.push_back({.object = object, .root = RootKind::kUnwritten});
  }
  const TypeId finalizer = finalizerType(heap.symbols());
  for (uint32_t t = 0; t < heap.symbols().types.size(); ++t) {
    const ObjectIndex classObject = heap.classObjectOf(TypeId(t));
    if (!classObject.exists() || !graph.live().test(classObject.value())) continue;
    // What waits for its finalizer stands in a list that the JDK keeps; nobody put it there to keep it.
    heap.forEachSlot(classObject, [&](ObjectIndex target, uint32_t slot) {
      if (!heap.isStaticField(TypeId(t), slot)) return;
      if (TypeId(t) == finalizer && heap.typeOf(target) == finalizer) {
        holders_.push_back({.object = target, .root = RootKind::kFinalizing});
        return;
      }
      holders_.push_back({.object = target, .kind = RootHolder::Kind::kStaticField, .type = TypeId(t), .slot = slot});
    });
  }
  std::ranges::sort(holders_);
  const auto repeated = std::ranges::unique(holders_);
  holders_.erase(repeated.begin(), repeated.end());
}

std::span<const RootHolder> RootHolders::of(ObjectIndex object) const {
  const auto found = std::ranges::equal_range(holders_, object, {}, &RootHolder::object);
  return {found.begin(), found.end()};
}

std::vector<RootHolder> directHolders(const RootHolders& holders, const BitSet& group, const HolderChoice& choice) {
  std::vector<RootHolder> result;
  for (const RootHolder& holder : holders.all()) {
    if (group.test(holder.object.value()) && (!choice.variablesOnly || holder.isVariable())) result.push_back(holder);
  }
  return result;
}

Result<std::vector<RootHolder>> indirectHolders(const LiveGraph& graph, const RootHolders& holders,
                                                const ReverseReferences& reverse, const BitSet& group,
                                                const HolderChoice& choice, Progress& progress) {
  BitSet held(group.size());
  if (choice.stopAtFirst) {
    for (const RootHolder& holder : holders.all()) {
      if (!choice.variablesOnly || holder.isVariable()) held.set(holder.object.value());
    }
  }
  BitSet reaching(group.size());
  std::vector<ObjectIndex> level;
  std::vector<ObjectIndex> next;
  std::vector<RootHolder> found;
  const auto reach = [&](ObjectIndex object) {
    if (!reaching.insert(object.value())) return;
    for (const RootHolder& holder : holders.of(object)) {
      if (!choice.variablesOnly || holder.isVariable()) found.push_back(holder);
    }
    if (!held.test(object.value())) next.push_back(object);
  };
  group.forEach([&](uint64_t i) {
    if (graph.live().test(i)) reach(ObjectIndex(static_cast<uint32_t>(i)));
  });
  uint32_t sinceCheck = 0;
  while (!next.empty()) {
    level.swap(next);
    next.clear();
    for (const ObjectIndex object : level) {
      for (const ObjectIndex referrer : reverse.referrers(object)) reach(referrer);
      if (++sinceCheck < kObjectsBetweenChecks) continue;
      sinceCheck = 0;
      if (!progress.advance(kObjectsBetweenChecks)) return cancelledError();
    }
  }
  return found;
}

}  // namespace heaptrail
