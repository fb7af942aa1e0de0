#include "session/analysed_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "classify/by_type.h"
#include "model/counted_heap.h"

namespace heaptrail {

namespace {

// The reader reports its own share; marking and counting are the rest. Measured on 40 million objects.
constexpr double kPointRead = 0.75;
constexpr double kMarked = 0.8;  // of that rest

// Groups that are kept, beside those by type. Each takes a bit per object, and its rows.
constexpr size_t kMaxKeptGroups = 8;

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

/// What light points lack, for people who look at one.
constexpr std::string_view kLightPoint =
    "this is a light point: it has counts by class, and no objects. Data structures, growth, deep and retained sizes, "
    "and what holds objects cannot be shown: for these take a full point (heaptrail point PID). What only weak "
    "references lead to is counted as live";

Result<HeapSummary> summariseCounts(Trace& trace, PointIndex point, const OpenOptions& options, Progress& progress) {
  const CountedHeap counts = TRY(trace.countsAt(point));
  Census census = TRY(trace.censusAt(point, progress, options.threads));
  HeapSummary summary;
  summary.runtime = counts.runtime;
  summary.warnings.push_back({std::string(kLightPoint)});
  summary.roots.resize(kRootKinds);
  for (const CountedHeap::References& references : counts.references) summary.references += references.count;
  for (const CountedHeap::HoldingRoots& roots : counts.roots) {
    summary.roots[static_cast<size_t>(roots.kind)] += roots.references;
  }
  summary.threads = static_cast<uint64_t>(std::ranges::count_if(counts.groups, [](const CountedHeap::Group& group) {
    return group.role == CountedHeap::Role::kThread && group.size.objects > 0;
  }));
  for (Census::Row& row : census.rows) summary.live.push_back({std::move(row.type), row.objects, row.bytes});
  summary.live = mergedByName(std::move(summary.live));
  return summary;
}

Result<HeapSummary> summarise(const HeapAnalysis& analysis, const RuntimeInfo& runtime, std::vector<Warning> warnings,
                              Progress& progress) {
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
  std::vector<GroupRow> live = TRY(groupByType(heap, graph.live(), analysis.threads(), progress));
  std::vector<GroupRow> rest = TRY(groupByType(heap, unreachable, analysis.threads(), progress));
  summary.live = std::move(live);
  summary.unreachable = std::move(rest);
  return summary;
}

}  // namespace

AnalysedPoint::AnalysedPoint(Trace& trace, PointIndex point, const OpenOptions& options, const TraceCache& cache)
    : trace_(trace), point_(point), options_(options), cache_(cache), known_(std::make_shared<Known>()) {}

AnalysedPoint::AnalysedPoint(Trace& trace, const OpenOptions& options, const TraceCache& cache,
                             const AnalysedPoint& before)
    : trace_(trace), point_(before.point_), options_(options), cache_(cache), known_(before.known_) {}

std::string AnalysedPoint::partName(std::string_view part) const {
  if (trace_.timeline().points.size() == 1) return std::string(part);
  return fmt::format("{}-{}", part, point_.value());
}

Result<std::shared_ptr<const HeapSummary>> AnalysedPoint::summary(Progress& progress) {
  return known_->summary.get(progress, [&]() -> Result<std::shared_ptr<const HeapSummary>> {
    if (auto stored = storedSummary()) return stored;
    if (trace_.timeline().points[point_.value()].isLight) {
      HeapSummary counted = TRY(summariseCounts(trace_, point_, options_, progress));
      return std::make_shared<const HeapSummary>(std::move(counted));
    }
    // The heap comes with its summary.
    TRY(this->analysis(progress));
    return known_->summary.known();
  });
}

Result<std::shared_ptr<const HeapAnalysis>> AnalysedPoint::analysis(Progress& progress) {
  return known_->analysis.get(progress, [&]() -> Result<std::shared_ptr<const HeapAnalysis>> {
    if (auto stored = storedAnalysis()) return stored;
    return rebuild(progress);
  });
}

std::shared_ptr<const HeapSummary> AnalysedPoint::storedSummary() const {
  HeapSummary stored;
  if (!cache_.load(partName(kSummaryPart), stored)) return nullptr;
  return std::make_shared<const HeapSummary>(std::move(stored));
}

std::shared_ptr<const HeapAnalysis> AnalysedPoint::storedAnalysis() const {
  StoredHeap stored;
  if (!known_->summary.known() || !cache_.load(partName(kHeapPart), stored)) return nullptr;
  stored.parts.symbols = std::make_shared<const Symbols>(std::move(stored.symbols));
  return std::make_shared<const HeapAnalysis>(std::make_shared<const Heap>(std::move(stored.parts)), options_.weak,
                                              std::move(stored.liveness), options_.threads);
}

std::shared_ptr<const HeapSummary> AnalysedPoint::availableSummary() {
  if (auto known = known_->summary.known()) return known;
  auto stored = storedSummary();
  return stored == nullptr ? nullptr : known_->summary.set(std::move(stored));
}

std::shared_ptr<const HeapAnalysis> AnalysedPoint::availableAnalysis() {
  if (auto known = known_->analysis.known()) return known;
  return availableSummary() == nullptr ? nullptr : storedAnalysis();
}

Result<std::shared_ptr<const HeapAnalysis>> AnalysedPoint::rebuild(Progress& progress) {
  progress.scale(0, kPointRead);
  RebuiltHeap point = TRY(trace_.heapAt(point_, progress, options_.threads));
  progress.scale(kPointRead, 1);
  Result<std::shared_ptr<const HeapAnalysis>> analysis = analyse(std::move(point), progress);
  progress.scale(0, 1);
  return analysis;
}

Result<std::shared_ptr<const HeapAnalysis>> AnalysedPoint::analyse(RebuiltHeap rebuilt, Progress& progress) {
  progress.begin("Finding what is live", 0, kMarked, rebuilt.heap->objectCount());
  Liveness liveness = TRY(findLive(*rebuilt.heap, options_.weak, progress));
  progress.begin("Counting by type", kMarked, 1, 2 * uint64_t{rebuilt.heap->objectCount()});
  auto analysis =
      std::make_shared<const HeapAnalysis>(rebuilt.heap, options_.weak, std::move(liveness), options_.threads);
  if (!known_->summary.known()) {
    HeapSummary summary = TRY(summarise(*analysis, rebuilt.runtime, std::move(rebuilt.warnings), progress));
    known_->summary.set(std::move(summary));
  }
  if (progress.cancelled()) return cancelledError();
  return analysis;
}

Result<std::shared_ptr<const StructureAnalysis>> AnalysedPoint::structures(
    const std::shared_ptr<const dsl::DescriptionSet>& descriptions, Progress& progress) {
  const auto analysis = TRY(this->analysis(progress));
  loadDominators(*analysis);
  const std::lock_guard lock(known_->structuresMutex);
  const bool sameHeap = known_->structures != nullptr && &known_->structures->analysis() == analysis.get();
  if (sameHeap && &known_->structures->types().descriptions() == descriptions.get()) return known_->structures;
  const auto types = sameHeap ? known_->structures->types().sharedTypes()
                              : std::make_shared<const dsl::TypeIndex>(analysis->heap().parts().symbols);
  known_->structures = std::make_shared<const StructureAnalysis>(analysis, types, descriptions);
  return known_->structures;
}

void AnalysedPoint::forgetHeap() {
  known_->analysis.set(nullptr);
  {
    const std::lock_guard lock(known_->structuresMutex);
    known_->structures = nullptr;
  }
  const std::lock_guard lock(groupsMutex_);
  groups_.clear();
}

Result<std::shared_ptr<const HeapGroups>> AnalysedPoint::types(Progress& progress) {
  const auto summary = TRY(this->summary(progress));
  return types_.get(progress, [&]() -> Result<std::shared_ptr<const HeapGroups>> {
    const std::shared_ptr<const HeapSummary>& rows = summary;
    const auto measure = [this, rows](SizeMetric metric, std::span<const uint32_t> chosen,
                                      Progress& whole) -> Result<HeapGroups::Sizes> {
      const auto analysis = TRY(this->analysis(whole));
      return sizesByType(*analysis, rows->live, metric, chosen, whole);
    };
    auto types = std::make_shared<const HeapGroups>(rows->live, measure, known_->sizesByType);
    for (const SizeMetric metric : {SizeMetric::kDeep, SizeMetric::kRetained}) loadSizes(*types, metric);
    return types;
  });
}

void AnalysedPoint::loadSizes(const HeapGroups& types, SizeMetric metric) const {
  HeapGroups::Sizes stored;
  if (types.knownSizes(metric)) return;
  if (cache_.load(partName(partOf(metric)), stored) && stored.size() == types.rows().size()) {
    types.setSizes(metric, std::move(stored));
  }
}

std::optional<ChosenGroups> AnalysedPoint::knownGroups(const std::string& key) {
  const std::lock_guard lock(groupsMutex_);
  const auto found = std::ranges::find(groups_, key, [](const auto& entry) { return entry.first; });
  if (found == groups_.end()) return std::nullopt;
  std::rotate(found, found + 1, groups_.end());
  return groups_.back().second;
}

ChosenGroups AnalysedPoint::keepGroups(const std::string& key, ChosenGroups groups) {
  if (std::optional<ChosenGroups> known = knownGroups(key)) return std::move(*known);
  const std::lock_guard lock(groupsMutex_);
  // Of a heap that was forgotten in between nothing is kept.
  if (groups.level == nullptr || known_->analysis.known() != groups.level->analysis) return groups;
  if (groups_.size() == kMaxKeptGroups) groups_.erase(groups_.begin());
  groups_.emplace_back(key, groups);
  return groups;
}

void AnalysedPoint::loadDominators(const HeapAnalysis& analysis) const {
  if (analysis.knownDominators() || !cache_.has(partName(kDominatorsPart))) return;
  Dominators stored = Dominators::unbuilt(analysis.graph());
  if (cache_.load(partName(kDominatorsPart), stored)) analysis.setDominators(std::move(stored));
}

Status AnalysedPoint::store(Progress& progress) {
  Status stored;
  const auto keep = [&](std::string_view part, const auto& value) {
    const std::string name = partName(part);
    if (stored && !progress.cancelled() && !cache_.has(name)) stored = cache_.store(name, value);
  };
  if (const auto summary = known_->summary.known()) keep(kSummaryPart, *summary);
  if (const auto types = types_.known()) {
    for (const SizeMetric metric : {SizeMetric::kDeep, SizeMetric::kRetained}) {
      if (const auto sizes = types->knownSizes(metric)) keep(partOf(metric), *sizes);
    }
  }
  if (const auto analysis = known_->analysis.known()) {
    keep(kHeapPart, HeapToStore{*analysis});
    if (const auto dominators = analysis->knownDominators()) keep(kDominatorsPart, *dominators);
  }
  if (!stored) return std::unexpected(stored.error());
  if (progress.cancelled()) return cancelledError();
  return {};
}

}  // namespace heaptrail
