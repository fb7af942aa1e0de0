#include "session/growth_places.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "base/at_once.h"
#include "base/try.h"
#include "graph/finalizers.h"
#include "growth/accumulations.h"
#include "growth/both_ends.h"
#include "growth/growing_together.h"
#include "growth/heap_gain.h"
#include "growth/inferred_descriptions.h"
#include "growth/soft_holding.h"
#include "growth/weak_keys.h"

namespace heaptrail {

namespace {

// How much of the whole each step is.
constexpr double kFindingAllPaths = 0.2;
constexpr double kBuildingTree = 0.3;
constexpr double kTurningHeapRound = 0.15;

// Of what counts in the window, what a place must gain where somebody keeps a weak map full: an entry and a key at a
// time.
constexpr double kShareBesideWeakMaps = 0.0005;

// What a thread's stack counts beside its objects. An idle one takes 50 to 60 KiB; but where connections have a thread
// each, who keeps these is the better answer, unless they are small.
constexpr int64_t kBytesOfStack = 16 << 10;

// Of what a container had at the beginning, no more than so many are looked for at the end.
constexpr size_t kMaxAskedForWhatIsGone = 2000;

/// Whether much of what was there at the beginning is dead at the end. Objects are the same at both ends.
bool letsGo(const GrowingContainers& growing, const GrowthTree& tree, const ComparedHeaps& heaps) {
  if (!growing.inNumber()) return false;
  const std::span<const ObjectIndex> before = tree[growing.accumulations.front().place].at(EndOfWindow::kFrom);
  const size_t step = std::max<size_t>(1, before.size() / kMaxAskedForWhatIsGone);
  uint64_t asked = 0;
  uint64_t gone = 0;
  for (size_t i = 0; i < before.size(); i += step) {
    const auto same = heaps.ends.to.heap().find(heaps.ends.from.heap().idOf(before[i]));
    ++asked;
    if (!same || !heaps.ends.to.graph->live().test(same->value())) ++gone;
  }
  return isMuchGone(gone, asked);
}

/// What threads cost beside what the heap tells of them: each has a stack outside of it.
int64_t ofStacks(const GrowingContainers& growing, const GrowthTree& tree) {
  if (growing.unheld != HeldByNobody::kRuns) return 0;
  const GrowthPlace& threads = tree[growing.accumulations.front().place];
  const int64_t more =
      static_cast<int64_t>(threads.count(EndOfWindow::kTo)) - static_cast<int64_t>(threads.count(EndOfWindow::kFrom));
  return more * kBytesOfStack;
}

/// Things that are fields of one object often grow together, as the indexes of one store do: the object whose parts
/// gained most together comes first. Of one heap alone it is told what holds the most, whatever becomes of that.
void putTogetherByHolder(std::vector<GrowingContainers>& growing, const GrowthTree& tree, const PlaceNames& names,
                         const HeapGain& gain) {
  const auto weightOf = [&](const GrowingContainers& each) {
    return gain.isWhole() ? each.gained : each.weight() + ofStacks(each, tree);
  };
  std::ranges::stable_sort(growing, std::ranges::greater{}, weightOf);
  std::map<ObjectIndex, int64_t> gained;
  std::vector<std::pair<ObjectIndex, GrowingContainers>> held;
  for (GrowingContainers& containers : growing) {
    ObjectIndex holder = ObjectIndex::none();
    if (!containers.containers.empty()) holder = names.of(containers.containers.front().head()).holder;
    if (holder.exists()) gained[holder] += weightOf(containers);
    held.emplace_back(holder, std::move(containers));
  }
  const auto together = [&](const auto& entry) {
    return entry.first.exists() ? gained.at(entry.first) : weightOf(entry.second);
  };
  std::ranges::stable_sort(held, std::ranges::greater{}, together);
  growing.clear();
  for (auto& [holder, containers] : held) growing.push_back(std::move(containers));
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
  TRY(leaveOutPassing(ends, match, progress));
  std::unique_ptr<GrowthPlaces> places(new GrowthPlaces(ends[0], ends[1], fromTypes, toTypes, match, own));
  const auto buildTree = [&]() -> Status {
    if (places->heaps_.ends.to.live.bytes == 0) return {};
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
  const HeapGain gain = gainIn(heaps_.ends);
  const double minimumGain = gain.high(threshold);
  std::vector<Accumulation> accumulations = findAccumulations(*tree_, minimumGain);
  leaveOutWhatPasses(accumulations);
  progress.begin("Finding what holds what grew", 0, 1, 2 * objectsAt(accumulations, *tree_));
  const bool hasIdentity = match_ == GrowthMatch::kIdentity;
  if (hasIdentity) TRY(takeOffMoved(accumulations, *tree_, heaps_, minimumGain, progress));
  const Containers containers(heaps_.ends.to, *heaps_.ends.to.types, *reverse_, own_);
  std::vector<GrowingContainers> found =
      TRY(findGrowingContainers(heaps_, *tree_, accumulations, containers, progress));
  TRY(addHoldersOfKeys(found, heaps_, *tree_, containers, progress));
  if (hasIdentity) {
    for (GrowingContainers& each : found) each.letsGo = letsGo(each, *tree_, heaps_);
  }
  const PlaceNames names = placeNames();
  putTogetherByNames(found, [&](ObjectIndex head) { return names.of(head).text; });
  noteWhatIsHeldSoftly(found, heaps_, *tree_, containers);
  putTogetherByHolder(found, *tree_, names, gain);
  putBehindHoldersOfKeys(found, heaps_, *tree_, containers);
  return found;
}

/// What methods have for a moment is there; but it is nothing that piles up. And the JVM has a finalizer or a cleaner
/// for each object that has one, in a list of all: it is these objects that pile up.
void GrowthPlaces::leaveOutWhatPasses(std::vector<Accumulation>& accumulations) const {
  const LiveGraph& graph = *heaps_.ends.to.graph;
  const TypeId finalizer = finalizerType(graph.heap().symbols());
  const bool withoutFinalizers = graph.isWithoutFinalizers();
  const auto passes = [&](ObjectIndex object) { return graph.isApart(object) && !graph.waitsForFinalizer(object); };
  std::erase_if(accumulations, [&](const Accumulation& accumulation) {
    const std::span<const ObjectIndex> objects = (*tree_)[accumulation.place].at(EndOfWindow::kTo);
    if (objects.empty()) return false;
    const TypeId type = graph.heap().typeOf(objects.front());
    return (withoutFinalizers && type == finalizer) || isCleaner(graph.heap().symbols()[type].name) ||
           std::ranges::all_of(objects, passes);
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
