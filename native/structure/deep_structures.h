// The deep structure closure of every structure: what belongs to it and to the structures it contains, theirs included,
// each object once.
//
// Structures that contain nothing have the closure they have anyway; the others are walked, and those that contain each
// other are walked once. Where many structures contain the same large ones, walking each would take far longer than
// reading the heap; beyond a budget the largest are left with an upper bound, to be walked when they are shown.
//
// Keeps 9 bytes for each structure that contains another. Immutable; the same with any number of threads.
#pragma once

#include <cstdint>
#include <optional>

#include "base/array.h"
#include "base/bit_set.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "model/columns.h"
#include "structure/structures.h"

namespace heaptrail {

class DeepStructures {
 public:
  /// All walks together meet at most `mostVisits` objects; by default a few times the heap's. Begins a phase of its
  /// own. `structures` outlives the result.
  static Result<DeepStructures> compute(const LiveGraph& graph, const Structures& structures, Threads threads,
                                        Progress& progress, std::optional<uint64_t> mostVisits = {});

  /// Where not exact, no less than what is right.
  Size size(StructureIndex structure) const;
  bool isExact(StructureIndex structure) const;

 private:
  class Computation;

  const Structures* structures_ = nullptr;
  RankedBits containing_;  // structures that contain others, or whose own size is not known
  Array<uint32_t> objects_;
  MostlySmallNumbers bytes_;
  BitSet exact_;
};

}  // namespace heaptrail
