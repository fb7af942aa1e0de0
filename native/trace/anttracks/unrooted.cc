#include "trace/anttracks/unrooted.h"

#include <cstdint>
#include <vector>

#include "base/bit_set.h"

namespace heaptrail::anttracks {

namespace {

/// Calls `visit(target)` for references that keep alive.
template <typename Visit>
void forEachStrong(const HeapParts& parts, uint32_t object, Visit&& visit) {
  const SlotSet& weak = parts.weakSlots[parts.types[object]];
  parts.references.forEachSlot(object, [&](ObjectIndex target, uint32_t slot) {
    if (!weak.has(slot)) visit(target.value());
  });
}

}  // namespace

void holdAll(HeapParts& parts) {
  // Whatever nothing refers to is found by graph/liveness.h.
  parts.withoutReferrer.assign(parts.symbols->types.size(), WithoutReferrer::kMaybeHeld);
  if (parts.references.count() == 0) return;
  const auto objects = static_cast<uint32_t>(parts.ids.size());
  BitSet referred(objects);
  BitSet reached(objects);
  for (uint32_t object = 0; object < objects; ++object) {
    forEachStrong(parts, object, [&](uint32_t target) {
      if (target != object) referred.set(target);
    });
  }
  std::vector<uint32_t> work;
  const auto reachFrom = [&](uint32_t start) {
    if (reached.insert(start)) work.push_back(start);
    while (!work.empty()) {
      const uint32_t object = work.back();
      work.pop_back();
      forEachStrong(parts, object, [&](uint32_t target) {
        if (reached.insert(target)) work.push_back(target);
      });
    }
  };
  for (uint32_t object = 0; object < objects; ++object) {
    if (!referred.test(object)) reachFrom(object);
  }
  for (uint32_t object = 0; object < objects; ++object) {
    if (reached.test(object)) continue;
    parts.roots.push_back({ObjectIndex(object), RootKind::kUnwritten});
    reachFrom(object);
  }
}

}  // namespace heaptrail::anttracks
