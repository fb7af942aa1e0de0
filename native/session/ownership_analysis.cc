#include "session/ownership_analysis.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "dsl/type_index.h"
#include "graph/liveness.h"
#include "model/counted_heap.h"
#include "ownership/class_groups.h"
#include "ownership/counted_groups.h"
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
  ObjectShares shares(objects);
  ClassGroups groups = TRY(ClassGroups::find(graph, types, threads, progress, &shares));
  PointOwnership ownership;
  if (before != nullptr) {
    progress.begin("Counting new objects", kGrouped, kNewCounted, objects);
    ownership.newObjects = TRY(countNewObjects(graph, groups.objects, *before, threads, progress));
  }
  progress.begin("Dividing the heap among its owners", kNewCounted, 1, objects);
  QuotientGraph quotient = TRY(QuotientGraph::build(graph, groups.objects, std::move(shares), threads, progress));
  ownership.groups = std::move(groups.groups);
  ownership.quotient = std::move(quotient);
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

Result<std::shared_ptr<const PointOwnership>> ownershipAt(OpenedTrace& trace, PointIndex point, NewObjects newObjects,
                                                          Progress& progress) {
  const std::shared_ptr<KeptOwnership> kept = trace.keptOwnership();
  const std::vector<Point>& points = trace.trace().timeline().points;
  const bool isLight = points[point.value()].isLight;
  const bool compares = newObjects == NewObjects::kCounted && point.value() > 0 && trace.trace().info().identity &&
                        !isLight && !points[point.value() - 1].isLight;
  if (auto known = kept->known(point); known != nullptr && (!compares || !known->newObjects.empty())) return known;
  if (isLight) {
    const CountedHeap counts = TRY(trace.trace().countsAt(point));
    return kept->keep(point, std::make_shared<const PointOwnership>(ownershipOfCounts(counts)));
  }
  std::shared_ptr<const HeapAnalysis> before;
  if (compares) {
    Progress part(progress, kHeapRead / 2);
    before = TRY(trace.at(PointIndex(point.value() - 1)).analysis(part));
  }
  std::shared_ptr<const StructureAnalysis> structures;
  {
    Progress part(progress, compares ? kHeapRead / 2 : kHeapRead);
    structures = TRY(trace.at(point).structures(kept->descriptions(), part));
  }
  Progress part(progress, 1 - kHeapRead);
  const HeapAnalysis& analysis = structures->analysis();
  PointOwnership ownership = TRY(compute(analysis.graph(), structures->types(),
                                         before != nullptr ? &before->heap() : nullptr, analysis.threads(), part));
  return kept->keep(point, std::make_shared<const PointOwnership>(std::move(ownership)));
}

OwnedByKey ownedByKey(const OwnershipGraph& graph, const PointOwnership& point) {
  std::vector<uint64_t> references(graph.nodes.size());
  for (const OwnershipNode& node : graph.nodes) {
    for (const OwnershipNode::Child& child : node.children) references[child.node] += child.references;
  }
  OwnedByKey owned;
  for (size_t node = 0; node < graph.nodes.size(); ++node) {
    for (const uint32_t group : graph.nodes[node].groups) {
      owned[point.groups[group].key] = {point.quotient.sizes[group], graph.nodes[node].owned, references[node]};
    }
  }
  return owned;
}

namespace {

/// The heap of a point that was rebuilt for this alone.
Result<PointOwnership> ownershipOf(const RebuiltHeap& rebuilt, const OpenOptions& options,
                                   const std::shared_ptr<const dsl::DescriptionSet>& descriptions, Progress& progress) {
  constexpr double kLivenessShare = 0.3;
  progress.begin("Finding what is live", 0, kLivenessShare, rebuilt.heap->objectCount());
  Liveness liveness = TRY(findLive(*rebuilt.heap, options.weak, progress));
  const LiveGraph graph(rebuilt.heap, options.weak, std::move(liveness), options.threads);
  const dsl::DescribedTypes types(descriptions, std::make_shared<const dsl::TypeIndex>(rebuilt.heap->parts().symbols));
  Progress part(progress, 1 - kLivenessShare);
  return compute(graph, types, nullptr, options.threads, part);
}

}  // namespace

Status workOnOwnership(OpenedTrace& trace, std::span<const PointIndex> points,
                       std::optional<std::chrono::steady_clock::time_point> until, Progress& progress) {
  const std::shared_ptr<KeptOwnership> kept = trace.keptOwnership();
  const auto isLate = [&] { return until && std::chrono::steady_clock::now() >= *until; };
  constexpr std::chrono::milliseconds kBetweenChecks{20};
  std::unique_lock visiting(trace.visiting(), std::defer_lock);
  while (!visiting.try_lock_for(kBetweenChecks)) {
    if (progress.cancelled()) return cancelledError();
    if (isLate()) return {};
  }
  std::vector<PointIndex> toRebuild;
  for (const PointIndex point : points) {
    if (kept->known(point) != nullptr) continue;
    if (!trace.peek(point).knowsHeap() && !trace.trace().timeline().points[point.value()].isLight) {
      toRebuild.push_back(point);
      continue;
    }
    Progress part(progress, 1.0 / static_cast<double>(points.size()));
    TRY(ownershipAt(trace, point, NewObjects::kNotCounted, part));
  }
  if (toRebuild.empty() || isLate()) return {};
  return trace.trace().visitPoints(toRebuild, progress, trace.options().threads,
                                   [&](PointIndex point, const RebuiltHeap& rebuilt, Progress& part) -> Result<bool> {
                                     PointOwnership ownership =
                                         TRY(ownershipOf(rebuilt, trace.options(), kept->descriptions(), part));
                                     kept->keep(point, std::make_shared<const PointOwnership>(std::move(ownership)));
                                     return !isLate();
                                   });
}

std::vector<PointIndex> pointsToCount(const OpenedTrace& trace, PointIndex point) {
  constexpr uint32_t kMaxPoints = 24;
  const std::vector<Point>& all = trace.trace().timeline().points;
  // Light points have other groups than full ones.
  std::vector<PointIndex> alike;
  for (uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].isLight == all[point.value()].isLight) alike.emplace_back(i);
  }
  // What was taken as the program ended says little of what it did before.
  if (alike.size() > 2 && all[alike.back().value()].atExit) alike.pop_back();
  std::vector<PointIndex> points{point};
  const auto count = static_cast<uint32_t>(alike.size());
  const uint32_t chosen = std::min(count, kMaxPoints);
  for (uint32_t i = 0; i < chosen; ++i) {
    points.push_back(alike[chosen == 1 ? 0 : uint64_t{i} * (count - 1) / (chosen - 1)]);
  }
  std::ranges::sort(points);
  const auto repeated = std::ranges::unique(points);
  points.erase(repeated.begin(), repeated.end());
  return points;
}

}  // namespace heaptrail
