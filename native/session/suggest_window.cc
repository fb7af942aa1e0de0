#include "session/suggest_window.h"

#include <algorithm>
#include <iterator>
#include <utility>
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

uint64_t bytesOf(const PointAnswer& point) { return point.size.bytes; }

/// The lows among them, in their order: from each to what comes next the heap grows, and to each but the first it fell,
/// by what counts as growth. It need not have grown yet from the last one; but what fell at the last point alone may
/// have fallen because the program ends.
std::vector<size_t> lowsOf(std::span<const PointAnswer> points) {
  std::vector<size_t> lows;
  size_t least = 0;
  size_t most = 0;
  bool rises = true;
  for (size_t i = 0; i < points.size(); ++i) {
    const uint64_t bytes = bytesOf(points[i]);
    if (rises) {
      if (bytes < bytesOf(points[least])) least = i;
      if (!isGrowth(bytesOf(points[least]), bytes)) continue;
      lows.push_back(least);
      most = i;
      rises = false;
    } else {
      if (bytes > bytesOf(points[most])) most = i;
      if (!isGrowth(bytes, bytesOf(points[most]))) continue;
      const bool mayBeTheEnd = i + 1 == points.size();
      if (mayBeTheEnd) break;
      least = i;
      rises = true;
    }
  }
  if (rises && !lows.empty()) lows.push_back(least);
  return lows;
}

using Numbers = std::pair<size_t, size_t>;

/// Between which of these points the heap grew most.
std::optional<Numbers> mostGrowth(std::span<const PointAnswer> points) {
  std::optional<Numbers> best;
  uint64_t growth = 0;
  // A window that grew most begins at a point with less than any before it: from an earlier one with as little, it
  // would have grown as much.
  for (size_t from = 0, to = 0; to < points.size(); ++to) {
    if (bytesOf(points[to]) < bytesOf(points[from])) from = to;
    const uint64_t before = bytesOf(points[from]);
    const uint64_t after = bytesOf(points[to]);
    if (after - before <= growth || !isGrowth(before, after)) continue;
    growth = after - before;
    best = {from, to};
  }
  return best;
}

/// From which point on growth is sustained: a leap at the beginning, as when a program fills its tables, is left out if
/// the heap goes on growing, slower. A leap may take several points.
size_t withoutLeap(std::span<const PointAnswer> points, size_t from, size_t to) {
  const auto rate = [&](size_t first, size_t last) {
    const double seconds = std::max(kShortest, points[last].seconds - points[first].seconds);
    return (static_cast<double>(bytesOf(points[last])) - static_cast<double>(bytesOf(points[first]))) / seconds;
  };
  const auto goesOn = [&](size_t since) {
    const uint64_t before = bytesOf(points[since]);
    return bytesOf(points[to]) >= before + std::max(kLeastGrowthBytes, before / 100 * kMinimumPercentGoingOn) &&
           std::ranges::none_of(points.subspan(since, to - since),
                                [before](const PointAnswer& point) { return bytesOf(point) < before; });
  };
  for (size_t since = from + 1; since < to; ++since) {
    if (rate(from, since) > kLeap * rate(since, to) && goesOn(since)) from = since;
  }
  return from;
}

std::optional<SuggestedWindow> windowIn(std::span<const PointAnswer> points) {
  const auto numbers = mostGrowth(points);
  if (!numbers) return std::nullopt;
  const auto [from, to] = *numbers;
  return SuggestedWindow{points[withoutLeap(points, from, to)].index, points[to].index};
}

std::optional<SuggestedWindow> windowBetweenLows(std::span<const PointAnswer> points) {
  std::vector<PointAnswer> lows;
  double longest = 0;
  for (const size_t number : lowsOf(points)) {
    if (!lows.empty()) longest = std::max(longest, points[number].seconds - lows.back().seconds);
    lows.push_back(points[number]);
  }
  if (lows.size() < 2 || points.back().seconds - lows.back().seconds > longest) return std::nullopt;
  std::optional<SuggestedWindow> window = windowIn(lows);
  if (window) window->betweenLows = true;
  return window;
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

std::optional<SuggestedWindow> suggestWindow(std::span<const PointAnswer> all) {
  // Of light points no growth can be shown: where there are others, they do not count.
  const auto light = std::ranges::count_if(all, &PointAnswer::isLight);
  if (light > 0 && static_cast<size_t>(light) + 2 <= all.size()) {
    std::vector<PointAnswer> full;
    std::ranges::remove_copy_if(all, std::back_inserter(full), &PointAnswer::isLight);
    return suggestWindow(full);
  }
  const auto run = all.first(pointsOfRun(all.size(), !all.empty() && all.back().atExit));
  const auto points = run.subspan(firstAfterStart(run));
  if (points.empty()) return std::nullopt;
  if (const auto window = windowBetweenLows(points)) return window;
  return windowIn(points);
}

}  // namespace heaptrail
