// Objects that wait to be scanned. Every step of a walk over the heap waits for memory: an object's columns lie
// anywhere. So objects spend a little time in a queue between the stack and the scan, while the processor fetches what
// they need.
#pragma once

#include <array>
#include <vector>

#include "model/heap.h"

namespace heaptrail {

class WorkList {
 public:
  explicit WorkList(const Heap& heap) : heap_(heap) {}

  bool empty() const { return stack_.empty() && waiting_ == 0; }
  void push(ObjectIndex object) { stack_.push_back(object); }

  ObjectIndex pop() {
    while (waiting_ < kAhead && !stack_.empty()) {
      const ObjectIndex object = stack_.back();
      stack_.pop_back();
      heap_.prefetch(object);
      queue_[(head_ + waiting_++) % kAhead] = object;
    }
    const ObjectIndex object = queue_[head_];
    head_ = (head_ + 1) % kAhead;
    --waiting_;
    if (waiting_ > kAhead / 2) heap_.prefetchReferences(queue_[(head_ + waiting_ / 2) % kAhead]);
    return object;
  }

 private:
  static constexpr uint32_t kAhead = 16;

  const Heap& heap_;
  std::vector<ObjectIndex> stack_;
  std::array<ObjectIndex, kAhead> queue_;
  uint32_t head_ = 0;
  uint32_t waiting_ = 0;
};

}  // namespace heaptrail
