#include "graph/liveness.h"

#include <array>
#include <vector>

namespace heaptrail {

namespace {

constexpr uint32_t kObjectsBetweenChecks = 1 << 16;

// Garbage is of all kinds. Where at most this share of the objects that nothing refers to is of types the runtime is
// not known to hold, there is no garbage. Measured: none right after a collection, half in a dump of everything.
constexpr double kStrangersWithoutGarbage = 0.01;

class Marker {
 public:
  Marker(const Heap& heap, WeakReferences weak)
      : heap_(heap),
        followWeak_(weak == WeakReferences::kKeepAlive),
        live_(heap.objectCount()),
        typeSeen_(heap.symbols().types.size()) {}

  Result<Liveness> run(Progress& progress) {
    for (const Root& root : heap_.roots()) reach(root.object);
    if (!mark(progress)) return cancelledError();
    Liveness result;
    if (heap_.leavesOutHolders()) {
      result.heldUnseen = heldUnseen();
      for (const ObjectIndex object : result.heldUnseen) reach(object);
      if (!mark(progress)) return cancelledError();
    }
    result.live = std::move(live_);
    return result;
  }

 private:
  bool mark(Progress& progress) {
    uint32_t sinceCheck = 0;
    while (!work_.empty() || waiting_ > 0) {
      scan(next());
      if (++sinceCheck == kObjectsBetweenChecks) {
        sinceCheck = 0;
        if (!progress.advance(kObjectsBetweenChecks)) return false;
      }
    }
    return true;
  }

  void reach(ObjectIndex object) {
    if (live_.insert(object.value())) work_.push_back(object);
  }

  /// Every step waits for memory: an object's columns lie anywhere. So objects wait in a short queue between being
  /// taken from the stack and being scanned, while the processor fetches what they need.
  ObjectIndex next() {
    while (waiting_ < kAhead && !work_.empty()) {
      const ObjectIndex object = work_.back();
      work_.pop_back();
      heap_.prefetch(object);
      queue_[(head_ + waiting_++) % kAhead] = object;
    }
    const ObjectIndex object = queue_[head_];
    head_ = (head_ + 1) % kAhead;
    --waiting_;
    if (waiting_ > kAhead / 2) heap_.prefetchReferences(queue_[(head_ + waiting_ / 2) % kAhead]);
    return object;
  }

  /// Calls `visit(target)` for the references of `object` that keep their target alive.
  template <typename Visit>
  void forEachStrong(ObjectIndex object, TypeId type, Visit&& visit) const {
    const uint32_t weakSlot = followWeak_ ? Heap::kNoSlot : heap_.weakSlot(type);
    if (weakSlot == Heap::kNoSlot) {
      for (const ObjectIndex target : heap_.references(object)) visit(target);
    } else {
      heap_.forEachSlot(object, [&](ObjectIndex target, uint32_t slot) {
        if (slot != weakSlot) visit(target);
      });
    }
  }

  void scan(ObjectIndex object) {
    const TypeId type = heap_.typeOf(object);
    if (typeSeen_.insert(type.value())) {
      const ObjectIndex classObject = heap_.classObjectOf(type);
      if (classObject.exists()) reach(classObject);
    }
    for (const ObjectIndex target : heap_.references(object)) live_.prefetch(target.value());
    forEachStrong(object, type, [this](ObjectIndex target) { reach(target); });
  }

  /// Among the objects not reached so far: those that no other refers to, if the runtime can be what holds them all.
  std::vector<ObjectIndex> heldUnseen() const {
    BitSet unreached = BitSet::full(heap_.objectCount());
    unreached -= live_;
    BitSet referred(heap_.objectCount());
    unreached.forEach([&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      forEachStrong(object, heap_.typeOf(object), [&](ObjectIndex target) {
        if (target != object) referred.set(target.value());
      });
    });
    unreached -= referred;
    std::vector<ObjectIndex> held;
    uint64_t strangers = 0;
    unreached.forEach([&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      switch (heap_.withoutReferrer(object)) {
        case WithoutReferrer::kMaybeHeld:
          held.push_back(object);
          break;
        case WithoutReferrer::kGarbage:
          ++strangers;
          break;
        case WithoutReferrer::kFiller:
          break;
      }
    });
    const auto most = kStrangersWithoutGarbage * static_cast<double>(held.size() + strangers);
    if (static_cast<double>(strangers) > most) held.clear();
    return held;
  }

  static constexpr uint32_t kAhead = 16;

  const Heap& heap_;
  bool followWeak_;
  BitSet live_;
  BitSet typeSeen_;
  std::vector<ObjectIndex> work_;
  std::array<ObjectIndex, kAhead> queue_;
  uint32_t head_ = 0;
  uint32_t waiting_ = 0;
};

}  // namespace

Result<Liveness> findLive(const Heap& heap, WeakReferences weak, Progress& progress) {
  return Marker(heap, weak).run(progress);
}

}  // namespace heaptrail
