#include "graph/root_paths.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>

#include "graph/finalizers.h"

namespace heaptrail {

namespace {

/// Calls `visit(target, slot)` for the references of `object` that count.
template <typename Visit>
void forEachStep(const LiveGraph& graph, SoftReferences soft, ObjectIndex object, Visit&& visit) {
  const Heap& heap = graph.heap();
  const TypeId type = heap.typeOf(object);
  const SlotSet& weakSlots = graph.weakSlots(type);
  const SlotSet& softSlots = soft == SoftReferences::kFollow ? SlotSet::none() : heap.softSlots(type);
  heap.forEachSlot(object, [&](ObjectIndex target, uint32_t slot) {
    if (!weakSlots.has(slot) && !softSlots.has(slot)) visit(target, slot);
  });
}

/// Class objects that go with their loaders; empty where there are none.
BitSet findUnloadableClasses(const Heap& heap) {
  BitSet found;
  for (uint32_t t = 0; t < heap.symbols().types.size(); ++t) {
    const ObjectIndex classObject = heap.classObjectOf(TypeId(t));
    if (!heap.loaderOf(TypeId(t)).exists() || !classObject.exists()) continue;
    if (found.size() == 0) found = BitSet(heap.objectCount());
    found.set(classObject.value());
  }
  return found;
}

bool isOfUnloadableClass(const Heap& heap, const RootHolder& holder) {
  return holder.kind == RootHolder::Kind::kStaticField && heap.loaderOf(holder.type).exists();
}

/// Some instances of each type that keep their class alive: the way on from a class object, towards the roots. Found in
/// one pass over all objects, when they are asked for first.
class KeepersOfClasses {
 public:
  explicit KeepersOfClasses(const LiveGraph& graph) : graph_(graph) {}

  std::span<const ObjectIndex> of(ObjectIndex object) {
    const Heap& heap = graph_.heap();
    const TypeId type = heap.typeOfClassObject(object);
    if (!type.exists() || graph_.keptClass(type) != object) return {};
    if (byType_.empty()) find();
    return byType_[type.value()];
  }

 private:
  void find() {
    // As many reasons as anybody reads.
    constexpr size_t kMaxPerType = 64;
    const Heap& heap = graph_.heap();
    byType_.resize(heap.symbols().types.size());
    graph_.live().forEach([&](uint64_t i) {
      const ObjectIndex instance(static_cast<uint32_t>(i));
      std::vector<ObjectIndex>& some = byType_[heap.typeOf(instance).value()];
      if (some.size() < kMaxPerType) some.push_back(instance);
    });
  }

  const LiveGraph& graph_;
  std::vector<std::vector<ObjectIndex>> byType_;
};

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
  const Heap& heap = graph.heap();
  const BitSet unloadable = findUnloadableClasses(heap);
  // Beginnings that come later are only for what those before do not reach.
  std::map<uint32_t, std::vector<ObjectIndex>, std::greater<>> beginnings;
  for (const RootHolder& holder : holders.all()) {
    if (isOfUnloadableClass(heap, holder)) continue;
    const bool isFirst = start == PathStart::kAnywhere || holder.lasts();
    beginnings[isFirst ? ~uint32_t{0} : holder.framesOut(heap)].push_back(holder.object);
  }
  // What has a finalizer is in a list of the JVM's, which is never the reason why it is there while there is another.
  const TypeId finalizer = finalizerType(heap.symbols());
  std::vector<ObjectIndex> finalizers;
  bool comesToFinalizers = start == PathStart::kAnywhere;
  uint32_t sinceCheck = 0;
  for (;;) {
    while (next.empty() && !beginnings.empty()) {
      for (const ObjectIndex object : beginnings.begin()->second) reach(object, object);
      beginnings.erase(beginnings.begin());
    }
    if (next.empty() && !comesToFinalizers) {
      comesToFinalizers = true;
      next.swap(finalizers);
    }
    if (next.empty()) break;
    level.swap(next);
    next.clear();
    for (size_t i = 0; i < level.size(); ++i) {
      if (i + kOffsetsAhead < level.size()) graph.heap().prefetch(level[i + kOffsetsAhead]);
      if (i + kReferencesAhead < level.size()) graph.prefetchReferences(level[i + kReferencesAhead]);
      const ObjectIndex object = level[i];
      if (!comesToFinalizers && heap.typeOf(object) == finalizer) {
        finalizers.push_back(object);
        continue;
      }
      if (unloadable.size() > 0 && unloadable.test(object.value())) {
        // Only now that its class is held does a static field hold anything.
        const TypeId described = heap.typeOfClassObject(object);
        forEachStep(graph, soft, object, [&](ObjectIndex target, uint32_t slot) {
          reach(target, heap.isStaticField(described, slot) ? target : object);
        });
      } else {
        forEachStep(graph, soft, object, [&](ObjectIndex target, uint32_t) { reach(target, object); });
      }
      const ObjectIndex classObject = graph.keptClass(heap.typeOf(object));
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
  // The static fields of a class do not hold the loader that holds the class.
  const auto holds = [&](const RootHolder& holder) {
    const bool dependent =
        isOfUnloadableClass(graph.heap(), holder) && (group.test(graph.heap().loaderOf(holder.type).value()) ||
                                                      group.test(graph.heap().classObjectOf(holder.type).value()));
    return !dependent;
  };
  KeepersOfClasses keepers(graph);
  uint32_t sinceCheck = 0;
  while (!next.empty() && paths.size() < most) {
    level.swap(next);
    next.clear();
    for (const ObjectIndex object : level) {
      bool held = false;
      for (const RootHolder& holder : holders.of(object)) {
        if (paths.size() == most) break;
        if (!holds(holder)) continue;
        held = true;
        RootPath path{holder, {{object, Heap::kNoSlot}}};
        for (auto step = after.find(object); step != after.end(); step = after.find(step->second.object)) {
          path.steps.push_back(step->second);
        }
        paths.push_back(std::move(path));
      }
      if (paths.size() == most) break;
      if (held) continue;  // whoever holds this object's holder holds it the same way
      for (const ObjectIndex referrer : reverse.referrers(object)) {
        if (seen.test(referrer.value())) continue;
        const uint32_t slot = slotTo(graph, soft, referrer, object);
        if (slot == Heap::kNoSlot) continue;
        seen.set(referrer.value());
        after.emplace(referrer, PathStep{object, slot});
        next.push_back(referrer);
      }
      for (const ObjectIndex instance : keepers.of(object)) {
        if (!seen.insert(instance.value())) continue;
        after.emplace(instance, PathStep{object, Heap::kNoSlot});
        next.push_back(instance);
      }
      if (++sinceCheck < kObjectsBetweenChecks) continue;
      sinceCheck = 0;
      if (!progress.advance(kObjectsBetweenChecks)) return cancelledError();
    }
  }
  return paths;
}

}  // namespace heaptrail
