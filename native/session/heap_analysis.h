// The heap at one point with all that is computed from it, each thing when it is first needed and only once. For any
// number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/lazy.h"
#include "base/parallel.h"
#include "classify/object_places.h"
#include "graph/deep_estimates.h"
#include "graph/dominators.h"
#include "graph/live_graph.h"
#include "graph/reverse_references.h"
#include "graph/root_holders.h"
#include "graph/root_paths.h"
#include "growth/infrastructure.h"
#include "waste/owner_fields.h"

namespace heaptrail {

class HeapAnalysis {
 public:
  HeapAnalysis(std::shared_ptr<const Heap> heap, WeakReferences weak, Liveness liveness, Threads threads)
      : threads_(threads), graph_(std::move(heap), weak, std::move(liveness), threads) {}

  const Heap& heap() const { return graph_.heap(); }
  const LiveGraph& graph() const { return graph_; }
  Threads threads() const { return threads_; }

  /// Each takes the whole of the progress' scale.
  Result<std::shared_ptr<const Dominators>> dominators(Progress& progress) const;
  Result<std::shared_ptr<const ReverseReferences>> reverse(Progress& progress) const;
  Result<std::shared_ptr<const RootHolders>> holders(Progress& progress) const;
  /// From what lasts first (PathStart).
  Result<std::shared_ptr<const ShortestPaths>> shortestPaths(SoftReferences soft, Progress& progress) const;
  Result<std::shared_ptr<const OwnerFields>> owners(Progress& progress) const;
  Result<std::shared_ptr<const DeepEstimates>> deepEstimates(Progress& progress) const;
  /// Of what grew: ending at infrastructure.
  Result<std::shared_ptr<const DataGraph>> dataGraph(Progress& progress) const;
  Result<std::shared_ptr<const DeepEstimates>> dataEstimates(Progress& progress) const;

  Result<std::shared_ptr<const ObjectPlaces>> places(Progress& progress) const;

  std::shared_ptr<const Dominators> knownDominators() const { return dominators_.known(); }
  void setDominators(Dominators dominators) const { dominators_.set(std::move(dominators)); }

 private:
  Threads threads_;
  LiveGraph graph_;
  mutable Lazy<Dominators> dominators_;
  mutable Lazy<ReverseReferences> reverse_;
  mutable Lazy<RootHolders> holders_;
  mutable Lazy<ShortestPaths> shortestPaths_;
  mutable Lazy<ShortestPaths> shortestStrongPaths_;
  mutable Lazy<OwnerFields> owners_;
  mutable Lazy<DeepEstimates> deepEstimates_;
  mutable Lazy<ObjectPlaces> places_;
  mutable Lazy<DataGraph> dataGraph_;
  mutable Lazy<DeepEstimates> dataEstimates_;
};

}  // namespace heaptrail
