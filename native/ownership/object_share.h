// What is known of an object while a heap is divided among its owners: how many references lead to it, and later what
// each of them owns of it. Both fit into 8 bytes, so that what a walk asks of an object is one access to memory.
//
// References are counted by whoever sweeps over all of them anyway: reading them is most of what counting takes.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/array.h"
#include "base/parallel.h"
#include "model/ids.h"

namespace heaptrail {

class ObjectShare {
 public:
  bool isDivided() const { return (upper_ & kDivided) != 0; }
  /// In parts of bytes.
  uint64_t share() const { return (uint64_t{upper_ & ~kDivided} << 32) | lower_; }
  void divide(uint64_t share) {
    lower_ = static_cast<uint32_t>(share);
    upper_ = static_cast<uint32_t>(share >> 32) | kDivided;
  }

  // While references are counted: by one thread those from objects of the same block, by any those from others.
  void addReference() { ++lower_; }
  void addReferenceFromElsewhere() { std::atomic_ref<uint32_t>(upper_).fetch_add(1, std::memory_order_relaxed); }
  void takeTogether() {
    lower_ += upper_;
    upper_ = 0;
  }

  // While it is not divided, its place on the way of a walk; 0 before that.
  uint32_t references() const { return lower_; }
  uint32_t number() const { return upper_; }
  void setNumber(uint32_t number) { upper_ = number; }

  static constexpr uint32_t kDivided = uint32_t{1} << 31;

 private:
  uint32_t lower_;
  uint32_t upper_;
};

/// By object.
using ObjectShares = Array<ObjectShare>;

/// Counts a reference from an object of a block, which this thread has for itself as long as it sweeps.
inline void countReference(ObjectShares& shares, const Block& from, ObjectIndex target) {
  ObjectShare& share = shares[target.value()];
  if (target.value() - from.from < from.size()) {
    share.addReference();
  } else {
    share.addReferenceFromElsewhere();
  }
}

}  // namespace heaptrail
