// The live objects of a heap and what keeps them alive: what dominators, closures and paths are computed from.
//
// A reference is a field, an element or a static field; the option about weak references decides which of them count.
// An object is *kept* by what refers to it, and a class object also by the instances of its class. Class objects that
// are roots need no instance: they are left out there, which is nearly all of them.
//
// An *inner* object keeps others, a *leaf* keeps nothing: about half of a heap are leaves, and most algorithms have no
// work with them. Two bits per object; immutable; for any number of threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/bit_set.h"
#include "base/parallel.h"
#include "graph/liveness.h"
#include "model/heap.h"

namespace heaptrail {

/// Parallel loops over all objects take so many at once.
inline constexpr uint64_t kLiveObjectsPerBlock = uint64_t{1} << 18;

class LiveGraph {
 public:
  LiveGraph(std::shared_ptr<const Heap> heap, WeakReferences weak, Liveness liveness, Threads threads);

  /// The same objects, held by fewer roots: all of them must be reachable from these, which are ascending.
  LiveGraph withRoots(std::vector<ObjectIndex> roots) const;

  /// The same objects, where finalizers hold nothing: nothing is kept by an instance of `type` through this slot, and
  /// what `waits` for its finalizer keeps others that wait, and nothing else. All of them must be reachable from these
  /// roots, which are ascending.
  LiveGraph withoutFinalizers(TypeId type, uint32_t slot, BitSet waiting, std::vector<ObjectIndex> roots) const;
  bool isWithoutFinalizers() const { return finalizers_ != nullptr; }
  /// Whether nothing but finalizers holds an object; known of a graph without them only.
  bool waitsForFinalizer(ObjectIndex o) const { return finalizers_ != nullptr && finalizers_->waiting.test(o.value()); }

  /// The same objects, where what is `passing` keeps others that pass, and nothing else. All of them must be reachable
  /// from these roots, which are ascending.
  LiveGraph withoutPassing(const BitSet& passing, std::vector<ObjectIndex> roots) const;

  /// Whether an object passes or waits for its finalizer, and so keeps nothing but such objects.
  bool isApart(ObjectIndex o) const { return apart_.size() != 0 && apart_.test(o.value()); }

  /// The same with nothing beyond these objects: they refer to nothing, and keep nothing.
  LiveGraph endingAt(BitSet ends) const;
  /// These objects; of size 0 where the graph goes on.
  const BitSet& ends() const { return ends_; }

  const Heap& heap() const { return *heap_; }
  /// All objects, for loops that look at several blocks at the same time.
  Blocks blocks() const { return {heap_->objectCount(), kLiveObjectsPerBlock}; }
  WeakReferences weak() const { return weak_; }
  /// By which instances of a type refer to others without keeping them.
  const SlotSet& weakSlots(TypeId type) const {
    return weak_ == WeakReferences::kDoNotKeepAlive ? heap_->weakSlots(type) : SlotSet::none();
  }
  const BitSet& live() const { return liveness_.live; }

  const Liveness& liveness() const { return liveness_; }

  /// Objects taken for roots because the trace leaves out what holds them.
  std::span<const ObjectIndex> heldUnseen() const { return liveness_.heldUnseen; }

  /// Every object that is a root itself, once, ascending.
  std::span<const ObjectIndex> rootObjects() const { return rootObjects_; }

  bool isInner(ObjectIndex o) const { return inner_.test(o.value()); }
  uint64_t innerCount() const { return innerCount_; }

  /// Calls `visit(target)` for every object that `o` refers to; twice if it does so twice.
  template <typename Visit>
  void forEachReference(ObjectIndex o, Visit&& visit) const {
    if (special_.test(o.value())) {
      if (isInner(o)) forEachReferenceOfSpecial(o, visit);
    } else {
      for (const ObjectIndex target : heap_->references(o)) visit(target);
    }
  }

  /// The same, and the class object if `o` keeps it.
  template <typename Visit>
  void forEachKept(ObjectIndex o, Visit&& visit) const {
    if (special_.test(o.value())) {
      if (isInner(o)) forEachKeptOfSpecial(o, visit);
    } else {
      for (const ObjectIndex target : heap_->references(o)) visit(target);
    }
  }

  /// One of the two.
  template <typename Visit>
  void forEachTarget(ObjectIndex o, ClassObjects classObjects, Visit&& visit) const {
    if (classObjects == ClassObjects::kKeptByInstances) {
      forEachKept(o, visit);
    } else {
      forEachReference(o, visit);
    }
  }

  /// The class object that instances of this type keep, or none().
  ObjectIndex keptClass(TypeId type) const { return keptClasses_[type.value()]; }

  void prefetch(ObjectIndex o) const { heap_->prefetchOffset(o); }
  void prefetchReferences(ObjectIndex o) const { heap_->prefetchReferences(o); }

 private:
  struct Finalizers {
    TypeId type;
    uint32_t slot;  // that leads to what is to be finalized
    BitSet waiting;
  };

  LiveGraph() = default;
  LiveGraph copy() const;
  void setApart(const BitSet& objects);

  template <typename Visit>
  void forEachReferenceOfSpecial(ObjectIndex o, Visit&& visit) const {
    const TypeId type = heap_->typeOf(o);
    if (isApart(o)) {
      forEachStrongReference(*heap_, weak_, o, type, [&](ObjectIndex target) {
        if (isApart(target)) visit(target);
      });
    } else if (finalizers_ != nullptr && type == finalizers_->type) {
      heap_->forEachSlot(o, [&](ObjectIndex target, uint32_t slot) {
        if (slot != finalizers_->slot) visit(target);
      });
    } else {
      forEachStrongReference(*heap_, weak_, o, type, visit);
    }
  }

  template <typename Visit>
  void forEachKeptOfSpecial(ObjectIndex o, Visit&& visit) const {
    forEachReferenceOfSpecial(o, visit);
    const ObjectIndex kept = keptClasses_[heap_->typeOf(o).value()];
    if (kept.exists() && (!isApart(o) || isApart(kept))) visit(kept);
  }

  std::shared_ptr<const Heap> heap_;
  WeakReferences weak_ = WeakReferences::kDoNotKeepAlive;
  Liveness liveness_;
  std::vector<ObjectIndex> rootObjects_;
  std::vector<ObjectIndex> keptClasses_;  // by type
  BitSet inner_;
  uint64_t innerCount_ = 0;
  BitSet ends_;
  std::shared_ptr<const Finalizers> finalizers_;  // where they hold nothing
  BitSet apart_;                                  // objects that keep others of these only; of size 0 without any
  BitSet special_;                                // objects whose references are not simply all that stand in the heap
};

}  // namespace heaptrail
