#include "session/ownership_analysis.h"

#include <utility>

#include "ownership/class_groups.h"
#include "ownership/new_objects.h"

namespace heaptrail {

namespace {

// How far each step brings the whole, as measured on 20 million objects.
constexpr double kHeapRead = 0.7;
constexpr double kGrouped = 0.4;
constexpr double kNewCounted = 0.5;

/// `before`: null where new objects are not counted.
Result<PointOwnership> compute(const LiveGraph& graph, const dsl::DescribedTypes& types, const Heap* before,
                               Threads threads, Progress& progress) {
  const uint64_t objects = graph.heap().objectCount();
  progress.begin("Finding collections and who holds them", 0, kGrouped, 3 * objects);
  Result<ClassGroups> groups = ClassGroups::find(graph, types, threads, progress);
  if (!groups) return std::unexpected(groups.error());
  PointOwnership ownership;
  if (before != nullptr) {
    progress.begin("Counting new objects", kGrouped, kNewCounted, objects);
    Result<std::vector<uint64_t>> counted = countNewObjects(graph, groups->objects, *before, threads, progress);
    if (!counted) return std::unexpected(counted.error());
    ownership.newObjects = std::move(*counted);
  }
  progress.begin("Dividing the heap among its owners", kNewCounted, 1, 3 * objects);
  Result<QuotientGraph> quotient = QuotientGraph::build(graph, groups->objects, threads, progress);
  if (!quotient) return std::unexpected(quotient.error());
  ownership.groups = std::move(groups->groups);
  ownership.quotient = std::move(*quotient);
  return ownership;
}

}  // namespace

std::shared_ptr<const PointOwnership> KeptOwnership::known(PointIndex point) const {
  const std::lock_guard lock(mutex_);
  const auto found = points_.find(point);
  return found == points_.end() ? nullptr : found->second;
}

std::shared_ptr<const PointOwnership> KeptOwnership::keep(PointIndex point,
                                                          std::shared_ptr<const PointOwnership> ownership) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const PointOwnership>& kept = points_[point];
  if (kept == nullptr || (kept->newObjects.empty() && !ownership->newObjects.empty())) kept = std::move(ownership);
  return kept;
}

Result<PointOwnership> findOwnership(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads,
                                     Progress& progress) {
  return compute(graph, types, nullptr, threads, progress);
}

Result<std::shared_ptr<const PointOwnership>> ownershipAt(OpenedTrace& trace, PointIndex point, NewObjects newObjects,
                                                          Progress& progress) {
  const std::shared_ptr<KeptOwnership> kept = trace.keptOwnership();
  const bool compares = newObjects == NewObjects::kCounted && point.value() > 0 && trace.trace().info().identity;
  if (auto known = kept->known(point); known != nullptr && (!compares || !known->newObjects.empty())) return known;
  std::shared_ptr<const HeapAnalysis> before;
  if (compares) {
    Progress part(progress, kHeapRead / 2);
    auto analysis = trace.at(PointIndex(point.value() - 1)).analysis(part);
    if (!analysis) return std::unexpected(analysis.error());
    before = std::move(*analysis);
  }
  std::shared_ptr<const StructureAnalysis> structures;
  {
    Progress part(progress, compares ? kHeapRead / 2 : kHeapRead);
    auto found = trace.at(point).structures(kept->descriptions(), part);
    if (!found) return std::unexpected(found.error());
    structures = std::move(*found);
  }
  Progress part(progress, 1 - kHeapRead);
  const HeapAnalysis& analysis = structures->analysis();
  Result<PointOwnership> ownership = compute(analysis.graph(), structures->types(),
                                             before != nullptr ? &before->heap() : nullptr, analysis.threads(), part);
  if (!ownership) return std::unexpected(ownership.error());
  return kept->keep(point, std::make_shared<const PointOwnership>(std::move(*ownership)));
}

}  // namespace heaptrail
