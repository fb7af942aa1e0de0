// Which collection each object is part of, and who holds a collection: what splits the classes of collections by their
// owners.
//
// Collections are the structures that descriptions know, and arrays of references that belong to none. The objects of
// a structure are those that descriptions lead to from its head; one that several structures share belongs to the first
// of them. A collection is held by what refers to it from elsewhere; of several, by the one whose class and field come
// first among the types of the trace, so that it is the same at all points.
//
// 4 bytes per object while groups are made of it, 12 per collection; one walk over the parts of structures, and one
// sweep over the references.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/array.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "dsl/described_types.h"
#include "graph/live_graph.h"
#include "ownership/object_share.h"

namespace heaptrail {

class Collections {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  /// Progress advances by the objects of the heap one and a half times; the caller has begun a phase. `counted`: counts
  /// on the way how many references lead to each object, where somebody wants to know; null otherwise.
  static Result<Collections> find(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads,
                                  Progress& progress, ObjectShares* counted);

  uint32_t count() const { return static_cast<uint32_t>(heads_.size()); }
  /// Its head, or the array.
  ObjectIndex head(uint32_t collection) const { return heads_[collection]; }
  /// The collection that an object is the head or a part of, or kNone.
  uint32_t of(ObjectIndex object) const { return parts_[object.value()] - 1; }
  /// By object: one more than its collection, 0 where it is in none. `of` cannot be asked from then on.
  Array<uint32_t> takeParts() { return std::move(parts_); }
  /// What holds a collection; none() where only roots do, or its own parts.
  ObjectIndex holder(uint32_t collection) const;

 private:
  friend class CollectionFinder;

  Array<uint32_t> parts_;           // by object: one more than its collection; 0 where it is in none
  std::vector<ObjectIndex> heads_;  // ascending
  Array<uint64_t> holders_;         // by collection: rank, type and object of the best holder; kUnheld for none
};

}  // namespace heaptrail
