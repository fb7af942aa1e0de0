// The ends of a window with who dominates what in them, and without what holds things for a moment only.
#pragma once

#include <array>
#include <memory>

#include "base/error.h"
#include "base/progress.h"
#include "growth/tracked_structures.h"
#include "session/heap_analysis.h"

namespace heaptrail {

/// One end of a window with its dominators.
struct DominatedEnd {
  std::shared_ptr<const HeapAnalysis> analysis;
  std::shared_ptr<const Dominators> dominators;
  Size live;

  /// Where threads hold what grew for a while, or finalizers hold much: the graph without these (lasting_roots.h,
  /// finalizers.h), and its dominators.
  std::shared_ptr<const LiveGraph> lastingGraph = nullptr;
  std::shared_ptr<const Dominators> lastingDominators = nullptr;

  DescribedEnd view(const dsl::DescribedTypes& types) const {
    if (lastingGraph != nullptr) return {{lastingGraph.get(), lastingDominators.get(), live}, &types};
    return {{&analysis->graph(), dominators.get(), live}, &types};
  }
};

/// What threads work on at one end only must not look as if it had come from nowhere, and had grown; and what has a
/// finalizer is held by whoever else holds it. Where objects are the same at both ends (`match`), what was not there at
/// the other one may be of the moment. Begins a phase of its own, a third of the whole.
Status leaveOutPassing(std::array<DominatedEnd, 2>& ends, GrowthMatch match, Progress& progress);

}  // namespace heaptrail
