#include "reference/slow_closures.h"

#include <algorithm>
#include <vector>

namespace heaptrail::test {

SlowGraph::SlowGraph(const Heap& heap, WeakReferences weak) : heap_(heap), weak_(weak) {
  for (const Root& root : heap.roots()) roots_.insert(root.object.value());
  live_ = reachable(roots_, {}, ClassObjects::kKeptByInstances);
}

Objects SlowGraph::reachable(const Objects& starts, const Objects& without, ClassObjects classObjects) const {
  Objects reached;
  std::vector<uint32_t> work;
  const auto reach = [&](uint32_t object) {
    if (!without.contains(object) && reached.insert(object).second) work.push_back(object);
  };
  for (const uint32_t start : starts) reach(start);
  while (!work.empty()) {
    const ObjectIndex object(work.back());
    work.pop_back();
    const TypeId type = heap_.typeOf(object);
    heap_.forEachSlot(object, [&](ObjectIndex target, uint32_t slot) {
      if (weak_ == WeakReferences::kKeepAlive || !heap_.weakSlots(type).has(slot)) reach(target.value());
    });
    const ObjectIndex classObject = heap_.classObjectOf(type);
    if (classObjects == ClassObjects::kKeptByInstances && classObject.exists()) reach(classObject.value());
  }
  return reached;
}

Objects SlowGraph::deep(const Objects& group) const {
  Objects alive;
  std::ranges::set_intersection(group, live_, std::inserter(alive, alive.end()));
  return reachable(alive, {}, ClassObjects::kOnlyReferred);
}

Objects SlowGraph::retained(const Objects& group) const {
  const Objects survivors = reachable(roots_, group, ClassObjects::kKeptByInstances);
  Objects lost;
  std::ranges::set_difference(live_, survivors, std::inserter(lost, lost.end()));
  return lost;
}

std::map<uint32_t, ObjectIndex> SlowGraph::dominators() const {
  std::map<uint32_t, Objects> retainedBy;
  for (const uint32_t object : live_) retainedBy[object] = retained({object});
  std::map<uint32_t, ObjectIndex> nearest;
  for (const uint32_t object : live_) {
    nearest[object] = ObjectIndex::none();
    // Of all that retain the object the nearest retains least.
    size_t least = live_.size() + 1;
    for (const auto& [other, retained] : retainedBy) {
      if (other == object || !retained.contains(object) || retained.size() >= least) continue;
      least = retained.size();
      nearest[object] = ObjectIndex(other);
    }
  }
  return nearest;
}

Objects SlowGraph::cycleOf(uint32_t object) const {
  Objects cycle;
  for (const uint32_t other : deep({object})) {
    if (deep({other}).contains(object)) cycle.insert(other);
  }
  return cycle;
}

Size SlowGraph::sizeOf(const Objects& objects) const {
  Size size;
  for (const uint32_t object : objects) size += {1, heap_.shallowBytes(ObjectIndex(object))};
  return size;
}

Objects membersOf(const BitSet& set) {
  Objects objects;
  set.forEach([&](uint64_t i) { objects.insert(static_cast<uint32_t>(i)); });
  return objects;
}

}  // namespace heaptrail::test
