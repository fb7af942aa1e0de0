// The lines of a trend: a value of each row of a grouping at each point, of these the first ones by some order, with
// how each grew; and which rows grow for as long as one looks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "text/words.h"
#include "trends/sustained_growth.h"
#include "trends/trend_table.h"

namespace heaptrail {

/// Which lines come first: those with the largest value.
enum class TrendOrder : uint8_t { kStart, kEnd, kAverage, kAbsolute, kRelative, kSustained };
constexpr auto wordsOf(TrendOrder) {
  return std::to_array<Word<TrendOrder>>({{"start", TrendOrder::kStart},
                                          {"end", TrendOrder::kEnd},
                                          {"average", TrendOrder::kAverage},
                                          {"absolute", TrendOrder::kAbsolute},
                                          {"relative", TrendOrder::kRelative},
                                          {"sustained", TrendOrder::kSustained}});
}
/// Whether the first and the last point tell the order.
constexpr bool isToldByEnds(TrendOrder order) {
  return order != TrendOrder::kAverage && order != TrendOrder::kSustained;
}

struct LinesChoice {
  TrendMetric metric = TrendMetric::kBytes;
  TrendOrder order = TrendOrder::kAbsolute;
  size_t limit = 5;
  std::string search;             // only rows whose key contains this, in either case
  std::vector<std::string> keys;  // only these, where there are any
};

/// A point of the line.
struct TrendPoint {
  PointIndex index;
  double seconds = 0;
  bool whileRunning = true;  // not taken as the program ended, when much is let go of
};

struct TrendLine {
  TrendTable::Key key = 0;
  std::vector<uint64_t> values;          // by point
  int64_t growth = 0;                    // from the first point to the last
  std::optional<double> relativeGrowth;  // of what there was at the first point; none where that was nothing
  SustainedGrowth test;
};

struct TrendLines {
  std::vector<uint64_t> totals;  // by point: all rows together
  uint64_t allRows = 0;          // that there are at any point
  std::vector<TrendLine> shown;
  /// Rows that grow steadily, whether they are shown or not, the fastest first.
  std::vector<TrendLine> steady;
  /// The row that grew most between the ends; none where none grew.
  std::optional<TrendLine> grewMost;
};

/// `points` are those of which the table knows the metric, in the order of time.
TrendLines drawLines(const TrendTable& table, std::span<const TrendPoint> points, const LinesChoice& choice);

/// What the lines that are shown leave. Shallow sizes add up; what rows lead to or retain does not: of that it is what
/// the table knows of them together, and none where that is not known.
std::vector<std::optional<uint64_t>> restOf(const TrendTable& table, std::span<const TrendPoint> points,
                                            const LinesChoice& choice, const TrendLines& lines);

/// The rows that these lines leave.
RowSet rowsBeside(const TrendTable& table, const LinesChoice& choice, const TrendLines& lines);

}  // namespace heaptrail
