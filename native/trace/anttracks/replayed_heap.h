// What is known of the heap after an event: the replay changes it event by event, the end of a collection as a whole,
// and checkpoints keep it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/roots.h"
#include "model/size.h"
#include "trace/anttracks/object_store.h"
#include "trace/anttracks/spaces.h"
#include "trace/anttracks/threads.h"
#include "trace/anttracks/type_table.h"

namespace heaptrail::anttracks {

/// Bytes of objects by SpaceType.
using UsedBytes = std::array<uint64_t, 3>;

struct HeldRoot {
  uint32_t row = 0;
  RootKind kind = RootKind::kUnknown;
  uint32_t thread = ThreadNames::kNone;
  bool always = false;  // the VM names it when it is new, and not again while the object is young

  friend auto operator<=>(const HeldRoot&, const HeldRoot&) = default;
};

struct ReplayedHeap {
  ObjectStore store = ObjectStore();
  Spaces spaces;
  ThreadNames threads;
  std::vector<HeldRoot> roots;
  UsedBytes used{};
  uint32_t collections = 0;  // that have ended
  bool known = true;         // whether all objects are
  bool hadRoots = false;

  uint64_t bytesOf(const TypeTable& types, uint32_t row) const {
    return types.bytesOf(store[row].type, store[row].extent);
  }
  uint64_t& usedAt(uint64_t address) { return used[static_cast<size_t>(spaces.typeAt(address))]; }
  Size size() const;

  /// Adds up `used` anew, from where the objects are.
  void recount(const TypeTable& types);
};

}  // namespace heaptrail::anttracks
