// A heap with all that properties may ask for, computed at once.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "classify/heap_facts.h"
#include "graph/root_paths.h"
#include "growth/held_places.h"
#include "ownership/class_groups.h"
#include "reference/live_graphs.h"
#include "structure/drawn_structures.h"
#include "structure/owned_structures.h"

namespace heaptrail::test {

class KnownHeap : public HeapFacts {
 public:
  KnownHeap(const std::shared_ptr<const Heap>& heap, const std::string& descriptions, Threads threads = Threads(1))
      : threads_(threads), graph_(liveGraph(heap)), types_(describe(*heap, descriptions)) {
    Progress progress;
    structures_ = std::make_shared<const Structures>(*Structures::detect(graph_, types_, threads, progress));
    dominators_ = std::make_shared<const Dominators>(*Dominators::build(graph_, threads, progress));
    owned_ = std::make_shared<const BitSet>(*findOwned(graph_, *dominators_, *structures_, progress));
    reverse_ = std::make_shared<const ReverseReferences>(*ReverseReferences::build(graph_, threads, progress));
    holders_ = std::make_shared<const RootHolders>(graph_);
    const ShortestPaths paths =
        *ShortestPaths::find(graph_, *holders_, SoftReferences::kFollow, progress, PathStart::kLastingFirst);
    owners_ = std::make_shared<const OwnerFields>(*OwnerFields::find(graph_, *holders_, paths, threads, progress));
    waste_ = std::make_shared<const Waste>(*Waste::find(graph_, *structures_, paths, nullptr, threads, progress));
  }

  const dsl::DescribedTypes& types() const { return types_; }
  const LiveGraph& liveGraph() const { return graph_; }
  /// The heaps of the points before, the nearest first. That one is the point "before".
  void setHeapsBefore(std::vector<std::shared_ptr<const Heap>> heaps) { before_ = std::move(heaps); }

  const Heap& heap() const override { return graph_.heap(); }
  Threads threads() const override { return threads_; }
  Result<const LiveGraph*> graph() const override { return &graph_; }
  Result<std::shared_ptr<const Structures>> structures(Progress&) const override { return structures_; }
  Result<std::shared_ptr<const BitSet>> ownedStructures(Progress&) const override { return owned_; }
  Result<std::shared_ptr<const ReverseReferences>> reverse(Progress&) const override { return reverse_; }
  Result<std::shared_ptr<const RootHolders>> holders(Progress&) const override { return holders_; }
  Result<std::shared_ptr<const Dominators>> dominators(Progress&) const override { return dominators_; }
  Result<std::shared_ptr<const OwnerFields>> owners(Progress&) const override { return owners_; }
  Result<std::shared_ptr<const Waste>> waste(Progress&) const override { return waste_; }
  Result<std::shared_ptr<const Heap>> heapAt(const std::string& point, Progress&) const override {
    if (point != "before") return usageError("there is no point " + point);
    return before_.front();
  }
  Result<std::shared_ptr<const StoredValues>> values() const override { return nullptr; }
  Result<std::shared_ptr<const Heap>> heapBefore(uint64_t points, Progress&) const override {
    if (points == 0) return std::shared_ptr<const Heap>(std::shared_ptr<const Heap>(), &heap());
    return points <= before_.size() ? before_[points - 1] : nullptr;
  }
  Result<std::shared_ptr<const ObjectPlaces>> places(Progress& progress) const override {
    Result<ObjectPlaces> named = namePlacesOf(graph_, *dominators_, *holders_, progress);
    if (!named) return std::unexpected(named.error());
    return std::make_shared<const ObjectPlaces>(std::move(*named));
  }

  Result<std::shared_ptr<const ObjectPlaces>> ownershipNodes(Progress& progress) const override {
    progress.begin("Finding collections and who holds them", 0, 1, 3 * uint64_t{heap().objectCount()});
    Result<ObjectPlaces> nodes = ownershipNodesOf(graph_, types_, threads_, progress);
    if (!nodes) return std::unexpected(nodes.error());
    return std::make_shared<const ObjectPlaces>(std::move(*nodes));
  }

 private:
  static LiveGraph liveGraph(const std::shared_ptr<const Heap>& heap) { return test::liveGraph(heap); }

  Threads threads_;
  LiveGraph graph_;
  dsl::DescribedTypes types_;
  std::shared_ptr<const Structures> structures_;
  std::shared_ptr<const BitSet> owned_;
  std::shared_ptr<const ReverseReferences> reverse_;
  std::shared_ptr<const RootHolders> holders_;
  std::shared_ptr<const Dominators> dominators_;
  std::shared_ptr<const OwnerFields> owners_;
  std::shared_ptr<const Waste> waste_;
  std::vector<std::shared_ptr<const Heap>> before_;
};

}  // namespace heaptrail::test
