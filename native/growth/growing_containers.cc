#include "growth/growing_containers.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/try.h"
#include "growth/growing_together.h"
#include "growth/linked_nodes.h"
#include "growth/shared_owners.h"
#include "model/columns.h"

namespace heaptrail {

namespace {

// So many things that each grew by itself are named with what each is in.
constexpr size_t kManyByThemselves = 20;
// To ask one object for its container takes microseconds: so many are asked between two looks at whether to go on.
constexpr size_t kAskedBetweenChecks = 1 << 12;

class ContainerFinder {
 public:
  ContainerFinder(const ComparedHeaps& heaps, const GrowthTree& tree, const Containers& containers, Progress& progress)
      : heaps_(heaps),
        tree_(tree),
        containers_(containers),
        owners_(heaps, containers),
        withoutHolders_(heaps.ends.to),
        known_(heaps.ends.to.heap().objectCount()),
        progress_(progress) {}

  Result<GrowingContainers> find(const Accumulation& accumulation) {
    GrowingContainers found;
    found.accumulations = {accumulation};
    found.gained = accumulation.gained;
    const GrowthPlace& place = tree_[accumulation.place];
    if (accumulation.inNumber) {
      found.unheld = withoutHolders_.of(place, heaps_.names->typeName(place.type));
    }
    if (found.unheld != HeldByNobody::kNo) return found;
    const bool isHeldByNoneAlone =
        place.via == HeapPlaces::kShared || place.parent == GrowthTree::kWholeHeap || place.isClass;
    ContainersByHead byHead;
    if (accumulation.inNumber && isHeldByNoneAlone) {
      const LinkedNodes nodes(heaps_, tree_, place, containers_);
      if (nodes.mayHaveEntrances()) byHead = TRY(nodes.entrances(progress_));
      if (byHead.empty() && !nodes.areOfList()) byHead = TRY(owners_.of(place, progress_));
      found.shared = byHead.size() > 1;
    }
    if (byHead.empty()) {
      found.containers = TRY(holdersOf(accumulation, found.ofData));
    } else {
      for (auto& [head, container] : byHead) found.containers.push_back(std::move(container));
    }
    return found;
  }

 private:
  const Heap& heap() const { return heaps_.ends.to.heap(); }

  /// The containers of those that hold what piled up; or of that itself, where it grew by itself.
  Result<std::vector<Container>> holdersOf(const Accumulation& accumulation, bool& ofData) {
    const ObjectIndex element = tree_[accumulation.place].at(EndOfWindow::kTo).front();
    std::vector<Container> found;
    BitSet heads(heap().objectCount());
    const std::vector<ObjectIndex> parts = partsOf(accumulation);
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i % kAskedBetweenChecks == 0 && !progress_.advance(std::min(kAskedBetweenChecks, parts.size() - i))) {
        return cancelledError();
      }
      const ObjectIndex part = parts[i];
      Container container = containers_.of(part, accumulation.inNumber ? element : part, &known_);
      known_.note(part, container.head());
      const bool areFew = accumulation.inNumber ? !accumulation.isMany : !areManyAsBefore(tree_[accumulation.place]);
      if (!container.isDescribed() && areFew) {
        // A few things more in an object are data of the structure that the object is in.
        if (std::optional<Container> around = containers_.around(container.head())) {
          container = *std::move(around);
          ofData = true;
        }
      }
      if (heads.insert(container.head().value())) found.push_back(std::move(container));
    }
    known_.forget(parts);
    return inOrder(std::move(found), RankedBits(std::move(heads)));
  }

  /// By their heads.
  static std::vector<Container> inOrder(std::vector<Container> containers, const RankedBits& heads) {
    std::vector<size_t> order(containers.size());
    for (size_t i = 0; i < containers.size(); ++i) order[heads.rank(containers[i].head().value())] = i;
    std::vector<Container> ordered;
    ordered.reserve(containers.size());
    for (const size_t i : order) ordered.push_back(std::move(containers[i]));
    return ordered;
  }

  /// Whether there are many, and hardly more than at the beginning.
  static bool areManyAsBefore(const GrowthPlace& place) {
    const uint64_t before = place.count(EndOfWindow::kFrom);
    return before >= kManyByThemselves && place.count(EndOfWindow::kTo) < before + before / 2;
  }

  /// What holds the objects that piled up, or these themselves. What dominates comes first, so that of a chain of nodes
  /// only the first one asks for the whole way; what refers to nothing dominates nothing, and comes last.
  std::vector<ObjectIndex> partsOf(const Accumulation& accumulation) const {
    const GrowthPlace& place = tree_[accumulation.place];
    const Dominators& dominators = *heaps_.ends.to.dominators;
    BitSet known(heap().objectCount());
    std::vector<ObjectIndex> parts;
    std::vector<ObjectIndex> leaves;
    for (const ObjectIndex object : place.at(EndOfWindow::kTo)) {
      // Nodes that hold nodes of their own kind are not what holds the first of them.
      ObjectIndex part = accumulation.inNumber ? dominators.immediateDominator(object) : object;
      if (!part.exists() || (accumulation.inNumber && !isOf(place.parent, part))) continue;
      // A static field holds one object: what is more was met further inside, and the first holds the others.
      if (tree_[place.parent].isClass) part = object;
      if (known.insert(part.value())) (heaps_.ends.to.graph->isInner(part) ? parts : leaves).push_back(part);
    }
    std::ranges::sort(parts, {}, [&](ObjectIndex part) { return dominators.numberOf(part); });
    parts.insert(parts.end(), leaves.begin(), leaves.end());
    return parts;
  }

  bool isOf(uint32_t place, ObjectIndex object) const {
    const TypeId described = heap().typeOfClassObject(object);
    return heaps_.names->typeOf(EndOfWindow::kTo, described.exists() ? described : heap().typeOf(object)) ==
           tree_[place].type;
  }

  const ComparedHeaps& heaps_;
  const GrowthTree& tree_;
  const Containers& containers_;
  SharedOwners owners_;
  WithoutHolders withoutHolders_;
  KnownHeads known_;  // of one accumulation at a time
  Progress& progress_;
};

}  // namespace

Result<std::vector<GrowingContainers>> findGrowingContainers(const ComparedHeaps& heaps, const GrowthTree& tree,
                                                             const std::vector<Accumulation>& accumulations,
                                                             const Containers& containers, Progress& progress) {
  ContainerFinder finder(heaps, tree, containers, progress);
  std::vector<GrowingContainers> result;
  for (const Accumulation& accumulation : accumulations) result.push_back(TRY(finder.find(accumulation)));
  putTogether(result, tree, heaps.ends.to.heap(), containers);
  std::ranges::stable_sort(result, std::ranges::greater{}, &GrowingContainers::gained);
  return result;
}

}  // namespace heaptrail
