// Marks what can be reached: the sweep behind "what is live" and behind every closure of a group.
//
// Starts where `reach` says, never enters what was marked before it began, and marks each object once: one bit per
// object, at the worst four bytes of work list, no recursion.
#pragma once

#include "base/bit_set.h"
#include "base/progress.h"
#include "graph/strong_references.h"
#include "graph/work_list.h"
#include "model/heap.h"

namespace heaptrail {

class Marking {
 public:
  /// `marked`: objects that count as marked and scanned already, so that they are never entered.
  Marking(const Heap& heap, WeakReferences weak, ClassObjects classObjects, BitSet marked)
      : heap_(heap),
        weak_(weak),
        classObjects_(classObjects),
        marked_(std::move(marked)),
        typeSeen_(heap.symbols().types.size()),
        work_(heap) {}

  /// Nothing is reached through these, which outlive this.
  void endAt(const BitSet& ends) { ends_ = &ends; }

  void reach(ObjectIndex object) {
    if (marked_.insert(object.value()) && (ends_ == nullptr || !ends_->test(object.value()))) work_.push(object);
  }

  /// Goes on until nothing new is reached; false when it was cancelled. Progress advances by objects.
  bool run(Progress& progress);

  const BitSet& marked() const { return marked_; }
  BitSet take() { return std::move(marked_); }

 private:
  void scan(ObjectIndex object);

  const Heap& heap_;
  WeakReferences weak_;
  ClassObjects classObjects_;
  BitSet marked_;
  BitSet typeSeen_;
  const BitSet* ends_ = nullptr;
  WorkList work_;
};

}  // namespace heaptrail
