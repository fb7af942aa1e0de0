#include "session/growth_places.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "base/at_once.h"
#include "base/try.h"
#include "graph/finalizers.h"
#include "graph/lasting_roots.h"
#include "growth/accumulations.h"
#include "growth/both_ends.h"
#include "growth/growth_pattern.h"
#include "growth/inferred_descriptions.h"
#include "growth/weak_keys.h"

namespace heaptrail {

namespace {

// How much of the whole each step is.
constexpr double kFindingAllPaths = 0.2;
constexpr double kDominatingAgain = 0.35;
constexpr double kBuildingTree = 0.3;
constexpr double kTurningHeapRound = 0.15;

// Of the heap's growth, what a place must gain where somebody keeps a weak map full: an entry and a key at a time.
constexpr double kShareBesideWeakMaps = 0.0005;

// A JVM has a few of its own.
constexpr uint64_t kManyFinalizers = 20;

// Of finding dominators again.
constexpr double kMarkedLasting = 0.2;

/// Things that are fields of one object often grow together, as the indexes of one store do: the object whose parts
/// gained most together comes first.
void putTogetherByHolder(std::vector<GrowingContainers>& growing, const PlaceNames& names) {
  std::map<ObjectIndex, int64_t> gained;
  std::vector<std::pair<ObjectIndex, GrowingContainers>> held;
  for (GrowingContainers& containers : growing) {
    ObjectIndex holder = ObjectIndex::none();
    if (!containers.containers.empty()) holder = names.of(containers.containers.front().head()).holder;
    if (holder.exists()) gained[holder] += containers.gained;
    held.emplace_back(holder, std::move(containers));
  }
  const auto together = [&](const auto& entry) {
    return entry.first.exists() ? gained.at(entry.first) : entry.second.gained;
  };
  std::ranges::stable_sort(held, std::ranges::greater{}, together);
  growing.clear();
  for (auto& [holder, containers] : held) growing.push_back(std::move(containers));
}

/// Whether running methods alone hold as roots what retains this much.
bool hasLargeWorkedOn(const DominatedEnd& end, const RootHolders& holders, double bytes) {
  return std::ranges::any_of(end.analysis->graph().rootObjects(), [&](ObjectIndex root) {
    return static_cast<double>(end.dominators->retained(root).bytes) >= bytes && isOnlyWorkedOn(holders, root);
  });
}

/// What is left out of a heap to see who holds things for good.
struct LeftOut {
  bool workedOn = false;
  bool finalizers = false;
};

Status dominateLasting(DominatedEnd& end, LeftOut leftOut, Progress& progress) {
  const auto holders = TRY(end.analysis->holders(progress));
  const uint64_t objects = end.analysis->heap().objectCount();
  progress.begin("Leaving out what holds nothing for good", 0, kMarkedLasting, (leftOut.finalizers ? 2 : 1) * objects);
  const LiveGraph& whole = end.analysis->graph();
  std::optional<LiveGraph> unfinalized;
  if (leftOut.finalizers) unfinalized = TRY(withoutFinalizers(whole, progress));
  const LiveGraph& graph = unfinalized ? *unfinalized : whole;
  std::vector<ObjectIndex> roots(graph.rootObjects().begin(), graph.rootObjects().end());
  if (leftOut.workedOn) roots = TRY(lastingRoots(graph, *holders, progress));
  end.lastingGraph = std::make_shared<const LiveGraph>(graph.withRoots(std::move(roots)));
  Progress part(progress, 1 - kMarkedLasting);
  Dominators dominators = TRY(Dominators::build(*end.lastingGraph, end.analysis->threads(), part));
  end.lastingDominators = std::make_shared<const Dominators>(std::move(dominators));
  return {};
}

/// What threads work on at one end only must not look as if it had come from nowhere, and had grown; and what has a
/// finalizer is held by whoever else holds it.
Status leaveOutPassing(std::array<DominatedEnd, 2>& ends, Progress& progress) {
  const double growth = static_cast<double>(ends[1].live.bytes) - static_cast<double>(ends[0].live.bytes);
  if (growth <= 0) return {};
  LeftOut leftOut;
  for (const DominatedEnd& end : ends) {
    const auto holders = TRY(end.analysis->holders(progress));
    leftOut.workedOn = leftOut.workedOn || hasLargeWorkedOn(end, *holders, GrowthTree::kMinimumShare * growth);
    leftOut.finalizers = leftOut.finalizers || countFinalizers(end.analysis->graph()) >= kManyFinalizers;
  }
  if (!leftOut.workedOn && !leftOut.finalizers) return {};
  return forBothEnds(
      ends.front().analysis->threads(), progress, kDominatingAgain,
      [&](EndOfWindow which, Progress& part) { return dominateLasting(ends[indexOf(which)], leftOut, part); });
}

}  // namespace

GrowthPlaces::GrowthPlaces(const DominatedEnd& from, const DominatedEnd& to, const dsl::DescribedTypes& fromTypes,
                           const dsl::DescribedTypes& toTypes, GrowthMatch match, const std::vector<std::string>& own)
    : from_(from),
      to_(to),
      match_(match),
      names_(from.analysis->heap(), to.analysis->heap()),
      places_(from.analysis->heap(), to.analysis->heap()),
      own_(own.empty() ? OwnPackages::guessed(to.analysis->heap()) : OwnPackages(own)),
      heaps_{{from_.view(fromTypes), to_.view(toTypes)}, &names_, &places_} {}

Result<std::unique_ptr<GrowthPlaces>> GrowthPlaces::find(const DominatedEnd& from, const DominatedEnd& to,
                                                         const dsl::DescribedTypes& fromTypes,
                                                         const dsl::DescribedTypes& toTypes, GrowthMatch match,
                                                         const std::vector<std::string>& own, Progress& progress) {
  std::array<DominatedEnd, 2> ends{from, to};
  TRY(leaveOutPassing(ends, progress));
  std::unique_ptr<GrowthPlaces> places(new GrowthPlaces(ends[0], ends[1], fromTypes, toTypes, match, own));
  const auto buildTree = [&]() -> Status {
    if (heapGrowthOf(places->heaps_.ends) <= 0) return {};
    Progress part(progress, kBuildingTree);
    return places->buildTree(GrowthTree::kMinimumShare, part);
  };
  TRY(bothAtOnce(to.analysis->threads(), buildTree, [&] { return places->findWaysBack(progress); }));
  return places;
}

Status GrowthPlaces::findWaysBack(Progress& progress) {
  const HeapAnalysis& analysis = *to_.analysis;
  holders_ = TRY(analysis.holders(progress));
  {
    Progress part(progress, kFindingAllPaths);
    paths_ = TRY(analysis.shortestPaths(SoftReferences::kFollow, part));
  }
  Progress part(progress, kTurningHeapRound);
  reverse_ = TRY(analysis.reverse(part));
  return {};
}

Status GrowthPlaces::buildTree(double minimumShare, Progress& progress) {
  progress.begin("Comparing where objects are held", 0, 1,
                 uint64_t{from_.analysis->heap().objectCount()} + to_.analysis->heap().objectCount());
  tree_ = TRY(GrowthTree::build(heaps_, progress, minimumShare));
  return {};
}

Result<std::vector<GrowingContainers>> GrowthPlaces::growing(double threshold, Progress& progress) const {
  if (!tree_) return std::vector<GrowingContainers>();
  if (found_ && found_->threshold == threshold) return found_->containers;
  return findGrowing(threshold, progress);
}

Result<std::vector<GrowingContainers>> GrowthPlaces::findGrowing(double threshold, Progress& progress) const {
  const double minimumGain = highGain(heapGrowthOf(heaps_.ends), threshold);
  std::vector<Accumulation> accumulations = findAccumulations(*tree_, minimumGain);
  if (heaps_.ends.to.graph->isWithoutFinalizers()) leaveOutFinalizers(accumulations);
  progress.begin("Finding what holds what grew", 0, 1, 2 * objectsAt(accumulations, *tree_));
  if (match_ == GrowthMatch::kIdentity) {
    TRY(takeOffMoved(accumulations, *tree_, heaps_, minimumGain, progress));
  }
  const Containers containers(heaps_.ends.to, *heaps_.ends.to.types, *reverse_, own_);
  std::vector<GrowingContainers> found =
      TRY(findGrowingContainers(heaps_, *tree_, accumulations, containers, progress));
  TRY(addHoldersOfKeys(found, heaps_, *tree_, containers, progress));
  putTogetherByHolder(found, placeNames());
  putBehindHoldersOfKeys(found, heaps_, *tree_, containers);
  return found;
}

/// The JVM has one for each object with a finalizer: it is these that pile up.
void GrowthPlaces::leaveOutFinalizers(std::vector<Accumulation>& accumulations) const {
  const Heap& heap = to_.analysis->heap();
  const TypeId finalizer = finalizerType(heap.symbols());
  std::erase_if(accumulations, [&](const Accumulation& accumulation) {
    const std::span<const ObjectIndex> objects = (*tree_)[accumulation.place].at(EndOfWindow::kTo);
    return !objects.empty() && heap.typeOf(objects.front()) == finalizer;
  });
}

Result<std::string> GrowthPlaces::inferDescriptions(double threshold, Progress& progress) {
  if (!tree_) return std::string();
  auto found = TRY(findGrowing(threshold, progress));
  const Containers containers(heaps_.ends.to, *heaps_.ends.to.types, *reverse_, own_);
  if (!unseenHoldersOfKeys(found, heaps_, *tree_, containers).empty()) {
    TRY(buildTree(kShareBesideWeakMaps, progress));
    found = TRY(findGrowing(threshold, progress));
  }
  found_ = {threshold, std::move(found)};
  return heaptrail::inferDescriptions(heaps_, *tree_, found_->containers, own_);
}

}  // namespace heaptrail
