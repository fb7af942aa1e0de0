#include "session/analysed_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>

#include "base/try.h"
#include "growth/both_ends.h"
#include "session/kept_growth.h"
#include "session/nothing_before.h"
#include "session/suggest_window.h"

namespace heaptrail {

namespace {

// How much of the whole each step is, where nothing is known yet.
constexpr double kPreparing = 0.25;
constexpr double kComparing = 0.55;

std::vector<Warning> warningsOfEnds(const HeapSummary& from, const HeapSummary& to, const GrowthAnalysis& analysis) {
  std::vector<Warning> warnings = to.warnings;
  for (const Warning& warning : from.warnings) {
    const bool isKnown = std::ranges::any_of(to.warnings, [&](const Warning& other) {
      return other.message == warning.message && other.offset == warning.offset;
    });
    if (!isKnown) warnings.push_back(warning);
  }
  const std::vector<Warning> wide = structureWarnings(*analysis.to().structures);
  warnings.insert(warnings.end(), wide.begin(), wide.end());
  return warnings;
}

/// The last of these points is the last that the window could have ended at.
std::optional<PointAnswer> fellAfter(std::span<const PointAnswer> points, const SuggestedWindow& window) {
  const auto bytesAt = [&](uint32_t index) {
    return std::ranges::find(points, index, &PointAnswer::index)->size.bytes;
  };
  const uint64_t kept = std::midpoint(bytesAt(window.from), bytesAt(window.to));
  std::optional<PointAnswer> lowest;
  for (const PointAnswer& point : points) {
    if (point.index <= window.to || point.size.bytes >= kept) continue;
    if (!lowest || point.size.bytes < lowest->size.bytes) lowest = point;
  }
  return lowest;
}

Result<WindowAnswer> windowMeant(OpenedTrace& trace, const WindowChoice& choice, Progress& progress) {
  const std::vector<Point>& points = trace.trace().timeline().points;
  if (choice.from == kNothing || (choice.from.empty() && points.size() < 2)) {
    const PointIndex to = TRY(trace.point(choice.to.empty() ? std::string(kSuggestedPoint) : choice.to));
    return WindowAnswer{trace.toAnswer(to, {}), trace.toAnswer(to, {}), WindowAnswer::Chosen::kWhole};
  }
  TRY(needsTwoPoints(trace, choice));
  uint32_t from = 0;
  auto to = static_cast<uint32_t>(pointsOfRun(points.size(), points.back().atExit) - 1);
  // Growth is that of full points.
  const auto isFull = [&](uint32_t point) { return !points[point].isLight; };
  if (std::ranges::count(points, false, &Point::isLight) > 1) {
    while (!isFull(from)) ++from;
    while (!isFull(to)) --to;
  }
  auto chosen = WindowAnswer::Chosen::kAsked;
  std::optional<PointAnswer> fell;
  if (choice.from.empty() && choice.to.empty()) {
    const std::vector<PointAnswer> measured = TRY(trace.measuredPoints(progress));
    const auto suggestion = suggestWindow(measured);
    const std::span<const PointAnswer> run = std::span(measured).first(to + size_t{1});
    if (suggestion) {
      chosen = suggestion->betweenLows ? WindowAnswer::Chosen::kLows : WindowAnswer::Chosen::kSuggested;
      fell = fellAfter(run, *suggestion);
      from = suggestion->from;
      to = suggestion->to;
    } else {
      chosen = WindowAnswer::Chosen::kEnds;
      const size_t first = firstAfterStart(run);
      while (from + 1 < to && (from < first || !isFull(from))) ++from;
    }
  }
  for (const auto& [text, index] : {std::pair(&choice.from, &from), std::pair(&choice.to, &to)}) {
    if (text->empty()) continue;
    const PointIndex point = TRY(trace.point(*text));
    *index = point.value();
  }
  if (from >= to) {
    return usageError(fmt::format("a window goes from an earlier point to a later one, not from {} to {}", from, to));
  }
  return WindowAnswer{trace.toAnswer(PointIndex(from), {}), trace.toAnswer(PointIndex(to), {}), chosen, fell};
}

}  // namespace

Status needsTwoPoints(const OpenedTrace& trace, const WindowChoice& choice) {
  if (choice.from != kNothing && trace.trace().timeline().points.size() > 1) return {};
  return usageError(
      "growth is measured between two points, and this trace has only one: record for longer, or open two heap dumps "
      "of the program together");
}

Result<AnalysedWindow> analyseWindow(OpenedTrace& trace, const WindowChoice& choice, Progress& progress) {
  AnalysedWindow result;
  Progress preparing(progress, kPreparing);
  const WindowAnswer window = TRY(windowMeant(trace, choice, preparing));
  result.window = window;
  const PointIndex from = window.isWhole() ? PointIndex::none() : PointIndex(window.from.index);
  const PointIndex to(window.to.index);
  AnalysedPoint* const start = from.exists() ? &trace.at(from) : nullptr;
  AnalysedPoint& end = trace.at(to);
  const auto held = trace.descriptions();
  const std::shared_ptr<KeptGrowth> kept = trace.keptGrowth(from, to, held, choice.own);
  const auto compare = [&]() -> Result<GrowthAnalysis> {
    std::array<GrowthAnalysis::Start, 2> ends;
    const auto prepare = [&](EndOfWindow which, Progress& part) -> Status {
      if (which == EndOfWindow::kFrom && start == nullptr) return {};
      AnalysedPoint& point = which == EndOfWindow::kFrom ? *start : end;
      const auto structures = TRY(point.structures(held, part));
      const auto summary = TRY(point.summary(part));
      ends[indexOf(which)] = {structures, sumOf(summary->live)};
      return {};
    };
    TRY(forBothEnds(trace.options().threads, preparing, 1, prepare));
    if (start == nullptr) {
      ends[indexOf(EndOfWindow::kFrom)] = TRY(nothingBefore(*ends[indexOf(EndOfWindow::kTo)].analysis, preparing));
    }
    Progress comparing(progress, kComparing);
    // Nothing has nothing to be matched with: all that there is was born.
    const bool hasIdentity = trace.trace().info().identity || start == nullptr;
    const GrowthMatch match = hasIdentity ? GrowthMatch::kIdentity : GrowthMatch::kPath;
    return GrowthAnalysis::compare(ends[0], ends[1], match, choice.own, comparing);
  };
  result.analysis = TRY(kept->analysis.get(progress, compare));
  result.from = std::make_shared<const HeapSummary>();
  if (start != nullptr) {
    result.from = TRY(start->summary(preparing));
  }
  const auto summaryTo = TRY(end.summary(preparing));
  result.window.from.size = result.analysis->from().dominated.live;
  result.window.to.size = result.analysis->to().dominated.live;
  result.to = summaryTo;
  result.warnings = warningsOfEnds(*result.from, *result.to, *result.analysis);
  return result;
}

}  // namespace heaptrail
