// What shares in a window are of, and how much in it counts.
#pragma once

#include <concepts>
#include <cstdint>

#include "growth/window_ends.h"

namespace heaptrail {

struct HeapGain {
  enum class Of : uint8_t {
    kGrowth,      // what the live heap gained
    kWholeHeap,   // all that it holds: the window begins with nothing
    kShrunkHeap,  // all that it holds at the end: it did not grow, but something in it may have
  };

  int64_t bytes = 0;  // none where there is nothing to have a share of
  Of of = Of::kGrowth;

  static constexpr HeapGain between(uint64_t from, uint64_t to, bool fromNothing) {
    if (fromNothing) return {static_cast<int64_t>(to), Of::kWholeHeap};
    if (to > from) return {static_cast<int64_t>(to - from), Of::kGrowth};
    return {static_cast<int64_t>(to), Of::kShrunkHeap};
  }

  constexpr bool isWhole() const { return of == Of::kWholeHeap; }
  constexpr bool heapGrew() const { return of != Of::kShrunkHeap; }

  /// In percent. It can be above 100, where others owned before what now one structure owns alone.
  double percentOf(const GrownSize& size) const {
    return 100.0 * static_cast<double>(size.bytes()) / static_cast<double>(bytes);
  }

  /// This share of what counts, in bytes. Of a heap that did not grow a fifth counts, as if it had grown by that: what
  /// is high by default is then 1 % of the heap.
  constexpr double part(double share) const { return share * counted(); }
  /// What a size must gain to be high.
  constexpr double high(double threshold) const { return part(threshold / 100); }
  bool isHigh(const GrownSize& size, double threshold) const {
    return 100.0 * static_cast<double>(size.bytes()) / counted() >= threshold;
  }

 private:
  static constexpr double kPartOfShrunk = 0.2;

  constexpr double counted() const { return (heapGrew() ? 1 : kPartOfShrunk) * static_cast<double>(bytes); }
};

template <std::derived_from<HeapEnd> End>
HeapGain gainIn(const Window<End>& ends) {
  return HeapGain::between(ends.from.live.bytes, ends.to.live.bytes, ends.from.live.objects == 0);
}

}  // namespace heaptrail
