// How densely each class is sampled. That an allocation is reported costs little, whatever it is; a walk over the stack
// costs twice to a hundred times as much. So more is reported than can be looked at: all of what is allocated seldom
// is, and of what is allocated often only some. Some thousand entries of a table that only grows are seen beside a
// hundred megabytes of strings a second.
//
// Each class has an interval of its own for that, and what is reported is looked at with the probability that makes the
// object as likely to be sampled as it were with samples so far apart: numbers that are estimated from intervals stay
// without bias, whatever the intervals are.
//
// Samples of what soon is garbage are for nothing. So most of them go to classes of which the last point has met new
// objects, more where it has met more and where fewer of those that are allocated survive: keys of a table are seen
// though nearly all strings are garbage.
//
// Classes are told apart by a hash, and by the order of magnitude of their objects' sizes. Where two have the same
// place they have the same interval, which is not wrong, only sparser than it could be. Knows nothing of a JVM.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "recorder/sampling_intervals.h"

namespace heaptrail::recorder {

/// Whether a reported object is to be looked at. `random`: evenly from 0 to 1.
bool isLookedAt(double bytes, uint32_t reported, uint32_t own, double random);

class ClassInterval {
 public:
  // From any thread:

  void add(const Allocated& allocated) {
    objects_.fetch_add(allocated.objects, std::memory_order_relaxed);
    bytes_.fetch_add(allocated.bytes, std::memory_order_relaxed);
  }
  /// 0 where all are looked at that are reported.
  uint32_t get() const { return interval_.load(std::memory_order_relaxed); }
  /// One more was looked at. Where it is more than `most` in a period, the interval becomes longer at once.
  void lookedAt(uint32_t reported, uint32_t most);

 private:
  friend class ClassIntervals;

  std::atomic<uint32_t> interval_ = 0;
  std::atomic<uint32_t> looks_ = 0;
  std::atomic<double> objects_ = 0;
  std::atomic<double> bytes_ = 0;
  Allocated recent_;      // as the budget remembers it
  double survivors_ = 0;  // new objects that the last point has met
};

/// Objects of a class that a point has met and none before it.
struct Survivors {
  uint32_t hash = 0;   // of the class
  uint64_t bytes = 0;  // of each, about
  uint64_t objects = 0;
};

class ClassIntervals {
 public:
  // Of no program more than some hundred classes are met within a second.
  static constexpr size_t kPlaces = 2048;
  /// Longer than the longest at which allocations are reported: a class may be most of what is allocated.
  static constexpr uint32_t kMaxInterval = 64 << 20;

  /// From any thread.
  ClassInterval& of(uint32_t hash, uint64_t bytes);

  // From one thread at a time:

  void pointTaken(std::span<const Survivors> survivors);
  /// What was allocated since the last time.
  AllocatedBySize endPeriod();
  /// After a period: gives all classes together so many samples of what was allocated recently. A part is for all
  /// classes alike, a part for those of which objects survive, and the rest is divided by bytes.
  void divide(double samples, uint32_t reported);

 private:
  std::array<ClassInterval, kPlaces> places_;
};

/// Somebody who wants so many samples.
struct Claim {
  double wanted = 0;
  double weight = 1;
  double given = 0;
};

/// Divides samples by the weights of those who want more than they have: nobody has more than is wanted, and what that
/// leaves is for the others. Gives what nobody wants.
double giveByWeight(std::span<Claim> claims, double samples);

}  // namespace heaptrail::recorder
