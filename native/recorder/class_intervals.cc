#include "recorder/class_intervals.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <vector>

#include "recorder/sampling_budget.h"

namespace heaptrail::recorder {

namespace {

constexpr uint32_t kMinInterval = 32;
// The part of the samples that all classes share evenly, which is enough to look at all of what is allocated seldom: a
// larger one while no point has told yet what survives. And the part for classes of which objects survive. The rest
// goes where the bytes are: what piles up most is often of the classes that are allocated most, and no point has met
// yet what a program has just begun to keep.
constexpr double kEvenPartAtFirst = 0.3;
constexpr double kEvenPart = 0.15;
constexpr double kPartOfSurvivors = 0.75;

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
  const uint64_t key = (uint64_t{hash} << 8 | orderOfSize(bytes)) * 0x9E3779B97F4A7C15U;
  return places_[key >> (64 - std::bit_width(kPlaces - 1))];
}

void ClassIntervals::pointTaken(std::span<const Survivors> survivors) {
  for (ClassInterval& place : places_) place.survivors_ = 0;
  for (const auto& [hash, bytes, objects] : survivors) of(hash, bytes).survivors_ += static_cast<double>(objects);
}

AllocatedBySize ClassIntervals::endPeriod() {
  AllocatedBySize all;
  for (ClassInterval& place : places_) {
    const Allocated now{place.objects_.exchange(0, std::memory_order_relaxed),
                        place.bytes_.exchange(0, std::memory_order_relaxed)};
    all += now;
    place.looks_.store(0, std::memory_order_relaxed);
    place.recent_ = place.recent_ * SamplingBudget::kRemembered;
    place.recent_ += now;
    if (place.recent_.objects < kForgotten) place.recent_ = {};
  }
  return all;
}

void ClassIntervals::divide(double samples, uint32_t reported) {
  std::vector<ClassInterval*> met;
  std::vector<Claim> claims;
  for (ClassInterval& place : places_) {
    if (place.recent_.objects == 0) {
      place.interval_.store(0, std::memory_order_relaxed);
    } else {
      met.push_back(&place);
      claims.push_back({.wanted = place.recent_.samplesAt(reported)});
    }
  }
  const auto weigh = [&](auto weightOf) {
    for (size_t i = 0; i < met.size(); ++i) claims[i].weight = weightOf(*met[i]);
  };
  const bool areSurvivorsKnown = std::ranges::any_of(met, [](const ClassInterval* one) { return one->survivors_ > 0; });
  const double evenPart = areSurvivorsKnown ? kEvenPart : kEvenPartAtFirst;
  const double partOfSurvivors = areSurvivorsKnown ? kPartOfSurvivors : 0;
  double left = giveByWeight(claims, evenPart * samples);

  // Only samples of what survives tell something: to get as many of them where a hundredth survives as where all does
  // takes a hundred times as many samples. With these weights all of them together tell the most about all survivors:
  // as many samples as there are survivors, times ten where it is a hundredth.
  weigh([](const ClassInterval& one) { return std::sqrt(one.survivors_ * one.recent_.objects); });
  left = giveByWeight(claims, left + partOfSurvivors * samples);

  weigh([](const ClassInterval& one) { return one.recent_.bytes; });
  giveByWeight(claims, left + (1 - evenPart - partOfSurvivors) * samples);

  for (size_t i = 0; i < met.size(); ++i) {
    const auto& [wanted, weight, given] = claims[i];
    const bool all = given >= wanted;
    met[i]->interval_.store(all ? 0 : intervalFrom(met[i]->recent_.intervalFor(given), kMinInterval, kMaxInterval),
                            std::memory_order_relaxed);
  }
}

double giveByWeight(std::span<Claim> claims, double samples) {
  std::vector<Claim*> wanting;
  double weight = 0;
  for (Claim& claim : claims) {
    if (claim.given >= claim.wanted || claim.weight == 0) continue;
    wanting.push_back(&claim);
    weight += claim.weight;
  }
  std::ranges::sort(wanting, {}, [](const Claim* claim) { return (claim->wanted - claim->given) / claim->weight; });
  for (auto next = wanting.begin(); next != wanting.end(); ++next) {
    Claim& claim = **next;
    const double perWeight = samples / weight;
    if (claim.wanted - claim.given > perWeight * claim.weight) {
      for (; next != wanting.end(); ++next) (*next)->given += perWeight * (*next)->weight;
      return 0;
    }
    samples -= claim.wanted - claim.given;
    weight -= claim.weight;
    claim.given = claim.wanted;
  }
  return samples;
}

}  // namespace heaptrail::recorder
