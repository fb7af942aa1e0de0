#include "session/trend_work.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "session/point_facts.h"
#include "trends/chosen_points.h"

namespace heaptrail {

namespace {

constexpr std::chrono::milliseconds kBetweenChecks{20};
// First what lines need, then, where lines are chosen by all points, what they leave; the ends may be needed again.
constexpr size_t kMaxRounds = 4;

class TrendWork {
 public:
  TrendWork(OpenedTrace& trace, KeptTrend& trend, const TrendRequest& request, Progress& progress)
      : trace_(trace),
        trend_(trend),
        request_(request),
        progress_(progress),
        closure_(closureOf(request.lines.metric)),
        order_(orderOfVisits(request.points, trace.trace().readsInOrder())) {}

  Status run() {
    std::unique_lock visiting(trace_.visiting(), std::defer_lock);
    while (!visiting.try_lock_for(kBetweenChecks)) {
      if (progress_.cancelled()) return cancelledError();
      if (isLate()) return {};
    }
    for (size_t round = 0; round < kMaxRounds; ++round) {
      std::vector<PointIndex> missing;
      for (const PointIndex point : order_) {
        if (isMissing(point)) missing.push_back(point);
      }
      // Both ends by themselves: then it is known which lines will be shown, and so what they leave.
      const bool endsFirst = missing.size() > 2 && missing[0] == order_[0] && missing[1] == order_[1];
      if (endsFirst && (trace_.trace().readsInOrder() || (closure_ && request_.rest))) missing.resize(2);
      if (missing.empty() || (round > 0 && isLate())) return {};
      TRY(visit(missing));
    }
    return {};
  }

 private:
  bool isLate() const { return request_.until && std::chrono::steady_clock::now() >= *request_.until; }

  bool isMissing(PointIndex point) {
    const std::lock_guard lock(trend_.mutex);
    const TrendTable::Rows* rows = trend_.table.at(point);
    if (rows == nullptr || !rows->knows(closure_)) return true;
    return closure_ && !setsMissing(*rows).empty();
  }

  /// The sets of rows that have to be measured together. The caller has locked the trend.
  std::vector<RowSet> setsMissing(const TrendTable::Rows& rows) const {
    std::vector<RowSet> sets{{request_.lines.search}};
    if (std::optional<RowSet> rest = restOfShown()) sets.push_back(std::move(*rest));
    std::erase_if(sets, [&](const RowSet& set) { return rows.knownTogether(*closure_, set) != nullptr; });
    return sets;
  }

  /// None until it is known which lines are shown.
  std::optional<RowSet> restOfShown() const {
    if (!request_.rest) return std::nullopt;
    const auto isKnown = [&](PointIndex point) {
      const TrendTable::Rows* rows = trend_.table.at(point);
      return rows != nullptr && rows->knows(closure_);
    };
    const bool byEnds = isToldByEnds(request_.lines.order) || !request_.lines.keys.empty();
    const std::vector<PointIndex> ends{request_.points.front(), request_.points.back()};
    if (!std::ranges::all_of(byEnds ? ends : request_.points, isKnown)) return std::nullopt;
    std::vector<TrendPoint> points;
    for (const PointIndex point : byEnds ? ends : request_.points) points.push_back(toTrendPoint(point));
    const TrendLines lines = drawLines(trend_.table, points, request_.lines);
    return rowsBeside(trend_.table, request_.lines, lines);
  }

  TrendPoint toTrendPoint(PointIndex point) const {
    const Point& told = trace_.trace().timeline().points[point.value()];
    return {point, told.seconds, !told.atExit};
  }

  Status visit(const std::vector<PointIndex>& points) {
    std::vector<PointIndex> toRebuild;
    const double share = 1.0 / static_cast<double>(std::max(points.size(), request_.points.size()));
    size_t done = 0;
    for (const PointIndex point : points) {
      if (done > 0 && isLate()) return {};
      Progress part(progress_, 0);
      const bool known = TRY(takeAvailable(point, part));
      if (known) {
        ++done;
      } else {
        toRebuild.push_back(point);
      }
    }
    if (toRebuild.empty() || (done > 0 && isLate())) return {};
    if (trace_.trace().readsInOrder()) std::ranges::sort(toRebuild);
    Progress part(progress_, share * static_cast<double>(toRebuild.size()));
    return trace_.trace().visitPoints(toRebuild, part, trace_.options().threads,
                                      [this](PointIndex point, RebuiltHeap rebuilt, Progress& whole) -> Result<bool> {
                                        whole.scale(0, kAnalysed);
                                        const auto analysis =
                                            TRY(trace_.peek(point).analyse(std::move(rebuilt), whole));
                                        whole.scale(kAnalysed, 1);
                                        TRY(take(point, analysis, whole));
                                        return !isLate();
                                      });
  }

  /// Whether all could be taken from what the point has without its heap being rebuilt.
  Result<bool> takeAvailable(PointIndex point, Progress& progress) {
    AnalysedPoint& analysed = trace_.peek(point);
    if (!closure_ && areAllTypes(trend_.choice, trend_.grouping)) {
      auto summary = analysed.availableSummary();
      if (summary == nullptr && trace_.trace().timeline().points[point.value()].isLight) {
        summary = TRY(analysed.summary(progress));
      }
      if (summary == nullptr) return false;
      takeTypes(point, *summary);
      return true;
    }
    const auto analysis = analysed.availableAnalysis();
    if (analysis == nullptr) return false;
    TRY(take(point, analysis, progress));
    return true;
  }

  void takeTypes(PointIndex point, const HeapSummary& summary) {
    const std::lock_guard lock(trend_.mutex);
    trend_.table.add(point, summary.live, {});
    trend_.found = true;
    trend_.level = "type";
    trend_.rowsBy = "type";
    warn(summary.warnings);
  }

  Status take(PointIndex point, const std::shared_ptr<const HeapAnalysis>& analysis, Progress& progress) {
    if (!closure_ && areAllTypes(trend_.choice, trend_.grouping)) {
      takeTypes(point, *trace_.peek(point).availableSummary());
      return {};
    }
    const auto facts = PointFacts::of(trace_, point, analysis, trend_.descriptions);
    const ChosenGroups groups = TRY(groupsIn(trace_, facts, trend_.choice, trend_.grouping, progress));
    addRows(point, groups);
    if (!closure_) return {};
    if (!groups.found) return addNothing(point);
    std::vector<uint32_t> all;
    for (uint32_t row = 0; row < groups.groups->rows().size(); ++row) all.push_back(row);
    if (!knowsClosures(point)) {
      HeapGroups::Sizes sizes = TRY(groups.groups->sizesOf(*closure_, all, progress));
      const std::lock_guard lock(trend_.mutex);
      trend_.table.addClosures(point, *closure_, std::move(sizes));
    }
    return addTogether(point, groups, progress);
  }

  bool knowsClosures(PointIndex point) {
    const std::lock_guard lock(trend_.mutex);
    return trend_.table.at(point)->knows(closure_);
  }

  void addRows(PointIndex point, const ChosenGroups& groups) {
    const std::lock_guard lock(trend_.mutex);
    warn(groups.warnings);
    if (groups.found) {
      const GroupingLevel& level = groups.level->level;
      // Where nothing divides the objects of one point, those of another may be divided.
      if (!trend_.found || trend_.level.empty()) {
        trend_.level = level.property == nullptr ? std::string() : std::string(level.property->name());
        trend_.rowsBy = groups.level->tree->upToRowsOf(level);
      }
      trend_.found = true;
    }
    if (trend_.table.at(point) != nullptr) return;
    trend_.table.add(point, groups.groups->rows(), groups.level ? groups.level->level.goesOn : std::vector<uint8_t>());
  }

  /// Of a point that does not have the row whose children are wanted.
  Status addNothing(PointIndex point) {
    const std::lock_guard lock(trend_.mutex);
    for (RowSet& set : setsMissing(*trend_.table.at(point))) {
      trend_.table.addTogether(point, *closure_, std::move(set), {});
    }
    return {};
  }

  Status addTogether(PointIndex point, const ChosenGroups& groups, Progress& progress) {
    std::vector<RowSet> sets;
    {
      const std::lock_guard lock(trend_.mutex);
      sets = setsMissing(*trend_.table.at(point));
    }
    for (RowSet& set : sets) {
      const std::string wanted = lowerCase(set.search);
      ChosenRows chosen{&groups.level->level, {}};
      const std::vector<GroupRow>& rows = groups.groups->rows();
      for (uint32_t row = 0; row < rows.size(); ++row) {
        const bool matches = wanted.empty() || lowerCase(rows[row].key).contains(wanted);
        if (matches && !std::ranges::binary_search(set.without, rows[row].key)) chosen.rows.push_back(row);
      }
      const HeapAnalysis& analysis = *groups.level->analysis;
      const Size size = TRY(sizeTogether(analysis.graph(), *closure_, chosen, analysis.threads(), progress));
      const std::lock_guard lock(trend_.mutex);
      trend_.table.addTogether(point, *closure_, std::move(set), size);
    }
    return {};
  }

  void warn(const std::vector<Warning>& warnings) {
    for (const Warning& warning : warnings) {
      if (std::ranges::find(trend_.warnings, warning.message, &Warning::message) == trend_.warnings.end()) {
        trend_.warnings.push_back(warning);
      }
    }
  }

  static constexpr double kAnalysed = 0.4;

  OpenedTrace& trace_;
  KeptTrend& trend_;
  const TrendRequest& request_;
  Progress& progress_;
  std::optional<SizeMetric> closure_;
  std::vector<PointIndex> order_;
};

}  // namespace

Status workOnTrend(OpenedTrace& trace, KeptTrend& trend, const TrendRequest& request, Progress& progress) {
  return TrendWork(trace, trend, request, progress).run();
}

std::vector<TrendPoint> pointsDone(const OpenedTrace& trace, const KeptTrend& trend, const TrendRequest& request) {
  const std::optional<SizeMetric> closure = closureOf(request.lines.metric);
  std::vector<TrendPoint> done;
  for (const PointIndex point : request.points) {
    const TrendTable::Rows* rows = trend.table.at(point);
    if (rows == nullptr || !rows->knows(closure)) continue;
    if (closure && rows->knownTogether(*closure, {request.lines.search}) == nullptr) continue;
    const Point& told = trace.trace().timeline().points[point.value()];
    done.push_back({point, told.seconds, !told.atExit});
  }
  return done;
}

}  // namespace heaptrail
