#include "trends/chosen_points.h"

#include <fmt/format.h>

#include <charconv>
#include <deque>
#include <utility>

#include "base/try.h"

namespace heaptrail {

namespace {

struct Distance {
  double number = 0;
  bool isSeconds = false;
};

Result<Distance> parseDistance(const std::string& text) {
  Distance distance;
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, distance.number);
  distance.isSeconds = rest + 1 == end && *rest == 's';
  const bool isCount = rest == end && distance.number >= 1 && distance.number < 1e9 &&
                       distance.number == static_cast<double>(static_cast<uint32_t>(distance.number));
  if (problem == std::errc() && (isCount || (distance.isSeconds && distance.number >= 0))) return distance;
  return usageError(fmt::format(
      "\"{}\" says no distance of points: expected a number such as 3, for every third, or seconds such as 10s", text));
}

std::vector<PointIndex> evenlySpread(uint32_t from, uint32_t to, size_t count) {
  std::vector<PointIndex> points;
  for (size_t i = 0; i < count; ++i) {
    points.emplace_back(from + static_cast<uint32_t>((uint64_t{to} - from) * i / (count - 1)));
  }
  return points;
}

}  // namespace

Result<std::vector<PointIndex>> choosePoints(std::span<const Point> timeline, PointIndex from, PointIndex to,
                                             const std::string& every) {
  if (to < from) {
    return usageError(
        fmt::format("a trend goes from an earlier point to a later one: {} lies behind {}", from.value(), to.value()));
  }
  const size_t all = size_t{to.value()} - from.value() + 1;
  if (every.empty() && all > kMaxPointsUnasked) return evenlySpread(from.value(), to.value(), kMaxPointsUnasked);
  Distance distance{1, false};
  if (!every.empty()) {
    distance = TRY(parseDistance(every));
  }
  std::vector<PointIndex> points{from};
  for (uint32_t i = from.value() + 1; i < to.value(); ++i) {
    const uint32_t last = points.back().value();
    const double apart = distance.isSeconds ? timeline[i].seconds - timeline[last].seconds : i - last;
    if (apart >= distance.number) points.emplace_back(i);
  }
  // The end belongs to the window, however near the point before it is.
  if (from < to) points.push_back(to);
  return points;
}

std::vector<PointIndex> orderOfVisits(std::span<const PointIndex> points, bool readsInOrder) {
  if (points.size() < 3) return {points.begin(), points.end()};
  std::vector<PointIndex> order{points.front(), points.back()};
  if (readsInOrder) {
    order.insert(order.end(), points.begin() + 1, points.end() - 1);
    return order;
  }
  std::deque<std::pair<size_t, size_t>> gaps{{0, points.size() - 1}};
  while (!gaps.empty()) {
    const auto [first, last] = gaps.front();
    gaps.pop_front();
    if (last - first < 2) continue;
    const size_t middle = first + (last - first) / 2;
    order.push_back(points[middle]);
    gaps.emplace_back(first, middle);
    gaps.emplace_back(middle, last);
  }
  return order;
}

}  // namespace heaptrail
