// The dominator tree of a heap, merged by places: all objects of one type that are held through the same field by the
// objects of one place are one place below it. What a place and all below it have is what would vanish with it.
//
// What is met again further inside belongs to the place where it was met first, so that a list or a tree of nodes is
// one place and not a million: nodes right below nodes of their type, and objects of the program's classes anywhere
// below one of theirs. (Collections of the JDK in collections are places of their own.) Places that retain next to
// nothing are not told from the one above.
//
// 4 bytes per object; made in one pass over the references.
#pragma once

#include <cstdint>
#include <vector>

#include "base/array.h"
#include "base/error.h"
#include "base/progress.h"
#include "classify/property.h"
#include "graph/dominators.h"
#include "graph/live_graph.h"

namespace heaptrail {

class DominatorPlaces {
 public:
  /// Places that retain less than the heap's live bytes divided by this are part of the place above.
  static constexpr uint64_t kSmallestShare = 50'000;

  /// Progress advances by objects, once more for each inner one; the caller has begun a phase.
  static Result<DominatorPlaces> find(const LiveGraph& graph, const Dominators& dominators, Progress& progress);

  /// From the outermost place to the innermost: `java.lang.Thread`, `table: java.util.HashMap$Node[]`.
  const std::vector<KeyPath>& paths() const { return paths_; }
  std::vector<KeyPath> takePaths() { return std::move(paths_); }
  /// The place of a live object among these.
  uint32_t of(ObjectIndex object) const { return place_[object.value()]; }

 private:
  class Builder;

  std::vector<KeyPath> paths_;
  Array<uint32_t> place_;
};

}  // namespace heaptrail
