// The dominator tree of a live graph, and what every single object retains.
//
// An object's immediate dominator is the nearest object that all paths from the roots to it pass through; none() where
// only the roots together hold it. What an object retains (would become unreachable without it) is its subtree.
//
// Built once, then read only, by any number of threads. Keeps 4 bytes per object and 16 per inner object; while it is
// built, 8 per inner object more and 8 for each reference that leads backwards or across the depth-first tree.
#pragma once

#include <vector>

#include "base/array.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "graph/depth_first.h"
#include "graph/live_graph.h"
#include "model/columns.h"
#include "model/size.h"

namespace heaptrail {

class Dominators {
 public:
  /// Begins phases of its own: scale `progress` to the share it shall have. Refers to `graph` for as long as it lives.
  static Result<Dominators> build(const LiveGraph& graph, Threads threads, Progress& progress);

  /// For live objects.
  ObjectIndex immediateDominator(ObjectIndex object) const;
  Size retained(ObjectIndex object) const;

  /// Whether it is the object itself or dominates it. What is more than so many steps above is not found.
  bool dominates(ObjectIndex above, ObjectIndex object, size_t maxSteps) const;

  /// Whatever can dominate has a number below `numbers()`: inner objects, and the roots together.
  static constexpr uint32_t kRootsTogether = DepthFirstTree::kVirtualRoot;
  uint32_t numbers() const { return static_cast<uint32_t>(retainedObjects_.size()); }
  uint32_t numberOf(ObjectIndex inner) const { return numbers_[inner.value()]; }
  /// The number of an object's immediate dominator.
  uint32_t numberOfDominator(ObjectIndex object) const {
    const uint32_t number = numbers_[object.value()];
    return graph_->isInner(object) ? dominators_[number] : number;
  }

  /// Fetches into the processor's cache which number an object has.
  void prefetch(ObjectIndex object) const { __builtin_prefetch(numbers_.data() + object.value()); }

  /// For each live object of a set, ascending: the nearest other one of the set that dominates it; none() without one.
  std::vector<ObjectIndex> nearestDominators(const BitSet& set) const;
  /// What members of a set dominate, the members included. All are live.
  BitSet dominatedBy(const BitSet& set) const;

  /// For caches: what was built is archived, `graph` must be the same.
  static Dominators unbuilt(const LiveGraph& graph) { return Dominators(graph); }
  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.numbers_, self.objects_, self.dominators_, self.retainedObjects_, self.retainedBytes_);
  }

 private:
  friend class NearestMembers;

  explicit Dominators(const LiveGraph& graph) : graph_(&graph) {}
  bool addUp(uint32_t end, Threads threads, Progress& progress);

  const LiveGraph* graph_;
  Array<uint32_t> numbers_;           // by object: its number; of a leaf, its dominator's
  Array<ObjectIndex> objects_;        // by number
  Array<uint32_t> dominators_;        // by number
  Array<uint32_t> retainedObjects_;   // by number
  MostlySmallNumbers retainedBytes_;  // by number
};

/// Which members of a set dominate objects. Keeps 4 bytes per inner object of the heap; refers to the dominators.
class NearestMembers {
 public:
  NearestMembers(const Dominators& dominators, const BitSet& set);

  /// The nearest member that dominates a live object and is not the object itself; none() without one.
  ObjectIndex above(ObjectIndex object) const;

 private:
  const Dominators& dominators_;
  Array<uint32_t> nearest_;  // by number: that of the nearest member at or above it, the virtual root's without one
};

}  // namespace heaptrail
