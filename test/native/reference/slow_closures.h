// What the definitions say, computed as slowly and plainly as they read: by removing objects and marking again.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "base/bit_set.h"
#include "graph/strong_references.h"
#include "model/heap.h"
#include "model/size.h"

namespace heaptrail::test {

using Objects = std::set<uint32_t>;

class SlowGraph {
 public:
  SlowGraph(const Heap& heap, WeakReferences weak);

  const Objects& live() const { return live_; }

  Objects deep(const Objects& group) const;
  Objects retained(const Objects& group) const;

  /// By live object: the nearest other object that is on every path to it, or none().
  std::map<uint32_t, ObjectIndex> dominators() const;

  /// Objects that both lead to each other by references, `object` among them.
  Objects cycleOf(uint32_t object) const;

  Size sizeOf(const Objects& objects) const;

 private:
  Objects reachable(const Objects& starts, const Objects& without, ClassObjects classObjects) const;

  const Heap& heap_;
  WeakReferences weak_;
  Objects roots_;
  Objects live_;
};

Objects membersOf(const BitSet& set);

}  // namespace heaptrail::test
