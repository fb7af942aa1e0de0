#include "answer/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "answer/analysed_point.h"
#include "answer/description_files.h"
#include "answer/kept_growth.h"
#include "answer/sizes_of_rows.h"
#include "answer/suggest_window.h"
#include "trace/open.h"

namespace heaptrail {

namespace {

// The heaps at both ends of a window; others are rebuilt when they are asked for again.
constexpr size_t kMostHeaps = 2;

}  // namespace

OpenedTrace::OpenedTrace(std::unique_ptr<Trace> trace, const OpenOptions& options)
    : trace_(std::move(trace)), options_(options) {
  descriptions_ = shippedDescriptionSet();
  const bool followWeak = options.weak == WeakReferences::kKeepAlive;
  cache_ = TraceCache(options.cacheFolder, trace_->info().paths, followWeak ? "follow-weak" : "");
  for (uint32_t i = 0; i < trace_->timeline().points.size(); ++i) {
    points_.push_back(std::make_unique<AnalysedPoint>(*trace_, PointIndex(i), options_, cache_));
  }
  suggestedPoint_ = suggestPoint(trace_->timeline().points);
}
OpenedTrace::~OpenedTrace() = default;

Result<std::unique_ptr<OpenedTrace>> OpenedTrace::open(const std::vector<std::string>& paths,
                                                       const OpenOptions& options, Progress& progress) {
  Result<std::unique_ptr<Trace>> trace = openTrace(paths, progress);
  if (!trace) return std::unexpected(trace.error());
  return std::unique_ptr<OpenedTrace>(new OpenedTrace(std::move(*trace), options));
}

AnalysedPoint& OpenedTrace::at(PointIndex point) {
  const std::lock_guard lock(recentMutex_);
  std::erase(recent_, point);
  recent_.insert(recent_.begin(), point);
  size_t heaps = 0;
  for (const PointIndex recent : recent_) {
    // The one asked for gets its heap, if it has none yet.
    if (recent != point && !points_[recent.value()]->knowsHeap()) continue;
    if (++heaps <= kMostHeaps) continue;
    points_[recent.value()]->forgetHeap();
    if (growth_ != nullptr && (growth_->from == recent || growth_->to == recent)) growth_ = nullptr;
  }
  return *points_[point.value()];
}

PointAnswer OpenedTrace::describe(PointIndex point, Size size) const {
  const Point& told = trace_->timeline().points[point.value()];
  return {point.value(), told.seconds, size, told.atExit};
}

PointChoice OpenedTrace::among() const {
  const std::vector<Point>& points = trace_->timeline().points;
  return {static_cast<uint32_t>(points.size()), suggestedPoint_, !points.empty() && points.back().atExit};
}

Result<InfoAnswer> OpenedTrace::info(const InfoQuestion& question, Progress& progress) {
  InfoAnswer answer;
  answer.trace = trace_->info();
  answer.among = among();
  answer.collections = trace_->timeline().collections.size();
  answer.followWeak = options_.weak == WeakReferences::kKeepAlive;
  answer.warnings = trace_->warnings();
  // What there is to say without a heap is said, unless one was asked for.
  if (points_.empty() && question.at == kSuggestedPoint) return answer;
  const Result<PointIndex> at = point(question.at);
  if (!at) return std::unexpected(at.error());
  const auto summary = this->at(*at).summary(progress);
  if (!summary) return std::unexpected(summary.error());
  const HeapSummary& s = **summary;
  answer.runtime = s.runtime;
  answer.live = sumOf(s.live);
  answer.point = describe(*at, answer.live);
  answer.unreachable = sumOf(s.unreachable);
  answer.references = s.references;
  answer.missingObjects = s.missingObjects;
  std::vector<GroupRow> all = s.live;
  all.insert(all.end(), s.unreachable.begin(), s.unreachable.end());
  answer.types = mergedByName(std::move(all)).size();
  answer.threads = s.threads;
  for (size_t kind = 0; kind < s.roots.size(); ++kind) {
    if (s.roots[kind] > 0) answer.roots.push_back({static_cast<RootKind>(kind), s.roots[kind]});
  }
  std::ranges::stable_sort(answer.roots, std::ranges::greater{}, &InfoAnswer::Roots::count);
  answer.warnings.insert(answer.warnings.end(), s.warnings.begin(), s.warnings.end());
  return answer;
}

Result<TimelineAnswer> OpenedTrace::timeline(Progress& progress) {
  TimelineAnswer answer;
  const std::vector<Point>& points = trace_->timeline().points;
  for (uint32_t i = 0; i < points.size(); ++i) {
    if (points[i].reached) {
      answer.points.push_back(describe(PointIndex(i), *points[i].reached));
      continue;
    }
    const auto summary = at(PointIndex(i)).summary(progress);
    if (!summary) return std::unexpected(summary.error());
    answer.points.push_back(describe(PointIndex(i), sumOf((*summary)->live)));
  }
  answer.collections = trace_->timeline().collections;
  answer.suggestion = suggestWindow(answer.points);
  answer.suggestedPoint = suggestedPoint_;
  answer.warnings = trace_->warnings();
  return answer;
}

Result<HeapAnswer> OpenedTrace::heap(const HeapQuestion& question, Progress& progress) {
  const Result<PointIndex> at = point(question.at);
  if (!at) return std::unexpected(at.error());
  const std::vector<SizeMetric> wanted = question.neededMetrics();
  if (!wanted.empty() && question.counted != Counted::kLive) {
    return usageError("deep and retained sizes are those of live objects: they cannot be counted for others");
  }
  if (question.structures && question.counted != Counted::kLive) {
    return usageError("data structures are those of live objects: they cannot be counted for others");
  }
  if (question.structures) return heapOfStructures(question, *at, progress);
  if (question.counted == Counted::kAll && !points_[at->value()]->knowsSummary()) {
    return census(question, *at, progress);
  }
  AnalysedPoint& point = this->at(*at);
  const auto summary = point.summary(progress);
  if (!summary) return std::unexpected(summary.error());
  for (const SizeMetric metric : wanted) {
    if (const auto computed = point.sizesByType(metric, progress); !computed) return std::unexpected(computed.error());
  }
  const HeapSummary& s = **summary;
  std::vector<GroupRow> groups = question.counted == Counted::kUnreachable ? s.unreachable : s.live;
  if (question.counted == Counted::kAll) {
    groups.insert(groups.end(), s.unreachable.begin(), s.unreachable.end());
    groups = mergedByName(std::move(groups));
  }
  HeapAnswer answer;
  answer.counted = question.counted;
  answer.point = describe(*at, sumOf(groups));
  answer.among = among();
  answer.warnings = s.warnings;
  const auto known = [&](SizeMetric metric) {
    return question.counted == Counted::kLive && question.asksFor(metric) ? point.knownSizes(metric) : nullptr;
  };
  fillPage(answer, groups, known(SizeMetric::kDeep), known(SizeMetric::kRetained), question);
  return answer;
}

Result<SizesAnswer> OpenedTrace::sizes(const SizesQuestion& question, Progress& progress) {
  const Result<PointIndex> at = point(question.at);
  if (!at) return std::unexpected(at.error());
  if (question.keys.size() > SizesQuestion::kMostKeys) {
    return usageError(
        fmt::format("expected at most {} keys, found {}", SizesQuestion::kMostKeys, question.keys.size()));
  }
  if (question.structures) return sizesOfStructures(question, *at, progress);
  AnalysedPoint& point = this->at(*at);
  const auto summary = point.summary(progress);
  if (!summary) return std::unexpected(summary.error());
  SizesAnswer answer;
  answer.point = describe(*at, sumOf((*summary)->live));
  answer.metric = question.metric;
  Result<std::vector<SizesAnswer::Row>> rows = sizesOfRows((*summary)->live, point, question, progress);
  if (!rows) return std::unexpected(rows.error());
  answer.rows = std::move(*rows);
  return answer;
}

Result<InspectAnswer> OpenedTrace::inspect(const InspectQuestion& question, Progress& progress) {
  const Result<PointIndex> at = point(question.at);
  if (!at) return std::unexpected(at.error());
  AnalysedPoint& point = this->at(*at);
  const auto summary = point.summary(progress);
  if (!summary) return std::unexpected(summary.error());
  const auto analysis = point.analysis(progress);
  if (!analysis) return std::unexpected(analysis.error());
  point.loadDominators(**analysis);
  std::shared_ptr<const StructureAnalysis> structures;
  if (question.containing) {
    const auto described = point.structures(descriptions(), progress);
    if (!described) return std::unexpected(described.error());
    structures = *described;
  }
  Result<InspectAnswer> answer = inspectHeap(**analysis, structures.get(), question, progress);
  if (!answer) return answer;
  answer->point = describe(*at, sumOf((*summary)->live));
  answer->among = among();
  answer->warnings = (*summary)->warnings;
  return answer;
}

Result<StoreAnswer> OpenedTrace::store(Progress& progress) {
  if (!cache_.exists()) return StoreAnswer{};
  for (const auto& point : points_) {
    if (const Status stored = point->store(progress); !stored) return std::unexpected(stored.error());
  }
  cache_.trim(options_.mostCacheBytes);
  return StoreAnswer{cache_.bytes()};
}

/// Everything counts, so there is no need to know what is live: one pass, no heap.
Result<HeapAnswer> OpenedTrace::census(const HeapQuestion& question, PointIndex at, Progress& progress) {
  Result<Census> census = trace_->censusAt(at, progress, options_.threads);
  if (!census) return std::unexpected(census.error());
  std::vector<GroupRow> groups;
  for (Census::Row& row : census->rows) groups.push_back({std::move(row.type), row.objects, row.bytes});
  groups = mergedByName(std::move(groups));
  HeapAnswer answer;
  answer.counted = Counted::kAll;
  answer.point = describe(at, sumOf(groups));
  answer.among = among();
  answer.warnings = std::move(census->warnings);
  fillPage(answer, groups, nullptr, nullptr, question);
  return answer;
}

Result<PointIndex> OpenedTrace::point(const std::string& text) const {
  const std::vector<Point>& points = trace_->timeline().points;
  if (points.empty()) return usageError("this trace has no point at which the heap could be rebuilt");
  const auto last = static_cast<uint32_t>(points.size() - 1);
  if (text == kSuggestedPoint) return PointIndex(suggestedPoint_->index);
  if (text == "first") return PointIndex(0);
  if (text == "last") return PointIndex(last);
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, number);
  if (problem == std::errc() && rest != text.data()) {
    if (rest == end && number >= 0 && number <= last && number == static_cast<uint32_t>(number)) {
      return PointIndex(static_cast<uint32_t>(number));
    }
    if (rest + 1 == end && *rest == 's') {
      const auto nearest =
          std::ranges::min_element(points, {}, [number](const Point& p) { return std::abs(p.seconds - number); });
      return PointIndex(static_cast<uint32_t>(nearest - points.begin()));
    }
  }
  return usageError(
      fmt::format("\"{}\" is no point of this trace: expected a number from 0 to {}, first, last, suggested, or a time "
                  "such as 12.5s",
                  text, last));
}

}  // namespace heaptrail
