// Goes through the points of a trace and keeps what a trend needs of each: a heap is rebuilt, divided, measured and
// dropped, one after another. What is known already is not computed again, so whoever has to stop after a while goes on
// where it stopped.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "session/kept_trend.h"
#include "session/opened_trace.h"
#include "trends/trend_lines.h"

namespace heaptrail {

struct TrendRequest {
  std::vector<PointIndex> points;  // ascending
  LinesChoice lines;
  bool rest = true;  // what the lines leave is wanted, too
  /// When to stop, whatever is missing then. Each call does some work.
  std::optional<std::chrono::steady_clock::time_point> until;
};

/// Takes the whole of the progress. What was kept before it was cancelled stays.
Status workOnTrend(OpenedTrace& trace, KeptTrend& trend, const TrendRequest& request, Progress& progress);

/// The points of which all is known that lines are drawn with, in the order of time. The caller has locked `trend`.
std::vector<TrendPoint> pointsDone(const OpenedTrace& trace, const KeptTrend& trend, const TrendRequest& request);

}  // namespace heaptrail
