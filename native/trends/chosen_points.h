// Which points of a window a trend is drawn through, and in which order they are looked at.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/ids.h"
#include "model/timeline.h"

namespace heaptrail {

/// More points than a chart has room for are not looked at unless somebody asks for them.
inline constexpr size_t kMaxPointsUnasked = 200;

/// From `from` to `to`, both included, in their order. `every`: `3` for every third point, `10s` for points that are at
/// least ten seconds apart; empty for all, but at most kMaxPointsUnasked of them, evenly spread.
Result<std::vector<PointIndex>> choosePoints(std::span<const Point> timeline, PointIndex from, PointIndex to,
                                             const std::string& every);

/// The same points so that the first ones show the whole: both ends, the middle, and what is between these. Where a
/// trace is read in order, both ends and then the others as they come.
std::vector<PointIndex> orderOfVisits(std::span<const PointIndex> points, bool readsInOrder);

}  // namespace heaptrail
