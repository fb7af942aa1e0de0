// The strongly connected components of the inner objects: objects that all lead to each other lead to the same, so for
// everything about "what can be reached" a component is one object. Computed in one pass over a depth-first tree
// (Tarjan); 8 bytes per inner object.
#pragma once

#include <cstdint>
#include <span>

#include "base/array.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/depth_first.h"

namespace heaptrail {

class Components {
 public:
  /// `tree` must be one of references only (ClassObjects::kOnlyReferred). Progress advances by inner objects.
  static Result<Components> find(const LiveGraph& graph, const DepthFirstTree& tree, Progress& progress);

  /// The one number that stands for the component of `number`.
  uint32_t representative(uint32_t number) const { return representatives_[number]; }

  /// Calls `visit(representative, numbers)` for each component, after all components that it leads to …
  template <typename Visit>
  bool forEachUpwards(Visit&& visit) const {
    for (uint64_t from = 0; from < members_.size();) {
      uint64_t to = from + 1;
      while (to < members_.size() && sameComponent(from, to)) ++to;
      if (!visit(representatives_[members_[from]], std::span(members_.data() + from, to - from))) return false;
      from = to;
    }
    return true;
  }

  /// … or before them. False as soon as `visit` is.
  template <typename Visit>
  bool forEachDownwards(Visit&& visit) const {
    for (uint64_t to = members_.size(); to > 0;) {
      uint64_t from = to - 1;
      while (from > 0 && sameComponent(from - 1, to - 1)) --from;
      if (!visit(representatives_[members_[from]], std::span(members_.data() + from, to - from))) return false;
      to = from;
    }
    return true;
  }

 private:
  bool sameComponent(uint64_t a, uint64_t b) const {
    return representatives_[members_[a]] == representatives_[members_[b]];
  }

  Array<uint32_t> representatives_;  // by number
  Array<uint32_t> members_;          // numbers, component by component, upwards
};

}  // namespace heaptrail
