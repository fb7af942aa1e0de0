// What can be reached in a live graph from where one says, step by step: each object is entered once.
#pragma once

#include "base/bit_set.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "graph/work_list.h"

namespace heaptrail {

class Reach {
 public:
  explicit Reach(const LiveGraph& graph) : graph_(graph), reached_(graph.heap().objectCount()), work_(graph.heap()) {}

  /// Takes part from the next run on.
  void enter(ObjectIndex object) {
    if (reached_.insert(object.value()) && graph_.isInner(object)) work_.push(object);
  }

  /// Goes on until nothing new is reached; false when it was cancelled. Progress advances by inner objects.
  bool run(Progress& progress) {
    while (!work_.empty()) {
      const ObjectIndex object = work_.pop();
      for (const ObjectIndex target : graph_.heap().references(object)) reached_.prefetch(target.value());
      graph_.forEachKept(object, [this](ObjectIndex target) { enter(target); });
      if (++sinceCheck_ < kObjectsBetweenChecks) continue;
      sinceCheck_ = 0;
      if (!progress.advance(kObjectsBetweenChecks)) return false;
    }
    return true;
  }

  bool has(ObjectIndex object) const { return reached_.test(object.value()); }
  const BitSet& reached() const { return reached_; }

 private:
  const LiveGraph& graph_;
  BitSet reached_;
  WorkList work_;
  uint32_t sinceCheck_ = 0;
};

}  // namespace heaptrail
