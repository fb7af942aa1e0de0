// Which objects are live: reachable from the GC roots.
//
// Follows every reference except, unless asked otherwise, the referents of weak and phantom references: the collector
// clears those. An instance keeps its class object alive. One sweep over what is reachable, without recursion, one bit
// and (at the worst) four bytes of work list per object.
//
// Some dumps leave out what holds an object (Heap::leavesOutHolders). In a dump taken right after a full collection all
// objects are alive, so those without a path must be held that way. Such a dump is recognised by the objects that
// nothing refers to at all: nearly all of them are of types that the runtime is known to hold. Where there is garbage,
// they are not. References that keep nothing alive do not count there, also where they are asked to: then such a dump
// takes a second sweep.
#pragma once

#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/strong_references.h"
#include "model/heap.h"

namespace heaptrail {

struct Liveness {
  BitSet live;
  /// Objects taken for roots because the dump was found to leave out what holds them.
  std::vector<ObjectIndex> heldUnseen;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.live, self.heldUnseen);
  }
};

/// Progress advances by objects; the caller has begun a phase.
Result<Liveness> findLive(const Heap& heap, WeakReferences weak, Progress& progress);

}  // namespace heaptrail
