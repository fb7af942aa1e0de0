#include "answer/growth_analysis.h"

#include <utility>

#include "growth/both_ends.h"
#include "growth/path_keys.h"

namespace heaptrail {

namespace {

// How much of the whole each step is.
constexpr double kDetecting = 0.3;
constexpr double kMeasuringDeep = 0.15;
constexpr double kDominating = 0.55;

constexpr double kNumberingPaths = 0.8;
constexpr double kTracking = 0.2;

Status findKeys(const GrowthAnalysis::End& end, Array<uint64_t>& keys, Progress& progress) {
  const HeapAnalysis& analysis = end.heapAnalysis();
  const auto holders = analysis.holders(progress);
  if (!holders) return std::unexpected(holders.error());
  const auto paths = analysis.lastingPaths(progress);
  if (!paths) return std::unexpected(paths.error());
  progress.begin("Finding paths to structures", 0, 1, end.structures->count());
  Result<Array<uint64_t>> found = pathKeys(analysis.graph(), **holders, **paths, *end.structures, progress);
  if (!found) return std::unexpected(found.error());
  keys = std::move(*found);
  return {};
}

}  // namespace

Result<GrowthAnalysis::End> GrowthAnalysis::prepare(std::shared_ptr<const StructureAnalysis> analysis, Size live,
                                                    Progress& progress) {
  End end{std::move(analysis), nullptr, nullptr, nullptr, live};
  {
    Progress part(progress, kDetecting);
    const auto structures = end.analysis->structures(part);
    if (!structures) return std::unexpected(structures.error());
    end.structures = *structures;
  }
  {
    Progress part(progress, kMeasuringDeep);
    const auto deep = end.analysis->deep(part);
    if (!deep) return std::unexpected(deep.error());
    end.deep = *deep;
  }
  Progress part(progress, kDominating);
  const auto dominators = end.heapAnalysis().dominators(part);
  if (!dominators) return std::unexpected(dominators.error());
  end.dominators = *dominators;
  return end;
}

Result<GrowthAnalysis> GrowthAnalysis::compare(End from, End to, GrowthMatch match, Progress& progress) {
  auto ends = std::make_unique<const WindowEnds>(WindowEnds{from.view(), to.view()});
  const bool byPath = match == GrowthMatch::kPath;
  Array<uint64_t> fromKeys;
  Array<uint64_t> toKeys;
  if (byPath) {
    const Status found =
        forBothEnds(to.heapAnalysis().threads(), progress, kNumberingPaths, [&](EndOfWindow end, Progress& part) {
          return end == EndOfWindow::kFrom ? findKeys(from, fromKeys, part) : findKeys(to, toKeys, part);
        });
    if (!found) return std::unexpected(found.error());
  }
  Progress part(progress, byPath ? kTracking : 1);
  part.begin("Tracking structures", 0, 1, uint64_t{from.structures->count()} + to.structures->count());
  Result<TrackedStructures> tracked =
      byPath ? TrackedStructures::byPath(*ends, fromKeys, toKeys, part) : TrackedStructures::byIdentity(*ends, part);
  if (!tracked) return std::unexpected(tracked.error());
  GrowthAnalysis analysis(std::move(from), std::move(to), std::move(ends), std::move(*tracked));
  analysis.fromKeys_ = std::move(fromKeys);
  analysis.toKeys_ = std::move(toKeys);
  return analysis;
}

Scene GrowthAnalysis::scene(CommonNames& names, double threshold) const {
  return {ends_.get(), &tracked_,        &from_.analysis->types(), &to_.analysis->types(),
          &names,      fromKeys_.span(), toKeys_.span(),           threshold};
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
