#include "answer/suggest_window.h"

namespace heaptrail {

namespace {

constexpr size_t kEnoughToLeaveSomeOut = 10;
constexpr double kStarting = 0.1;

}  // namespace

std::optional<std::pair<uint32_t, uint32_t>> suggestWindow(std::span<const PointAnswer> points) {
  size_t first = 0;
  if (points.size() >= kEnoughToLeaveSomeOut) {
    const double started = points.front().seconds + kStarting * (points.back().seconds - points.front().seconds);
    while (first + 2 < points.size() && points[first].seconds < started) ++first;
  }
  std::optional<std::pair<uint32_t, uint32_t>> best;
  uint64_t growth = 0;
  for (size_t from = first; from < points.size(); ++from) {
    const uint64_t least = points[from].size.bytes;
    uint64_t most = least;
    for (size_t to = from + 1; to < points.size() && points[to].size.bytes >= least; ++to) {
      const uint64_t bytes = points[to].size.bytes;
      if (bytes <= most) continue;
      most = bytes;
      if (bytes - least <= growth) continue;
      growth = bytes - least;
      best = {points[from].index, points[to].index};
    }
  }
  return best;
}

}  // namespace heaptrail
