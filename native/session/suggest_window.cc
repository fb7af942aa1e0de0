#include "session/suggest_window.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace heaptrail {

namespace {

constexpr size_t kEnoughToLeaveSomeOut = 6;
constexpr double kStarting = 0.1;
// What grows so many times as fast as afterwards is a leap.
constexpr double kLeap = 2;
// Of a heap that has leapt, growth of this much counts.
constexpr uint64_t kMinimumPercentGoingOn = 3;
constexpr double kShortest = 1e-3;

/// From which point on growth is sustained: a leap at the beginning, as when a program fills its tables, is left out if
/// the heap goes on growing, slower.
size_t withoutLeap(std::span<const PointAnswer> points, size_t from, size_t to) {
  const auto rate = [&](size_t first, size_t last) {
    const double seconds = std::max(kShortest, points[last].seconds - points[first].seconds);
    return (static_cast<double>(points[last].size.bytes) - static_cast<double>(points[first].size.bytes)) / seconds;
  };
  const auto goesOn = [&](size_t since) {
    const uint64_t before = points[since].size.bytes;
    const uint64_t after = points[to].size.bytes;
    return after >= before + std::max(kLeastGrowthBytes, before / 100 * kMinimumPercentGoingOn);
  };
  while (from + 1 < to && goesOn(from + 1) && rate(from, from + 1) > kLeap * rate(from + 1, to)) {
    ++from;
  }
  return from;
}

}  // namespace

bool isGrowth(uint64_t bytesBefore, uint64_t bytesAfter) {
  if (bytesAfter <= bytesBefore) return false;
  const uint64_t growth = bytesAfter - bytesBefore;
  return growth >= kLeastGrowthBytes && growth >= bytesBefore / 100 * kLeastGrowthPercent;
}

size_t firstAfterStart(std::span<const PointAnswer> points) {
  if (points.size() < kEnoughToLeaveSomeOut) return 0;
  const double started = points.front().seconds + kStarting * (points.back().seconds - points.front().seconds);
  size_t first = 0;
  while (first + 2 < points.size() && points[first].seconds < started) ++first;
  return first;
}

std::optional<std::pair<uint32_t, uint32_t>> suggestWindow(std::span<const PointAnswer> all) {
  // Of light points no growth can be shown: where there are others, they do not count.
  const auto light = std::ranges::count_if(all, &PointAnswer::isLight);
  if (light > 0 && static_cast<size_t>(light) + 2 <= all.size()) {
    std::vector<PointAnswer> full;
    std::ranges::remove_copy_if(all, std::back_inserter(full), &PointAnswer::isLight);
    return suggestWindow(full);
  }
  const auto points = all.first(pointsOfRun(all.size(), !all.empty() && all.back().atExit));
  const size_t first = firstAfterStart(points);
  std::optional<std::pair<size_t, size_t>> best;
  uint64_t growth = 0;
  // A window that grew most begins at a point with less than any before it: from an earlier one with as little, it
  // would have grown as much.
  for (size_t from = first, to = first; to < points.size(); ++to) {
    if (points[to].size.bytes < points[from].size.bytes) from = to;
    const uint64_t before = points[from].size.bytes;
    const uint64_t after = points[to].size.bytes;
    if (after - before <= growth || !isGrowth(before, after)) continue;
    growth = after - before;
    best = {from, to};
  }
  if (!best) return std::nullopt;
  const auto [from, to] = *best;
  return std::pair{points[withoutLeap(points, from, to)].index, points[to].index};
}

}  // namespace heaptrail
