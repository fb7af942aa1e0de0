#include "session/suggest_point.h"

#include <algorithm>
#include <vector>

#include "session/suggest_window.h"

namespace heaptrail {

std::optional<SuggestedPoint> suggestPoint(std::span<const Point> points) {
  if (points.empty()) return std::nullopt;
  const auto last = static_cast<uint32_t>(points.size() - 1);
  if (last == 0) return SuggestedPoint{0, WhySuggested::kOnly};
  std::vector<PointAnswer> counted;
  for (const Point& point : points) {
    // Whoever opens a trace waits for one heap to be rebuilt, and not for all.
    if (!point.reached) return SuggestedPoint{last, WhySuggested::kLast};
    counted.push_back(
        {static_cast<uint32_t>(counted.size()), point.seconds, *point.reached, point.atExit, {}, point.isLight});
  }
  if (const auto window = suggestWindow(counted)) {
    return SuggestedPoint{window->to, window->betweenLows ? WhySuggested::kLow : WhySuggested::kGrowth};
  }
  // The newest one is expected then, if not much was let go of before it was taken.
  const auto bytes = [](const PointAnswer& point) { return point.size.bytes; };
  const uint64_t most = bytes(*std::ranges::max_element(counted, {}, bytes));
  uint32_t newest = last;
  while (isGrowth(bytes(counted[newest]), most)) --newest;
  return SuggestedPoint{newest, newest == last ? WhySuggested::kLast : WhySuggested::kFall};
}

std::string_view toString(WhySuggested why) {
  switch (why) {
    case WhySuggested::kOnly:
      return "only";
    case WhySuggested::kGrowth:
      return "growth";
    case WhySuggested::kLow:
      return "low";
    case WhySuggested::kFall:
      return "fall";
    case WhySuggested::kLast:
      return "last";
  }
  return {};
}

}  // namespace heaptrail
