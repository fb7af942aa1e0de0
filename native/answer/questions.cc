#include "answer/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "answer/heap_analysis.h"
#include "graph/group_sizes.h"
#include "trace/open.h"

namespace heaptrail {

namespace {

// The reader reports its own share; marking and counting are the rest. Measured on 40 million objects.
constexpr double kHeapBuilt = 0.75;
constexpr double kMarked = 0.95;

// Names of the cache's parts.
constexpr std::string_view kSummaryPart = "summary";
constexpr std::string_view kHeapPart = "heap";
constexpr std::string_view kDominatorsPart = "dominators";
std::string_view partOf(SizeMetric metric) { return metric == SizeMetric::kDeep ? "deep-by-type" : "retained-by-type"; }

/// What the cache keeps of a heap.
struct StoredHeap {
  Symbols symbols;
  HeapParts parts;
  Liveness liveness;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.symbols, self.parts, self.liveness);
  }
};

/// The same, to be written: nothing is copied.
struct HeapToStore {
  const HeapAnalysis& analysis;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.analysis.heap().symbols(), self.analysis.heap().parts(), self.analysis.graph().liveness());
  }
};

HeapSummary summarise(const HeapAnalysis& analysis, const RuntimeInfo& runtime, std::vector<Warning> warnings) {
  const Heap& heap = analysis.heap();
  const LiveGraph& graph = analysis.graph();
  HeapSummary summary;
  summary.runtime = runtime;
  summary.warnings = std::move(warnings);
  summary.references = heap.referenceCount();
  summary.missingObjects = heap.missingObjects();
  summary.threads = heap.symbols().threads.size();
  summary.roots.resize(kRootKinds);
  for (const Root& root : heap.roots()) ++summary.roots[static_cast<size_t>(root.kind)];
  summary.roots[static_cast<size_t>(RootKind::kUnwritten)] += graph.heldUnseen().size();
  BitSet unreachable = BitSet::full(heap.objectCount());
  unreachable -= graph.live();
  summary.live = groupByType(heap, graph.live(), analysis.threads());
  summary.unreachable = groupByType(heap, unreachable, analysis.threads());
  return summary;
}

/// Every type is in the group of the row that has its name, if it is one of the rows wanted.
Partition byRow(const Heap& heap, const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, uint32_t> rows;
  for (const std::string& name : names) rows.emplace(name, static_cast<uint32_t>(rows.size()));
  std::vector<uint32_t> rowOfType;
  for (const Type& type : heap.symbols().types) {
    const auto row = rows.find(type.name);
    rowOfType.push_back(row == rows.end() ? Partition::kNone : row->second);
  }
  return {.groups = static_cast<uint32_t>(rows.size()),
          .groupOf = [&heap, rowOfType = std::move(rowOfType)](ObjectIndex object) {
            return rowOfType[heap.typeOf(object).value()];
          }};
}

Result<std::vector<Size>> sizesOf(const HeapAnalysis& analysis, SizeMetric metric,
                                  const std::vector<std::string>& names, Progress& progress) {
  const Partition partition = byRow(analysis.heap(), names);
  return metric == SizeMetric::kDeep ? deepSizes(analysis.graph(), partition, progress)
                                     : retainedSizes(analysis.graph(), partition, progress);
}

std::vector<std::string> namesOf(const std::vector<GroupRow>& rows) {
  std::vector<std::string> names;
  for (const GroupRow& row : rows) names.push_back(row.key);
  return names;
}

}  // namespace

OpenedTrace::OpenedTrace(std::unique_ptr<Trace> trace, const OpenOptions& options)
    : trace_(std::move(trace)), options_(options) {
  const bool followWeak = options.weak == WeakReferences::kKeepAlive;
  cache_ = TraceCache(options.cacheFolder, trace_->info().path, followWeak ? "follow-weak" : "");
}
OpenedTrace::~OpenedTrace() = default;

Result<std::unique_ptr<OpenedTrace>> OpenedTrace::open(const std::string& path, const OpenOptions& options) {
  Result<std::unique_ptr<Trace>> trace = openTrace(path);
  if (!trace) return std::unexpected(trace.error());
  return std::unique_ptr<OpenedTrace>(new OpenedTrace(std::move(*trace), options));
}

Result<std::shared_ptr<const HeapSummary>> OpenedTrace::summary(Progress& progress) {
  return summary_.get(progress, [&]() -> Result<std::shared_ptr<const HeapSummary>> {
    HeapSummary stored;
    if (cache_.load(kSummaryPart, stored)) {
      for (const SizeMetric metric : {SizeMetric::kDeep, SizeMetric::kRetained}) loadSizes(metric, stored.live.size());
      return std::make_shared<const HeapSummary>(std::move(stored));
    }
    // The heap comes with its summary.
    const auto analysis = this->analysis(progress);
    if (!analysis) return std::unexpected(analysis.error());
    return summary_.known();
  });
}

Result<std::shared_ptr<const HeapAnalysis>> OpenedTrace::analysis(Progress& progress) {
  return analysis_.get(progress, [&]() -> Result<std::shared_ptr<const HeapAnalysis>> {
    if (StoredHeap stored; summary_.known() && cache_.load(kHeapPart, stored)) {
      stored.parts.symbols = std::make_shared<const Symbols>(std::move(stored.symbols));
      return std::make_shared<const HeapAnalysis>(std::make_shared<const Heap>(std::move(stored.parts)), options_.weak,
                                                  std::move(stored.liveness), options_.threads);
    }
    return rebuild(progress);
  });
}

Result<std::shared_ptr<const HeapAnalysis>> OpenedTrace::rebuild(Progress& progress) {
  progress.scale(0, kHeapBuilt);
  Result<RebuiltHeap> point = trace_->heapAt(PointIndex(0), progress, options_.threads);
  if (!point) return std::unexpected(point.error());
  progress.scale(0, 1);
  progress.begin("Finding what is live", kHeapBuilt, kMarked, point->heap->objectCount());
  Result<Liveness> liveness = findLive(*point->heap, options_.weak, progress);
  if (!liveness) return std::unexpected(liveness.error());
  progress.begin("Counting by type", kMarked, 1, point->heap->objectCount());
  auto analysis =
      std::make_shared<const HeapAnalysis>(point->heap, options_.weak, std::move(*liveness), options_.threads);
  if (!summary_.known()) summary_.set(summarise(*analysis, point->runtime, std::move(point->warnings)));
  if (progress.cancelled()) return cancelledError();
  return analysis;
}

void OpenedTrace::loadSizes(SizeMetric metric, size_t rows) {
  Sizes stored;
  if (cache_.load(partOf(metric), stored) && stored.size() == rows) lazySizes(metric).set(std::move(stored));
}

Result<std::shared_ptr<const OpenedTrace::Sizes>> OpenedTrace::sizesByType(SizeMetric metric, Progress& progress) {
  const auto summary = this->summary(progress);
  if (!summary) return std::unexpected(summary.error());
  return lazySizes(metric).get(progress, [&]() -> Result<Sizes> {
    const auto analysis = this->analysis(progress);
    if (!analysis) return std::unexpected(analysis.error());
    return sizesOf(**analysis, metric, namesOf((*summary)->live), progress);
  });
}

Result<InfoAnswer> OpenedTrace::info(Progress& progress) {
  const auto summary = this->summary(progress);
  if (!summary) return std::unexpected(summary.error());
  const HeapSummary& s = **summary;
  InfoAnswer answer;
  answer.trace = trace_->info();
  answer.points = trace_->timeline().points.size();
  answer.runtime = s.runtime;
  answer.live = sumOf(s.live);
  answer.unreachable = sumOf(s.unreachable);
  answer.references = s.references;
  answer.missingObjects = s.missingObjects;
  std::vector<GroupRow> all = s.live;
  all.insert(all.end(), s.unreachable.begin(), s.unreachable.end());
  answer.types = mergedByName(std::move(all)).size();
  answer.threads = s.threads;
  answer.followWeak = options_.weak == WeakReferences::kKeepAlive;
  for (size_t kind = 0; kind < s.roots.size(); ++kind) {
    if (s.roots[kind] > 0) answer.roots.push_back({static_cast<RootKind>(kind), s.roots[kind]});
  }
  std::ranges::stable_sort(answer.roots, std::ranges::greater{}, &InfoAnswer::Roots::count);
  answer.warnings = s.warnings;
  return answer;
}

Result<TimelineAnswer> OpenedTrace::timeline(Progress& progress) {
  const auto summary = this->summary(progress);
  if (!summary) return std::unexpected(summary.error());
  TimelineAnswer answer;
  for (uint32_t i = 0; i < trace_->timeline().points.size(); ++i) {
    answer.points.push_back({i, trace_->timeline().points[i].seconds, sumOf((*summary)->live)});
  }
  answer.collections = trace_->timeline().collections;
  return answer;
}

Result<HeapAnswer> OpenedTrace::heap(const HeapQuestion& question, Progress& progress) {
  const Result<PointIndex> at = point(question.at);
  if (!at) return std::unexpected(at.error());
  std::vector<SizeMetric> wanted = question.metrics;
  if (question.order == HeapOrder::kDeep) wanted.push_back(SizeMetric::kDeep);
  if (question.order == HeapOrder::kRetained) wanted.push_back(SizeMetric::kRetained);
  if (!wanted.empty() && question.counted != Counted::kLive) {
    return usageError("deep and retained sizes are those of live objects: they cannot be counted for others");
  }
  if (question.counted == Counted::kAll && !summary_.known()) return census(question, progress);
  const auto summary = this->summary(progress);
  if (!summary) return std::unexpected(summary.error());
  for (const SizeMetric metric : wanted) {
    if (const auto computed = sizesByType(metric, progress); !computed) return std::unexpected(computed.error());
  }
  const HeapSummary& s = **summary;
  std::vector<GroupRow> groups = question.counted == Counted::kUnreachable ? s.unreachable : s.live;
  if (question.counted == Counted::kAll) {
    groups.insert(groups.end(), s.unreachable.begin(), s.unreachable.end());
    groups = mergedByName(std::move(groups));
  }
  HeapAnswer answer;
  answer.counted = question.counted;
  answer.point = {at->value(), trace_->timeline().points[at->value()].seconds, sumOf(groups)};
  answer.warnings = s.warnings;
  std::vector<HeapRow> rows;
  for (GroupRow& group : groups) rows.push_back({std::move(group.key), {group.objects, group.bytes}, {}, {}});
  if (question.counted == Counted::kLive) {
    const auto known = [&](SizeMetric metric) {
      const bool asked = question.alsoKnown || std::ranges::find(wanted, metric) != wanted.end();
      return asked ? lazySizes(metric).known() : nullptr;
    };
    const auto deep = known(SizeMetric::kDeep);
    const auto retained = known(SizeMetric::kRetained);
    answer.deepKnown = deep != nullptr;
    answer.retainedKnown = retained != nullptr;
    for (size_t i = 0; i < rows.size(); ++i) {
      if (deep) rows[i].deep = (*deep)[i];
      if (retained) rows[i].retained = (*retained)[i];
    }
  }
  fillPage(answer, std::move(rows), question);
  return answer;
}

Result<SizesAnswer> OpenedTrace::sizes(const SizesQuestion& question, Progress& progress) {
  const Result<PointIndex> at = point(question.at);
  if (!at) return std::unexpected(at.error());
  if (question.keys.size() > SizesQuestion::kMostKeys) {
    return usageError(
        fmt::format("expected at most {} keys, found {}", SizesQuestion::kMostKeys, question.keys.size()));
  }
  const auto summary = this->summary(progress);
  if (!summary) return std::unexpected(summary.error());
  SizesAnswer answer;
  answer.point = {at->value(), trace_->timeline().points[at->value()].seconds, sumOf((*summary)->live)};
  answer.metric = question.metric;
  auto known = lazySizes(question.metric).known();
  if (!known && question.keys.empty()) {
    const auto computed = sizesByType(question.metric, progress);
    if (!computed) return std::unexpected(computed.error());
    known = *computed;
  }
  std::vector<std::string> keys;
  for (const std::string& key : question.keys) {
    const auto row = std::ranges::lower_bound((*summary)->live, key, {}, &GroupRow::key);
    if (row == (*summary)->live.end() || row->key != key || std::ranges::find(keys, key) != keys.end()) {
      continue;
    }
    keys.push_back(key);
    if (known) answer.rows.push_back({key, (*known)[static_cast<size_t>(row - (*summary)->live.begin())]});
  }
  if (known || keys.empty()) return answer;
  const auto analysis = this->analysis(progress);
  if (!analysis) return std::unexpected(analysis.error());
  const Result<std::vector<Size>> sizes = sizesOf(**analysis, question.metric, keys, progress);
  if (!sizes) return std::unexpected(sizes.error());
  for (size_t i = 0; i < keys.size(); ++i) answer.rows.push_back({std::move(keys[i]), (*sizes)[i]});
  return answer;
}

Result<InspectAnswer> OpenedTrace::inspect(const InspectQuestion& question, Progress& progress) {
  const Result<PointIndex> at = point(question.at);
  if (!at) return std::unexpected(at.error());
  const auto summary = this->summary(progress);
  if (!summary) return std::unexpected(summary.error());
  const auto analysis = this->analysis(progress);
  if (!analysis) return std::unexpected(analysis.error());
  if (!(*analysis)->knownDominators() && cache_.has(kDominatorsPart)) {
    Dominators stored = Dominators::unbuilt((*analysis)->graph());
    if (cache_.load(kDominatorsPart, stored)) (*analysis)->setDominators(std::move(stored));
  }
  Result<InspectAnswer> answer = inspectHeap(**analysis, question, progress);
  if (!answer) return answer;
  answer->point = {at->value(), trace_->timeline().points[at->value()].seconds, sumOf((*summary)->live)};
  answer->warnings = (*summary)->warnings;
  return answer;
}

Result<StoreAnswer> OpenedTrace::store(Progress& progress) {
  if (!cache_.exists()) return StoreAnswer{};
  const auto summary = this->summary(progress);
  if (!summary) return std::unexpected(summary.error());
  Status stored;
  const auto keep = [&](std::string_view name, const auto& part) {
    if (stored && !progress.cancelled() && !cache_.has(name)) stored = cache_.store(name, part);
  };
  keep(kSummaryPart, **summary);
  if (const auto sizes = deepByType_.known()) keep(partOf(SizeMetric::kDeep), *sizes);
  if (const auto sizes = retainedByType_.known()) keep(partOf(SizeMetric::kRetained), *sizes);
  if (const auto analysis = analysis_.known()) {
    keep(kHeapPart, HeapToStore{*analysis});
    if (const auto dominators = analysis->knownDominators()) keep(kDominatorsPart, *dominators);
  }
  cache_.trim(options_.mostCacheBytes);
  if (!stored) return std::unexpected(stored.error());
  if (progress.cancelled()) return cancelledError();
  return StoreAnswer{cache_.bytes()};
}

/// Everything counts, so there is no need to know what is live: one pass, no heap.
Result<HeapAnswer> OpenedTrace::census(const HeapQuestion& question, Progress& progress) {
  Result<Census> census = trace_->censusAt(PointIndex(0), progress);
  if (!census) return std::unexpected(census.error());
  std::vector<GroupRow> groups;
  for (Census::Row& row : census->rows) groups.push_back({std::move(row.type), row.objects, row.bytes});
  groups = mergedByName(std::move(groups));
  HeapAnswer answer;
  answer.counted = Counted::kAll;
  answer.point = {0, trace_->timeline().points[0].seconds, sumOf(groups)};
  answer.warnings = std::move(census->warnings);
  std::vector<HeapRow> rows;
  for (GroupRow& group : groups) rows.push_back({std::move(group.key), {group.objects, group.bytes}, {}, {}});
  fillPage(answer, std::move(rows), question);
  return answer;
}

Result<PointIndex> OpenedTrace::point(const std::string& text) const {
  const std::vector<Point>& points = trace_->timeline().points;
  const auto last = static_cast<uint32_t>(points.size() - 1);
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
  return usageError(fmt::format(
      "\"{}\" is no point of this trace: expected a number from 0 to {}, first, last, or a time such as 12.5s", text,
      last));
}

}  // namespace heaptrail
