#include "trends/sustained_growth.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <vector>

namespace heaptrail {

namespace {

constexpr double kMinimumConfidence = 0.99;
constexpr double kStarting = 0.1;              // of the time, in which everything grows
constexpr double kMinimumSlopeOfLater = 0.3;   // of the slope of all
constexpr double kMinimumRisingOfLater = 0.5;  // more pairs that rise than fall, of all pairs
// Of the mean step between two points: what falls by less never falls, and what rises by less reaches no new height.
constexpr double kFall = 0.5;
constexpr double kRise = 0.25;

double medianOf(std::vector<double>& numbers) {
  if (numbers.empty()) return 0;
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::ranges::nth_element(numbers, middle);
  if (numbers.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(numbers.begin(), middle)) / 2;
}

/// Theil's and Sen's, in a second.
double robustSlope(std::span<const double> seconds, std::span<const double> values) {
  std::vector<double> slopes;
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i + 1; j < values.size(); ++j) {
      if (seconds[j] > seconds[i]) slopes.push_back((values[j] - values[i]) / (seconds[j] - seconds[i]));
    }
  }
  return medianOf(slopes);
}

/// Kendall's S: pairs that rise less pairs that fall.
double risingPairs(std::span<const double> values) {
  double sum = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i + 1; j < values.size(); ++j) {
      sum += values[j] > values[i] ? 1 : values[j] < values[i] ? -1 : 0;
    }
  }
  return sum;
}

double pairsOf(size_t count) { return static_cast<double>(count) * (static_cast<double>(count) - 1) / 2; }

/// How sure it is that values that come by chance have fewer rising pairs: by the normal distribution, with the
/// correction for values that are equal.
double confidenceOf(std::span<const double> values) {
  const double rising = risingPairs(values);
  if (rising <= 0) return 0;
  const auto term = [](double n) { return n * (n - 1) * (2 * n + 5); };
  std::map<double, size_t> equal;
  for (const double value : values) ++equal[value];
  double variance = term(static_cast<double>(values.size()));
  for (const auto& [value, count] : equal) variance -= term(static_cast<double>(count));
  variance /= 18;
  if (variance <= 0) return 0;
  const double z = (rising - 1) / std::sqrt(variance);
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

/// How many of so many demands that come by chance exceed all before them, once in a hundred times or less. The i-th
/// does with a probability of 1/i, whatever demands are like, so their number grows with the logarithm only.
size_t heightsNotByChance(size_t demands) {
  // More than that have no probability worth counting, however many demands there are.
  constexpr size_t kMax = 64;
  std::vector<double> chances(kMax + 1);
  chances[0] = 1;
  for (size_t i = 1; i <= demands; ++i) {
    const double highest = 1 / static_cast<double>(i);
    for (size_t count = kMax; count > 0; --count) {
      chances[count] = chances[count] * (1 - highest) + chances[count - 1] * highest;
    }
    chances[0] *= 1 - highest;
  }
  double atLeast = 0;
  for (size_t count = kMax; count > 0; --count) {
    atLeast += chances[count];
    if (atLeast > 1 - kMinimumConfidence) return count + 1;
  }
  return 1;
}

/// Whether it may be the most that was ever needed: it never falls, and reaches new heights no more often than demands
/// that come by chance do. So it is with pools, and with buffers that are enlarged.
bool mayBeHighWaterMark(std::span<const double> values) {
  const double step = std::abs(values.back() - values.front()) / static_cast<double>(values.size() - 1);
  double highest = values.front();
  size_t heights = 1;
  for (size_t i = 1; i < values.size(); ++i) {
    if (values[i] < values[i - 1] - kFall * step) return false;
    if (values[i] <= highest + kRise * step) continue;
    highest = values[i];
    ++heights;
  }
  return heights < heightsNotByChance(values.size());
}

std::optional<double> rSquaredOf(std::span<const double> seconds, std::span<const double> values) {
  // Sums of equal values differ in their last digits.
  if (std::ranges::adjacent_find(values, std::not_equal_to<>()) == values.end()) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  double t = 0;
  double y = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    t += seconds[i] / n;
    y += values[i] / n;
  }
  double tt = 0;
  double ty = 0;
  double yy = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    tt += (seconds[i] - t) * (seconds[i] - t);
    ty += (seconds[i] - t) * (values[i] - y);
    yy += (values[i] - y) * (values[i] - y);
  }
  if (tt <= 0 || yy <= 0) return std::nullopt;
  return ty * ty / (tt * yy);
}

}  // namespace

SustainedGrowth testGrowth(std::span<const double> seconds, std::span<const double> values, double leastGrowth) {
  SustainedGrowth growth;
  if (values.size() < 2) return growth;
  growth.slopePerMinute = 60 * robustSlope(seconds, values);
  growth.rSquared = rSquaredOf(seconds, values);
  growth.growsAtEveryPoint =
      values.size() > 2 && std::ranges::adjacent_find(values, std::greater_equal<>()) == values.end();
  if (values.size() < kMinimumPointsToTest) return growth;
  const double started = seconds.front() + kStarting * (seconds.back() - seconds.front());
  size_t first = 0;
  while (first < values.size() && seconds[first] < started) ++first;
  // A point that comes at the very start is one of the program that runs if there are not enough others.
  first = std::min(first, values.size() - (kMinimumPointsToTest - 1));
  const auto running = values.subspan(first);
  const auto times = seconds.subspan(first);
  growth.confidence = confidenceOf(running);
  const double slope = robustSlope(times, running);
  const size_t half = running.size() / 2;
  const auto later = running.subspan(half);
  const double laterSlope = robustSlope(times.subspan(half), later);
  const bool goesOn =
      laterSlope >= kMinimumSlopeOfLater * slope && risingPairs(later) >= kMinimumRisingOfLater * pairsOf(later.size());
  // The tail of what has filled rises, too, but comes to little.
  const bool matters = std::min(slope, laterSlope) * (times.back() - times.front()) >= leastGrowth;
  growth.sustained =
      slope > 0 && *growth.confidence >= kMinimumConfidence && goesOn && matters && !mayBeHighWaterMark(running);
  return growth;
}

}  // namespace heaptrail
