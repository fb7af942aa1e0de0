#include "plain_graph.h"

namespace heaptrail::oracle {

namespace {

constexpr uint32_t kNone = ~uint32_t{0};

}  // namespace

PlainGraph::PlainGraph(const Heap& heap, Weak weak, std::span<const ObjectIndex> moreRoots) : heap_(heap) {
  firstOf_.push_back(0);
  for (uint32_t object = 0; object < heap.objectCount(); ++object) {
    const SlotSet& weakSlots = heap.weakSlots(heap.typeOf(ObjectIndex(object)));
    heap.forEachSlot(ObjectIndex(object), [&](ObjectIndex target, uint32_t slot) {
      const bool leads = weak == Weak::kIsLikeAnyReference || !weakSlots.has(slot);
      if (leads) targets_.push_back(target.value());
    });
    firstOf_.push_back(static_cast<uint32_t>(targets_.size()));
    const ObjectIndex classObject = heap.classObjectOf(heap.typeOf(ObjectIndex(object)));
    classOf_.push_back(classObject.exists() ? classObject.value() : kNone);
  }
  for (const Root& root : heap.roots()) roots_.push_back(root.object.value());
  for (const ObjectIndex root : moreRoots) roots_.push_back(root.value());
  live_ = mark(roots_, Objects(objectCount()), Classes::kAreKeptByInstances);
}

Objects PlainGraph::mark(const std::vector<uint32_t>& from, const Objects& gone, Classes classes) const {
  Objects marked(objectCount());
  std::vector<uint32_t> waiting;
  const auto reach = [&](uint32_t object) {
    if (gone[object] || marked[object]) return;
    marked[object] = true;
    waiting.push_back(object);
  };
  for (const uint32_t object : from) reach(object);
  while (!waiting.empty()) {
    const uint32_t object = waiting.back();
    waiting.pop_back();
    for (const uint32_t target : references(object)) reach(target);
    const uint32_t classObject = classOf_[object];
    if (classes == Classes::kAreKeptByInstances && classObject != kNone) reach(classObject);
  }
  return marked;
}

Objects PlainGraph::retainedBy(const Objects& group) const {
  const Objects survivors = mark(roots_, group, Classes::kAreKeptByInstances);
  Objects retained(objectCount());
  for (size_t object = 0; object < objectCount(); ++object) retained[object] = live_[object] && !survivors[object];
  return retained;
}

Objects PlainGraph::reachedFrom(const Objects& group) const {
  std::vector<uint32_t> from;
  for (uint32_t object = 0; object < objectCount(); ++object) {
    if (group[object] && live_[object]) from.push_back(object);
  }
  return mark(from, Objects(objectCount()), Classes::kAreOnlyReferredTo);
}

Size PlainGraph::sizeOf(const Objects& objects) const {
  Size size;
  for (uint32_t object = 0; object < objectCount(); ++object) {
    if (objects[object]) size += {1, heap_.shallowBytes(ObjectIndex(object))};
  }
  return size;
}

}  // namespace heaptrail::oracle
