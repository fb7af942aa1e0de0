// What everything leads to, and what leads to everything: class objects, class loaders, modules and threads. One field
// that refers to a thread or a class would make half of the heap the data of whoever has it. So where it matters what
// data grew, deep sizes end here.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "graph/group_sizes.h"
#include "graph/live_graph.h"

namespace heaptrail {

bool isInfrastructure(const Heap& heap, ObjectIndex object);

/// A graph in which these objects lead to nothing.
class DataGraph {
 public:
  DataGraph(const LiveGraph& whole, Threads threads);

  const LiveGraph& graph() const { return graph_; }

  /// What single objects lead to, and groups (graph/group_sizes.h). What is infrastructure itself leads as far as it
  /// refers: a class loader to its list of classes, not to what their static fields hold.
  Result<std::vector<Size>> deepSizes(std::span<const ObjectIndex> objects, Progress& progress) const;
  Result<std::vector<Size>> deepSizes(std::vector<Members> members, uint32_t groups, Progress& progress) const;

 private:
  const LiveGraph* whole_;
  LiveGraph graph_;
};

}  // namespace heaptrail
