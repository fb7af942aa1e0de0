#include "session/growth_analysis.h"

#include <utility>

#include "base/try.h"
#include "growth/both_ends.h"
#include "growth/inferred_descriptions.h"
#include "growth/path_keys.h"
#include "growth/replaced_structures.h"

namespace heaptrail {

namespace {

// How much of the whole each step is.
constexpr double kDominating = 0.4;
constexpr double kFindingPlaces = 0.2;
constexpr double kInferring = 0.02;
constexpr double kFindingStructures = 0.3;
constexpr double kTracking = 0.08;

// Of finding an end's structures.
constexpr double kDetecting = 0.7;
constexpr double kMeasuringDeep = 0.3;

// Of tracking them.
constexpr double kNumberingPaths = 0.8;
constexpr double kMatching = 0.2;

using Start = GrowthAnalysis::Start;
using End = GrowthAnalysis::End;

Result<std::array<DominatedEnd, 2>> findDominators(const Start& from, const Start& to, Threads threads,
                                                   Progress& progress) {
  std::array<DominatedEnd, 2> ends;
  const auto findAt = [&](EndOfWindow which, Progress& part) -> Status {
    const Start& start = which == EndOfWindow::kFrom ? from : to;
    const auto dominators = TRY(start.analysis->analysis().dominators(part));
    ends[indexOf(which)] = {start.analysis->sharedAnalysis(), dominators, start.live};
    return {};
  };
  TRY(forBothEnds(threads, progress, kDominating, findAt));
  return ends;
}

/// The same heap with more descriptions. Those that are inferred win over none.
std::shared_ptr<const StructureAnalysis> withDescriptions(const StructureAnalysis& analysis,
                                                          const std::shared_ptr<const dsl::DescriptionFile>& more) {
  dsl::DescriptionSet::Files files{more};
  const auto& known = analysis.types().descriptions().files();
  files.insert(files.end(), known.begin(), known.end());
  return std::make_shared<const StructureAnalysis>(analysis.sharedAnalysis(), analysis.types().sharedTypes(),
                                                   std::make_shared<const dsl::DescriptionSet>(std::move(files)));
}

Result<End> findStructures(const Start& start, const DominatedEnd& dominated, Progress& progress) {
  End end{start.analysis, nullptr, nullptr, dominated, nullptr};
  {
    Progress part(progress, kDetecting);
    end.structures = TRY(end.analysis->structures(part));
  }
  Progress part(progress, kMeasuringDeep);
  end.deep = TRY(end.analysis->deep(part));
  end.data = TRY(end.heapAnalysis().dataGraph(part));
  return end;
}

Result<Array<uint64_t>> findKeys(const End& end, Progress& progress) {
  const HeapAnalysis& analysis = end.heapAnalysis();
  const auto holders = TRY(analysis.holders(progress));
  const auto paths = TRY(analysis.shortestPaths(SoftReferences::kFollow, progress));
  progress.begin("Finding paths to structures", 0, 1, end.structures->count());
  return pathKeys(analysis.graph(), *holders, *paths, *end.structures, progress);
}

Result<TrackedStructures> trackByIdentity(const WindowEnds& ends, const GrowthPlaces& places, Threads threads,
                                          Progress& progress) {
  const uint64_t asked = places.tree() == nullptr ? 0 : objectsAskedForReplaced(*places.tree());
  progress.begin("Tracking structures", 0, 1, ends.to.structures->count() + asked);
  Result<TrackedStructures> tracked = TrackedStructures::byIdentity(ends, threads, progress);
  if (!tracked || places.tree() == nullptr) return tracked;
  TRY(joinReplaced(places.heaps(), *places.tree(), ends, *tracked, progress));
  return tracked;
}

Result<TrackedStructures> trackByPath(const End& from, const End& to, const WindowEnds& ends, Threads threads,
                                      Progress& progress) {
  const uint64_t structures = uint64_t{from.structures->count()} + to.structures->count();
  std::array<Array<uint64_t>, 2> keys;
  const auto findAt = [&](EndOfWindow which, Progress& part) -> Status {
    keys[indexOf(which)] = TRY(findKeys(which == EndOfWindow::kFrom ? from : to, part));
    return {};
  };
  TRY(forBothEnds(threads, progress, kNumberingPaths, findAt));
  Progress part(progress, kMatching);
  part.begin("Tracking structures", 0, 1, structures);
  return TrackedStructures::byPath(ends, keys[0], keys[1], part);
}

}  // namespace

Result<GrowthAnalysis> GrowthAnalysis::compare(const Start& from, const Start& to, GrowthMatch match,
                                               const std::vector<std::string>& own, Progress& progress) {
  const Threads threads = to.analysis->analysis().threads();
  const auto dominated = TRY(findDominators(from, to, threads, progress));
  Progress finding(progress, kFindingPlaces);
  auto places = TRY(GrowthPlaces::find(dominated[0], dominated[1], from.analysis->types(), to.analysis->types(), match,
                                       own, finding));
  Progress inferring(progress, kInferring);
  std::string inferred = TRY(places->inferDescriptions(kDefaultGrowthThreshold, inferring));
  std::array<Start, 2> starts{from, to};
  if (!inferred.empty()) {
    const auto file =
        std::make_shared<const dsl::DescriptionFile>(std::string(kInferredFile), inferred, dsl::FileOrigin::kInferred);
    for (Start& start : starts) start.analysis = withDescriptions(*start.analysis, file);
  }
  std::array<End, 2> ends;
  const auto findAt = [&](EndOfWindow which, Progress& part) -> Status {
    ends[indexOf(which)] = TRY(findStructures(starts[indexOf(which)], places->end(which), part));
    return {};
  };
  TRY(forBothEnds(threads, progress, kFindingStructures, findAt));
  auto window = std::make_unique<const WindowEnds>(WindowEnds{ends[0].view(), ends[1].view()});
  Progress tracking(progress, kTracking);
  TrackedStructures tracked =
      TRY(match == GrowthMatch::kIdentity ? trackByIdentity(*window, *places, threads, tracking)
                                          : trackByPath(ends[0], ends[1], *window, threads, tracking));
  return GrowthAnalysis(from, to, std::move(places), std::move(inferred), std::move(ends[0]), std::move(ends[1]),
                        std::move(window), std::move(tracked));
}

GrowthAnalysis::Suspects GrowthAnalysis::knownSuspects(double threshold) const {
  const std::lock_guard lock(kept_->mutex);
  return kept_->threshold == threshold ? kept_->suspects : nullptr;
}

void GrowthAnalysis::keepSuspects(double threshold, Suspects suspects) const {
  const std::lock_guard lock(kept_->mutex);
  kept_->threshold = threshold;
  kept_->suspects = std::move(suspects);
}

}  // namespace heaptrail
