// Two drawn heaps as the ends of a window. What has the same name at both ends is the same object.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graph/closures.h"
#include "growth/suspects.h"
#include "structure/drawn_structures.h"

namespace heaptrail::test {

struct DrawnEnd {
  DrawnEnd(const std::string& picture, const std::string& descriptions, dsl::FileOrigin origin)
      : heap(picture, descriptions, origin), data(heap.graph, Threads(1)), structures(heap.structures()) {
    Progress progress;
    deep = std::make_unique<DeepStructures>(*DeepStructures::compute(heap.graph, structures, Threads(1), progress));
    dominators = std::make_unique<Dominators>(*Dominators::build(heap.graph, Threads(1), progress));
  }

  WindowEnd view() const {
    return {{{&heap.graph, dominators.get(), sizeOf(*heap.drawn.heap, heap.graph.live(), Threads(1))}, &heap.types},
            &data,
            &structures,
            deep.get()};
  }
  StructureIndex operator[](const std::string& head) const { return *structures.of(heap.drawn[head]); }
  std::string nameOf(StructureIndex structure) const { return heap.nameOf(structures.head(structure)); }

  DrawnStructures heap;
  DataGraph data;
  Structures structures;
  std::unique_ptr<DeepStructures> deep;
  std::unique_ptr<Dominators> dominators;
};

struct DrawnWindow {
  /// `objects` are declared at both ends, dead where nothing leads to them: `M:Map K1:Key`.
  DrawnWindow(const std::string& objects, const std::string& fromPicture, const std::string& toPicture,
              const std::string& descriptions, dsl::FileOrigin origin = dsl::FileOrigin::kShipped)
      : from(objects + ' ' + fromPicture, descriptions, origin),
        to(objects + ' ' + toPicture, descriptions, origin),
        ends{from.view(), to.view()},
        names(*from.heap.drawn.heap, *to.heap.drawn.heap),
        places(*from.heap.drawn.heap, *to.heap.drawn.heap),
        tracked(track(ends)) {}

  TrackedWindow window() const { return {ends, tracked}; }
  double minimumGain() const { return gainIn(ends).high(kDefaultGrowthThreshold); }

  ComparedHeaps compared() { return {{ends.from, ends.to}, &names, &places}; }

  /// `change` is called with the containers that grew, before they are measured.
  std::vector<Suspect> found(const std::function<void(std::vector<GrowingContainers>&)>& change = {}) {
    Progress progress;
    const ComparedHeaps heaps = compared();
    const GrowthTree tree = std::move(*GrowthTree::build(heaps, progress));
    const ReverseReferences reverse = std::move(*ReverseReferences::build(to.heap.graph, Threads(1), progress));
    const Containers containers(heaps.ends.to, to.heap.types, reverse, own);
    std::vector<Accumulation> accumulations = findAccumulations(tree, minimumGain());
    EXPECT_TRUE(takeOffMoved(accumulations, tree, heaps, minimumGain(), progress));
    auto growing = findGrowingContainers(heaps, tree, accumulations, containers, progress);
    if (change) change(*growing);
    return std::move(*findSuspects(window(), tree, *growing, minimumGain(), progress));
  }

  /// Each as the names of its heads, by name.
  std::vector<std::string> suspects() {
    std::vector<std::string> result;
    for (const Suspect& suspect : found()) {
      std::set<std::string> heads;
      for (const ObjectIndex head : suspect.heads) heads.insert(to.heap.nameOf(head));
      result.push_back(fmt::format("{}", fmt::join(heads, "+")));
    }
    return result;
  }

  DrawnEnd from;
  DrawnEnd to;
  WindowEnds ends;
  CommonNames names;
  HeapPlaces places;
  OwnPackages own;
  TrackedStructures tracked;

 private:
  static TrackedStructures track(const WindowEnds& ends) {
    Progress progress;
    return std::move(*TrackedStructures::byIdentity(ends, Threads(2), progress));
  }
};

/// `K1:Key K2:Key …`, and the same separated by commas.
inline std::string declared(const std::string& start, int count, const std::string& type) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += fmt::format("{}{}:{} ", start, i, type);
  return text;
}
inline std::string listed(const std::string& start, int from, int to) {
  std::string text;
  for (int i = from; i <= to; ++i) text += fmt::format("{}{}{}", i == from ? "" : ",", start, i);
  return text;
}

}  // namespace heaptrail::test
