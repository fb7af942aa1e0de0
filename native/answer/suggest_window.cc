#include "answer/suggest_window.h"

namespace heaptrail {

namespace {

constexpr size_t kEnoughToLeaveSomeOut = 10;
constexpr double kStarting = 0.1;

}  // namespace

bool isGrowth(uint64_t bytesBefore, uint64_t bytesAfter) {
  if (bytesAfter <= bytesBefore) return false;
  const uint64_t growth = bytesAfter - bytesBefore;
  return growth >= kLeastGrowthBytes && growth >= bytesBefore / 100 * kLeastGrowthPercent;
}

std::optional<std::pair<uint32_t, uint32_t>> suggestWindow(std::span<const PointAnswer> points) {
  size_t first = 0;
  if (points.size() >= kEnoughToLeaveSomeOut) {
    const double started = points.front().seconds + kStarting * (points.back().seconds - points.front().seconds);
    while (first + 2 < points.size() && points[first].seconds < started) ++first;
  }
  std::optional<std::pair<uint32_t, uint32_t>> best;
  uint64_t growth = 0;
  // A window that grew most begins at a point with less than any before it: from an earlier one with as little, it
  // would have grown as much.
  for (size_t from = first, to = first; to < points.size(); ++to) {
    if (points[to].size.bytes < points[from].size.bytes) from = to;
    const uint64_t before = points[from].size.bytes;
    const uint64_t after = points[to].size.bytes;
    if (after - before <= growth || !isGrowth(before, after)) continue;
    growth = after - before;
    best = {points[from].index, points[to].index};
  }
  return best;
}

}  // namespace heaptrail
