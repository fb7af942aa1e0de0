#include "recorder/class_intervals.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <vector>

#include "recorder/sampling_budget.h"

namespace heaptrail::recorder {

namespace {

constexpr uint32_t kMinInterval = 32;
// The part of the samples that all classes share evenly, which is enough to look at all of what is allocated seldom.
// The rest goes where the bytes are: what piles up most is often of the classes that are allocated most.
constexpr double kEvenPart = 0.25;
// A class that stands for less has not been met for some seconds.
constexpr double kForgotten = 0.01;

}  // namespace

bool isLookedAt(double bytes, uint32_t reported, uint32_t own, double random) {
  if (own <= reported) return true;
  return random * probabilityOfSample(bytes, reported) < probabilityOfSample(bytes, own);
}

void ClassInterval::lookedAt(uint32_t reported, uint32_t most) {
  if (looks_.fetch_add(1, std::memory_order_relaxed) < most) return;
  looks_.store(0, std::memory_order_relaxed);
  const uint32_t now = std::max({get(), reported, kMinInterval});
  interval_.store(muchLongerInterval(now, ClassIntervals::kMaxInterval), std::memory_order_relaxed);
}

ClassInterval& ClassIntervals::of(uint32_t hash, uint64_t bytes) {
  // The upper bits of the product depend on all bits of what is multiplied.
  const uint64_t key = (uint64_t{hash} << 8 | std::bit_width(bytes)) * 0x9E3779B97F4A7C15U;
  return places_[key >> (64 - std::bit_width(kPlaces - 1))];
}

void ClassIntervals::divide(double samples, uint32_t reported) {
  std::vector<double> wanted;
  double bytes = 0;
  for (ClassInterval& place : places_) {
    place.looks_.store(0, std::memory_order_relaxed);
    place.recent_ = place.recent_ * SamplingBudget::kRemembered;
    place.recent_ +=
        {place.objects_.exchange(0, std::memory_order_relaxed), place.bytes_.exchange(0, std::memory_order_relaxed)};
    if (place.recent_.objects < kForgotten) place.recent_ = {};
    if (place.recent_.objects > 0) wanted.push_back(place.recent_.samplesAt(reported));
    bytes += place.recent_.bytes;
  }
  const bool allFit = std::reduce(wanted.begin(), wanted.end()) <= samples;
  const double each = evenlyDivided(wanted, kEvenPart * samples);
  const double perByte = (1 - kEvenPart) * samples / bytes;
  for (ClassInterval& place : places_) {
    const double own = each + place.recent_.bytes * perByte;
    const bool fits = allFit || place.recent_.samplesAt(reported) <= own;
    place.interval_.store(fits ? 0 : intervalFrom(place.recent_.bytes / own, kMinInterval, kMaxInterval),
                          std::memory_order_relaxed);
  }
}

double evenlyDivided(std::span<double> wanted, double samples) {
  std::ranges::sort(wanted);
  double left = samples;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const double each = left / static_cast<double>(wanted.size() - i);
    if (wanted[i] > each) return each;
    left -= wanted[i];
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace heaptrail::recorder
