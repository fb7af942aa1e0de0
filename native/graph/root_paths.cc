#include "graph/root_paths.h"

#include <algorithm>
#include <unordered_map>

namespace heaptrail {

namespace {

/// Calls `visit(target, slot)` for the references of `object` that count.
template <typename Visit>
void forEachStep(const LiveGraph& graph, SoftReferences soft, ObjectIndex object, Visit&& visit) {
  const Heap& heap = graph.heap();
  const TypeId type = heap.typeOf(object);
  const uint32_t weakSlot = graph.weak() == WeakReferences::kKeepAlive ? Heap::kNoSlot : heap.weakSlot(type);
  const uint32_t softSlot = soft == SoftReferences::kFollow ? Heap::kNoSlot : heap.softSlot(type);
  heap.forEachSlot(object, [&](ObjectIndex target, uint32_t slot) {
    if (slot != weakSlot && slot != softSlot) visit(target, slot);
  });
}

}  // namespace

uint32_t slotTo(const LiveGraph& graph, SoftReferences soft, ObjectIndex from, ObjectIndex to) {
  uint32_t found = Heap::kNoSlot;
  forEachStep(graph, soft, from, [&](ObjectIndex target, uint32_t slot) {
    if (target == to && found == Heap::kNoSlot) found = slot;
  });
  return found;
}

Result<ShortestPaths> ShortestPaths::find(const LiveGraph& graph, const RootHolders& holders, SoftReferences soft,
                                          Progress& progress, PathStart start) {
  constexpr size_t kOffsetsAhead = 24;
  constexpr size_t kReferencesAhead = 12;
  ShortestPaths result(graph.heap().objectCount(), soft);
  std::vector<ObjectIndex> level;
  std::vector<ObjectIndex> next;
  const auto reach = [&](ObjectIndex object, ObjectIndex from) {
    if (!result.reached_.insert(object.value())) return;
    result.before_[object.value()] = from;
    if (graph.isInner(object)) next.push_back(object);
  };
  const auto begin = [&](bool lasting) {
    for (const RootHolder& holder : holders.all()) {
      if (start == PathStart::kAnywhere || holder.lasts() == lasting) reach(holder.object, holder.object);
    }
  };
  begin(true);
  bool hasBegunAll = start == PathStart::kAnywhere;
  uint32_t sinceCheck = 0;
  for (;;) {
    if (next.empty() && !hasBegunAll) {
      hasBegunAll = true;
      begin(false);
    }
    if (next.empty()) break;
    level.swap(next);
    next.clear();
    for (size_t i = 0; i < level.size(); ++i) {
      if (i + kOffsetsAhead < level.size()) graph.heap().prefetch(level[i + kOffsetsAhead]);
      if (i + kReferencesAhead < level.size()) graph.prefetchReferences(level[i + kReferencesAhead]);
      const ObjectIndex object = level[i];
      forEachStep(graph, soft, object, [&](ObjectIndex target, uint32_t) { reach(target, object); });
      const ObjectIndex classObject = graph.keptClass(graph.heap().typeOf(object));
      if (classObject.exists()) reach(classObject, object);
      if (++sinceCheck < kObjectsBetweenChecks) continue;
      sinceCheck = 0;
      if (!progress.advance(kObjectsBetweenChecks)) return cancelledError();
    }
  }
  return result;
}

RootPath ShortestPaths::to(const LiveGraph& graph, const RootHolders& holders, ObjectIndex object) const {
  RootPath path;
  ObjectIndex current = object;
  for (ObjectIndex previous = before(current); previous.exists(); previous = before(current)) {
    path.steps.push_back({current, slotTo(graph, soft_, previous, current)});
    current = previous;
  }
  path.steps.push_back({current, Heap::kNoSlot});
  std::ranges::reverse(path.steps);
  path.holder = holders.of(current).front();
  return path;
}

Result<std::vector<RootPath>> differentPaths(const LiveGraph& graph, const RootHolders& holders,
                                             const ReverseReferences& reverse, const BitSet& group, SoftReferences soft,
                                             size_t most, Progress& progress) {
  std::vector<RootPath> paths;
  BitSet seen(graph.heap().objectCount());
  std::unordered_map<ObjectIndex, PathStep> after;  // by object: the next one on the way to the group, and how
  std::vector<ObjectIndex> level;
  std::vector<ObjectIndex> next;
  group.forEach([&](uint64_t i) {
    const ObjectIndex member(static_cast<uint32_t>(i));
    if (graph.live().test(i) && seen.insert(i)) next.push_back(member);
  });
  uint32_t sinceCheck = 0;
  while (!next.empty() && paths.size() < most) {
    level.swap(next);
    next.clear();
    for (const ObjectIndex object : level) {
      const auto held = holders.of(object);
      for (const RootHolder& holder : held.first(std::min(held.size(), most - paths.size()))) {
        RootPath path{holder, {{object, Heap::kNoSlot}}};
        for (auto step = after.find(object); step != after.end(); step = after.find(step->second.object)) {
          path.steps.push_back(step->second);
        }
        paths.push_back(std::move(path));
      }
      if (paths.size() == most) break;
      if (!held.empty()) continue;  // whoever holds this object's holder holds it the same way
      for (const ObjectIndex referrer : reverse.referrers(object)) {
        if (seen.test(referrer.value())) continue;
        const uint32_t slot = slotTo(graph, soft, referrer, object);
        if (slot == Heap::kNoSlot) continue;
        seen.set(referrer.value());
        after.emplace(referrer, PathStep{object, slot});
        next.push_back(referrer);
      }
      if (++sinceCheck < kObjectsBetweenChecks) continue;
      sinceCheck = 0;
      if (!progress.advance(kObjectsBetweenChecks)) return cancelledError();
    }
  }
  return paths;
}

}  // namespace heaptrail
