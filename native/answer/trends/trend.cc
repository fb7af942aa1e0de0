// Answers the question how groups develop over many points.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "answer/shared/asked_points.h"
#include "answer/trends/trend_question.h"
#include "answer/trends/trend_sentence.h"
#include "base/try.h"
#include "session/trend_work.h"

namespace heaptrail {

namespace {

/// With what is live there, as far as that is known.
PointAnswer endOf(OpenedTrace& trace, PointIndex point) {
  const auto summary = trace.peek(point).availableSummary();
  if (summary != nullptr) return trace.toAnswer(point, sumOf(summary->live));
  return trace.toAnswer(point, trace.trace().timeline().points[point.value()].reached.value_or(Size{}));
}

void addSeries(const TrendTable& table, TrendLines& lines, TrendAnswer& answer) {
  for (TrendLine& line : lines.shown) {
    answer.series.push_back({table.nameOf(line.key), table.goesOn(line.key), std::move(line.values), line.growth,
                             line.relativeGrowth, line.test});
  }
}

}  // namespace

Result<TrendAnswer> ask(OpenedTrace& trace, const TrendQuestion& question, Progress& progress) {
  if (question.limit == 0 || question.limit > TrendQuestion::kMaxSeries) {
    return usageError(
        fmt::format("a trend has from 1 to {} rows, {} were asked for", TrendQuestion::kMaxSeries, question.limit));
  }
  if (question.keys.size() > TrendQuestion::kMaxSeries) {
    return usageError(
        fmt::format("expected at most {} keys, found {}", TrendQuestion::kMaxSeries, question.keys.size()));
  }
  const auto began = std::chrono::steady_clock::now();
  std::vector<PointIndex> points = TRY(askedPoints(trace, question.from, question.to, question.every));
  const std::shared_ptr<KeptTrend> trend = TRY(trace.keptTrend(question.groups()));
  TrendRequest request;
  request.points = std::move(points);
  request.lines = {question.metric, question.order, question.limit, question.search, question.keys};
  request.rest = question.other;
  if (question.within > 0) request.until = began + std::chrono::milliseconds(question.within);
  TRY(workOnTrend(trace, *trend, request, progress));

  TrendAnswer answer;
  answer.from = endOf(trace, request.points.front());
  answer.to = endOf(trace, request.points.back());
  const std::lock_guard lock(trend->mutex);
  const TrendTable& table = trend->table;
  const std::vector<TrendPoint> done = pointsDone(trace, *trend, request);
  if (done.size() == request.points.size() && !trend->found) return unknownRow(question.path, trend->grouping);
  TrendLines lines = drawLines(table, done, request.lines);
  answer.by = toString(trend->grouping);
  answer.path = question.path;
  answer.level = trend->level;
  answer.rowsBy = trend->rowsBy;
  answer.where = question.where;
  answer.structures = question.structures;
  answer.metric = question.metric;
  answer.order = question.order;
  for (size_t i = 0; i < done.size(); ++i) {
    answer.points.push_back({done[i].index.value(), done[i].seconds, lines.totals[i]});
  }
  answer.wanted = request.points.size();
  answer.complete = done.size() == request.points.size();
  answer.totalSeries = lines.allRows;
  if (question.other) {
    TrendAnswer::Other other{lines.allRows - lines.shown.size(), restOf(table, done, request.lines, lines)};
    const bool isKnown = std::ranges::all_of(other.values, [](const auto& value) { return value.has_value(); });
    answer.complete = answer.complete && isKnown;
    if (other.keys > 0) answer.other = std::move(other);
  }
  if (answer.complete) {
    const auto running = std::ranges::count_if(done, [](const TrendPoint& point) { return point.whileRunning; });
    answer.sentence = trendSentence(table, lines, question.metric, static_cast<size_t>(running));
  }
  addSeries(table, lines, answer);
  answer.warnings = trend->warnings;
  return answer;
}

}  // namespace heaptrail
