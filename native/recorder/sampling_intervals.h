// How far apart samples are, in allocated bytes on average, and what a sample stands for: as many objects like it as it
// takes until one of them is sampled.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace heaptrail::recorder {

// Intervals that are chosen are of a series, four of them between one and its double: so a recording has room for all.

inline uint32_t longerInterval(uint32_t interval) { return interval + std::bit_floor(interval) / 4; }
inline uint32_t shorterInterval(uint32_t interval) { return interval - std::bit_floor(interval - 1) / 4; }
/// For whoever has to slow down at once, in a burst.
inline uint32_t muchLongerInterval(uint32_t interval, uint32_t longest) {
  constexpr uint32_t kStep = 16;
  return interval < longest / kStep ? interval * kStep : longest;
}
/// The shortest of the series that is not shorter than this, between the two ends.
inline uint32_t intervalFrom(double interval, uint32_t shortest, uint32_t longest) {
  if (interval >= longest) return longest;
  const auto whole = std::max(shortest, static_cast<uint32_t>(std::ceil(interval)));
  const uint32_t step = std::max(1U, std::bit_floor(whole) / 4);
  return (whole + step - 1) / step * step;
}

/// How likely an object is to be sampled where samples are so many bytes apart, on average; 0: every allocation.
inline double probabilityOfSample(double bytes, uint32_t interval) {
  return interval == 0 ? 1 : -std::expm1(-bytes / interval);
}

/// Sizes of one order of magnitude have the same.
constexpr size_t kSizeOrders = 27;  // the last: more than any interval
constexpr size_t orderOfSize(uint64_t bytes) { return std::min<size_t>(std::bit_width(bytes), kSizeOrders - 1); }

/// Objects of about one size.
struct Allocated {
  double objects = 0;
  double bytes = 0;

  /// What an object stands for that was sampled.
  static Allocated bySample(double bytes, uint32_t interval) {
    const double objects = 1 / probabilityOfSample(bytes, interval);
    return {objects, objects * bytes};
  }

  /// How many samples there are of it where they are so far apart.
  double samplesAt(uint32_t interval) const {
    return objects > 0 ? objects * probabilityOfSample(bytes / objects, interval) : 0;
  }
  /// How far apart so many samples of it are, fewer than there are objects.
  double intervalFor(double samples) const { return -bytes / objects / std::log1p(-samples / objects); }

  Allocated& operator+=(const Allocated& other) {
    objects += other.objects;
    bytes += other.bytes;
    return *this;
  }
  friend Allocated operator*(const Allocated& allocated, double factor) {
    return {allocated.objects * factor, allocated.bytes * factor};
  }
};

/// Objects of all sizes, those of one order of magnitude together: an array of 100 KB is sampled at most once, however
/// many intervals it is long, and where most bytes are of such arrays, small objects are far fewer than bytes tell.
class AllocatedBySize {
 public:
  double samplesAt(uint32_t interval) const {
    double samples = 0;
    for (const Allocated& ofOneSize : byOrder_) samples += ofOneSize.samplesAt(interval);
    return samples;
  }

  AllocatedBySize& operator+=(const Allocated& allocated) {
    if (allocated.objects > 0) {
      byOrder_[orderOfSize(static_cast<uint64_t>(allocated.bytes / allocated.objects))] += allocated;
    }
    return *this;
  }
  AllocatedBySize& operator+=(const AllocatedBySize& other) {
    for (size_t i = 0; i < kSizeOrders; ++i) byOrder_[i] += other.byOrder_[i];
    return *this;
  }
  AllocatedBySize& operator*=(double factor) {
    for (Allocated& ofOneSize : byOrder_) ofOneSize = ofOneSize * factor;
    return *this;
  }

 private:
  std::array<Allocated, kSizeOrders> byOrder_;
};

}  // namespace heaptrail::recorder
