// What an opened trace answers about growth.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "answer/analysed_point.h"
#include "answer/growth_check.h"
#include "answer/growth_listing.h"
#include "answer/growth_tree_answer.h"
#include "answer/kept_growth.h"
#include "answer/questions.h"
#include "answer/suggest_window.h"
#include "growth/both_ends.h"

namespace heaptrail {

namespace {

// How much of the whole each step is, where nothing is known yet.
constexpr double kPreparing = 0.25;
constexpr double kComparing = 0.55;
constexpr double kListing = 0.2;

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

}  // namespace

Result<WindowAnswer> OpenedTrace::window(const WindowQuestion& question, Progress& progress) {
  const std::vector<Point>& points = trace_->timeline().points;
  if (points.size() < 2) {
    return usageError(
        "growth is measured between two points, and this trace has only one: record for longer, or open two heap dumps "
        "of the program together");
  }
  uint32_t from = 0;
  auto to = static_cast<uint32_t>(pointsOfRun(points.size(), points.back().atExit) - 1);
  auto chosen = WindowAnswer::Chosen::kAsked;
  if (question.from.empty() && question.to.empty()) {
    const Result<TimelineAnswer> timeline = this->timeline(progress);
    if (!timeline) return std::unexpected(timeline.error());
    chosen = timeline->suggestion ? WindowAnswer::Chosen::kSuggested : WindowAnswer::Chosen::kEnds;
    if (timeline->suggestion) std::tie(from, to) = *timeline->suggestion;
  }
  for (const auto& [text, index] : {std::pair(&question.from, &from), std::pair(&question.to, &to)}) {
    if (text->empty()) continue;
    const Result<PointIndex> point = this->point(*text);
    if (!point) return std::unexpected(point.error());
    *index = point->value();
  }
  if (from >= to) {
    return usageError(fmt::format("a window goes from an earlier point to a later one, not from {} to {}", from, to));
  }
  return WindowAnswer{describe(PointIndex(from), {}), describe(PointIndex(to), {}), chosen};
}

Result<OpenedTrace::AnalysedWindow> OpenedTrace::analysedWindow(const WindowQuestion& question, Progress& progress) {
  AnalysedWindow result;
  Progress preparing(progress, kPreparing);
  Result<WindowAnswer> window = this->window(question, preparing);
  if (!window) return std::unexpected(window.error());
  result.window = *window;
  const PointIndex from(window->from.index);
  const PointIndex to(window->to.index);
  AnalysedPoint& start = at(from);
  AnalysedPoint& end = at(to);
  const auto held = descriptions();
  const std::shared_ptr<KeptGrowth> kept = keptGrowth(from, to, held, question.own);
  const auto analysis = kept->analysis.get(progress, [&]() -> Result<GrowthAnalysis> {
    std::array<GrowthAnalysis::Start, 2> ends;
    const Status prepared =
        forBothEnds(options_.threads, preparing, 1, [&](EndOfWindow which, Progress& part) -> Status {
          AnalysedPoint& point = which == EndOfWindow::kFrom ? start : end;
          const auto structures = point.structures(held, part);
          if (!structures) return std::unexpected(structures.error());
          const auto summary = point.summary(part);
          if (!summary) return std::unexpected(summary.error());
          ends[indexOf(which)] = {*structures, sumOf((*summary)->live)};
          return {};
        });
    if (!prepared) return std::unexpected(prepared.error());
    Progress comparing(progress, kComparing);
    const GrowthMatch match = trace_->info().identity ? GrowthMatch::kIdentity : GrowthMatch::kPath;
    return GrowthAnalysis::compare(ends[0], ends[1], match, question.own, comparing);
  });
  if (!analysis) return std::unexpected(analysis.error());
  result.analysis = *analysis;
  const auto summaryFrom = start.summary(preparing);
  if (!summaryFrom) return std::unexpected(summaryFrom.error());
  const auto summaryTo = end.summary(preparing);
  if (!summaryTo) return std::unexpected(summaryTo.error());
  result.window.from.size = result.analysis->from().live;
  result.window.to.size = result.analysis->to().live;
  result.types = typesThatGrew((*summaryFrom)->live, (*summaryTo)->live);
  result.warnings = warningsOfEnds(**summaryFrom, **summaryTo, *result.analysis);
  return result;
}

std::shared_ptr<KeptGrowth> OpenedTrace::keptGrowth(PointIndex from, PointIndex to,
                                                    const std::shared_ptr<const dsl::DescriptionSet>& descriptions,
                                                    const std::vector<std::string>& own) {
  const std::lock_guard lock(recentMutex_);
  if (growth_ == nullptr || growth_->from != from || growth_->to != to || growth_->descriptions != descriptions ||
      growth_->own != own) {
    growth_ = std::make_shared<KeptGrowth>();
    growth_->from = from;
    growth_->to = to;
    growth_->descriptions = descriptions;
    growth_->own = own;
  }
  return growth_;
}

Result<GrowthAnswer> OpenedTrace::growth(const GrowthQuestion& question, Progress& progress) {
  Result<AnalysedWindow> window = analysedWindow(question.window, progress);
  if (!window) return std::unexpected(window.error());
  Progress listing(progress, kListing);
  Result<GrowthAnswer> answer = listGrowth(*window->analysis, question, listing);
  if (!answer) return answer;
  answer->window = window->window;
  answer->types = std::move(window->types);
  answer->warnings = std::move(window->warnings);
  return answer;
}

Result<GrowthOfAnswer> OpenedTrace::growthOf(const GrowthOfQuestion& question, Progress& progress) {
  Result<AnalysedWindow> window = analysedWindow(question.window, progress);
  if (!window) return std::unexpected(window.error());
  Progress describing(progress, kListing);
  Result<GrowthOfAnswer> answer = describeGrowth(*window->analysis, question, describing);
  if (!answer) return answer;
  answer->window = window->window;
  answer->warnings = std::move(window->warnings);
  return answer;
}

Result<GrowthTreeAnswer> OpenedTrace::growthTree(const GrowthTreeQuestion& question, Progress& progress) {
  Result<AnalysedWindow> window = analysedWindow(question.window, progress);
  if (!window) return std::unexpected(window.error());
  Progress listing(progress, kListing);
  Result<GrowthTreeAnswer> answer = answerGrowthTree(*window->analysis, question, listing);
  if (!answer) return answer;
  answer->window = window->window;
  answer->warnings = std::move(window->warnings);
  return answer;
}

Result<InferredAnswer> OpenedTrace::inferred(const WindowQuestion& question, Progress& progress) {
  Result<AnalysedWindow> window = analysedWindow(question, progress);
  if (!window) return std::unexpected(window.error());
  return InferredAnswer{window->window, window->analysis->inferred(), std::move(window->warnings)};
}

Result<GrowthCheckAnswer> OpenedTrace::checkGrowth(const GrowthCheckQuestion& question, Progress& progress) {
  Result<AnalysedWindow> window = analysedWindow(question.window, progress);
  if (!window) return std::unexpected(window.error());
  Progress checking(progress, kListing);
  Result<GrowthCheckAnswer> answer = heaptrail::checkGrowth(*window->analysis, question, checking);
  if (!answer) return answer;
  answer->window = window->window;
  answer->warnings = std::move(window->warnings);
  return answer;
}

}  // namespace heaptrail
