// The strongly connected components of the inner objects: objects that all lead to each other lead to the same, so for
// everything about "what can be reached" a component is one object. Computed in one pass over a depth-first tree
// (Tarjan). Keeps 4 bytes and a bit per inner object, and takes little more while it works, since it works in the
// memory of the tree's parents.
#pragma once

#include <cstdint>
#include <span>

#include "base/array.h"
#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/depth_first.h"

namespace heaptrail {

class Components {
 public:
  /// `tree` must be one of references only (ClassObjects::kOnlyReferred). It loses its parents, and each object's
  /// number becomes that of its component's representative, the one with the lowest number. Progress advances by inner
  /// objects.
  static Result<Components> find(const LiveGraph& graph, DepthFirstTree& tree, Progress& progress);

  /// Calls `visit(representative, numbers)` for each component, after all components that it leads to …
  template <typename Visit>
  bool forEachUpwards(Visit&& visit) const {
    for (uint64_t to = members_.size(); to > 0;) {
      uint64_t from = to - 1;
      while (!begins_.test(from)) --from;
      if (!visit(members_[from], std::span(members_.data() + from, to - from))) return false;
      to = from;
    }
    return true;
  }

  /// … or before them. False as soon as `visit` is.
  template <typename Visit>
  bool forEachDownwards(Visit&& visit) const {
    for (uint64_t from = 0; from < members_.size();) {
      uint64_t to = from + 1;
      while (to < members_.size() && !begins_.test(to)) ++to;
      if (!visit(members_[from], std::span(members_.data() + from, to - from))) return false;
      from = to;
    }
    return true;
  }

  /// All numbers as `forEachDownwards` comes to them; its spans are parts of this one.
  std::span<const uint32_t> downwards() const { return members_.span(); }

 private:
  Array<uint32_t> members_;  // numbers, component by component, downwards; representatives are the first of theirs
  BitSet begins_;            // places in `members_` where a component begins
};

}  // namespace heaptrail
