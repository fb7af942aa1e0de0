// The containers in which things pile up, for each accumulation of a growth tree: one, many at the same place of the
// program, or several that hold the same. Accumulations in the same containers are one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "growth/accumulations.h"
#include "growth/containers.h"
#include "growth/held_by_nobody.h"

namespace heaptrail {

/// Whether so many are gone of what a container had at the beginning that it does not only take in: a tenth.
constexpr bool isMuchGone(uint64_t gone, uint64_t before) { return gone > 0 && 10 * gone >= before; }

/// A key that an entry knows weakly, and what belongs to the entry and refers to it as well.
struct HeldKey {
  ObjectIndex key = ObjectIndex::none();
  ObjectIndex holder = ObjectIndex::none();
};

struct GrowingContainers {
  /// Of containers that hold the same, more are no help.
  static constexpr size_t kMaxOwners = 8;

  std::vector<Accumulation> accumulations;  // what gained most first; of shared ones, what all hold
  std::vector<Container> containers;        // by their heads; at the end of the window
  std::vector<ObjectIndex> parts;           // of the only one, by which it holds what piled up; some of their heads
  bool shared = false;                      // what piles up is held by several
  bool ofData = false;                      // not the containers grew, but what objects in them hold
  int64_t gained = 0;
  bool letsGo = false;  // much of what it had at the beginning is gone: it may have a bound, and just fill up
  HeldByNobody unheld = HeldByNobody::kNo;
  ObjectIndex holderOfKeys = ObjectIndex::none();  // where they know their keys weakly: who holds these (weak_keys.h)
  std::optional<HeldKey> heldKey;                  // or one of them, where most entries hold their own
  bool heldSoftly = false;                         // most of what piled up: it goes before memory runs out

  bool inNumber() const { return accumulations.front().inNumber; }
  /// For the order of suspects: what lets go of some is less of a leak, and what goes before memory runs out is none.
  int64_t weight() const { return heldSoftly ? gained / 4 : letsGo ? gained / 2 : gained; }
};

/// What gained most first. Progress advances by the objects at the accumulations' places, at most; the caller has begun
/// a phase.
Result<std::vector<GrowingContainers>> findGrowingContainers(const ComparedHeaps& heaps, const GrowthTree& tree,
                                                             const std::vector<Accumulation>& accumulations,
                                                             const Containers& containers, Progress& progress);

}  // namespace heaptrail
