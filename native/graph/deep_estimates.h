// About how many bytes each single object leads to: for putting objects into an order, where exact numbers (closures.h,
// group_sizes.h) would take a sweep for each. Always to be shown as an estimate, never used for retained sizes.
//
// After Cohen, "Size-Estimation Framework with Applications to Transitive Closure and Reachability" (1997): each object
// draws random numbers that are the smaller the larger it is; the least draw among all that an object leads to says
// how much that is. Of `registers` such draws the relative error is about 1 / √registers: with 64, one in eight. Leaves
// are exact. The same heap gives the same estimates.
//
// 20 bytes per inner object while it is computed (beside the condensed graph's); afterwards 4 per object and 4 per
// inner object.
#pragma once

#include "base/array.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/live_graph.h"

namespace heaptrail {

class DeepEstimates {
 public:
  static constexpr uint32_t kRegisters = 64;

  /// `registers` is rounded up to a multiple of 16. Begins phases of its own. Refers to `graph` as long as it lives.
  static Result<DeepEstimates> compute(const LiveGraph& graph, uint32_t registers, Progress& progress);

  uint64_t bytes(ObjectIndex object) const;

 private:
  explicit DeepEstimates(const LiveGraph& graph) : graph_(&graph) {}

  const LiveGraph* graph_;
  Array<uint32_t> numbers_;  // by object: inner ones' place in …
  Array<float> bytes_;
};

}  // namespace heaptrail
