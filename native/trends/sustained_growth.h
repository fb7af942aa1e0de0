// Whether something grows for as long as one looks, as a leak does, or only now and then: told by a test, not left to
// the eye.
//
// The test is that of Mann and Kendall: of all pairs of points, in how many is the later value the larger one? It asks
// neither how large a step is nor for a straight line, so a single leap or a collection that was late says little. The
// slope is that of Theil and Sen: the median of the slopes of all pairs. To count as sustained, growth must
//
//   - be no accident: as many rising pairs come about by chance once in a hundred times at the most,
//   - go on: a cache that fills and then stays grew, too, so the later half of the points must rise on its own, and not
//     much more slowly than all,
//   - matter: be more than what is expected of a program that warms up (`leastGrowth`), in the later half, too,
//   - be no high-water mark: a pool keeps the most that was ever needed. That never falls, so nearly all pairs rise.
//     What never falls must reach new heights more often than demands that come by chance do, since these do it ever
//     more seldom (the test of records, by Foster and Stuart).
//
// While a program starts everything grows, so the first tenth of the time does not count. How often the test is wrong
// is measured: docs/trends.md.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace heaptrail {

/// Fewer points tell no growth from an accident.
inline constexpr size_t kMinimumPointsToTest = 8;

struct SustainedGrowth {
  double slopePerMinute = 0;
  std::optional<double> rSquared;  // of a straight line; none where the values are all the same
  bool growsAtEveryPoint = false;  // of three and more
  bool sustained = false;
  std::optional<double> confidence;  // that it is no accident, 0…1; none with too few points
};

/// `seconds` ascend; a value for each. `leastGrowth`: what the growth must come to, in the unit of the values.
SustainedGrowth testGrowth(std::span<const double> seconds, std::span<const double> values, double leastGrowth);

}  // namespace heaptrail
