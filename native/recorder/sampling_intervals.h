// How far apart samples are, in allocated bytes on average, and what a sample stands for: as many objects like it as it
// takes until one of them is sampled.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
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

struct Allocated {
  double objects = 0;
  double bytes = 0;

  /// What an object stands for that was sampled.
  static Allocated bySample(double bytes, uint32_t interval) {
    const double objects = 1 / probabilityOfSample(bytes, interval);
    return {objects, objects * bytes};
  }

  /// How many samples there are of it where they are so far apart.
  double samplesAt(uint32_t interval) const { return interval == 0 ? objects : std::min(objects, bytes / interval); }

  Allocated& operator+=(const Allocated& other) {
    objects += other.objects;
    bytes += other.bytes;
    return *this;
  }
  friend Allocated operator*(const Allocated& allocated, double factor) {
    return {allocated.objects * factor, allocated.bytes * factor};
  }
  friend Allocated operator-(const Allocated& one, const Allocated& other) {
    return {one.objects - other.objects, one.bytes - other.bytes};
  }
};

}  // namespace heaptrail::recorder
