// The algorithm behind Dominators: semi-NCA (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems",
// 2005), in the numbers of a depth-first tree.
//
// Semidominators are found from the last number to the first; then, from the first to the last, an object's dominator
// is the first on its parent's chain of dominators that is not above its semidominator. Three things make it fit for
// heaps:
//
//  - Leaves take no part: a leaf's dominator is the nearest common ancestor of its referrers.
//  - References that lead down the depth-first tree need not be kept: of them only the least source counts. Only those
//    that lead backwards or across are, and the walk that numbers the objects has noted them: the heap itself is not
//    looked at again.
//  - Chains of dominators are climbed by jump pointers (Myers, "An applicative random-access stack", 1983), so that a
//    list of a million links costs twenty steps and not a million.
//
// Bytes per inner object: 16 and 4 for the column of offsets; 4 per reference that is kept, and 4 more while they are
// turned round.
#pragma once

#include "base/array.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/depth_first.h"

namespace heaptrail {

/// A dominator tree over numbers, in which two chains can be compared quickly.
struct NumberedDominators {
  Array<uint32_t> dominators;  // by number; kVirtualRoot is its own
  Array<uint32_t> jumps;       // by number: an ancestor further up

  uint32_t nearestCommon(uint32_t a, uint32_t b) const {
    while (a != b) {
      if (a < b) std::swap(a, b);
      a = firstNotAbove(a, b);
    }
    return a;
  }

  /// The first on the chain from `number` upwards (itself included) that is at most `bound`.
  uint32_t firstNotAbove(uint32_t number, uint32_t bound) const {
    while (number > bound) number = jumps[number] > bound ? jumps[number] : dominators[number];
    return number;
  }
};

/// Takes the tree's parents, and what the walk met beside the tree. Begins phases of its own, which take the share
/// [from, to] of the progress.
Result<NumberedDominators> dominatorsOfInner(DepthFirstTree& tree, ReferencesBeside beside, double from, double to,
                                             Progress& progress);

}  // namespace heaptrail
