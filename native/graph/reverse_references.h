// Who refers to an object: the references of a live graph the other way round, from live objects only, ascending. An
// object that refers twice stands twice. (Instances keep their class object, but do not refer to it: they are left
// out.)
//
// Built on demand by several threads in two passes over the references and one to sort; 4 bytes per object and 4 per
// reference.
#pragma once

#include <span>

#include "base/array.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "model/columns.h"

namespace heaptrail {

class ReverseReferences {
 public:
  /// Progress advances by every object three times; the caller has begun a phase.
  static Result<ReverseReferences> build(const LiveGraph& graph, Threads threads, Progress& progress);

  std::span<const ObjectIndex> referrers(ObjectIndex object) const {
    const auto [from, to] = offsets_.range(object.value());
    return {referrers_.data() + from, to - from};
  }

 private:
  Offsets offsets_;
  Array<ObjectIndex> referrers_;
};

}  // namespace heaptrail
