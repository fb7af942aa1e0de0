// What is live, retained and led to, computed in the most obvious way: from the definitions, by marking from the roots
// again for every question. Slow and easy to believe; nothing of native/graph is in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/heap.h"
#include "model/size.h"

namespace heaptrail::oracle {

/// A bit per object.
using Objects = std::vector<bool>;

class PlainGraph {
 public:
  enum class Weak { kLeadsNowhere, kIsLikeAnyReference };

  /// `moreRoots` are objects that count as roots though the dump does not name them.
  PlainGraph(const Heap& heap, Weak weak, std::span<const ObjectIndex> moreRoots);

  size_t objectCount() const { return classOf_.size(); }
  const Objects& live() const { return live_; }

  /// By object: what it refers to.
  std::span<const uint32_t> references(uint32_t object) const {
    return std::span(targets_).subspan(firstOf_[object], firstOf_[object + 1] - firstOf_[object]);
  }

  /// What is live, but is not when all members of the group are gone; the live members among it.
  Objects retainedBy(const Objects& group) const;

  /// The live members, and all that they lead to by references. That an instance has a class is no reference.
  Objects reachedFrom(const Objects& group) const;

  Size sizeOf(const Objects& objects) const;

 private:
  enum class Classes { kAreKeptByInstances, kAreOnlyReferredTo };
  Objects mark(const std::vector<uint32_t>& from, const Objects& gone, Classes classes) const;

  const Heap& heap_;
  // All references, those of the first object first, and by object where its own begin. A list for each object would
  // say the same, and take twice the time.
  std::vector<uint32_t> targets_;
  std::vector<uint32_t> firstOf_;
  std::vector<uint32_t> classOf_;  // by object: the object of its class, or kNone
  std::vector<uint32_t> roots_;
  Objects live_;
};

}  // namespace heaptrail::oracle
