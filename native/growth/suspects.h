// Who is to blame for a heap's growth: the places that take things in, as structures.
//
// Each is what accumulates somewhere in the growth tree, told by the containers it accumulates in
// (growing_containers.h): one structure, several that hold the same, or many at the same place of the program. What
// those containers' holders retain explains nothing more, so nobody else is named for the same bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/array.h"
#include "base/error.h"
#include "base/progress.h"
#include "growth/growing_containers.h"
#include "growth/growth_pattern.h"
#include "growth/tracked_structures.h"
#include "growth/window_ends.h"

namespace heaptrail {

/// More are no help.
inline constexpr size_t kMaxSuspects = 10;

struct Suspect {
  std::vector<ObjectIndex> heads;          // of the containers at the end, those that retain most first
  std::vector<ObjectIndex> parts;          // of the only one, by which it holds what piled up
  std::vector<StructureIndex> structures;  // those of them that descriptions cover, in the same order
  std::vector<StructureIndex> before;      // what these were at the beginning
  GrowthPattern pattern = GrowthPattern::kNone;
  bool joint = false;                              // together, not one by one
  bool shared = false;                             // several, which hold the same
  bool ofData = false;                             // not they grew, but what objects in them hold
  bool inferred = false;                           // nobody described it
  HeldByNobody unheld = HeldByNobody::kNo;         // then there are no heads
  GrownSize retained;                              // by all of them together
  ObjectIndex holderOfKeys = ObjectIndex::none();  // where they know their keys weakly: the head of what holds these
  std::optional<HeldKey> heldKey;                  // or one of them, where most entries hold their own
  bool heldSoftly = false;                         // most of what piled up: it goes before memory runs out
  std::vector<Accumulation> accumulations;

  bool holdsKeysOf(const Suspect& weak) const {
    return weak.holderOfKeys.exists() && std::ranges::find(heads, weak.holderOfKeys) != heads.end();
  }
};

/// The structures at both ends of a window, and which of them are the same. Both outlive this.
struct TrackedWindow {
  const WindowEnds& ends;
  const TrackedStructures& tracked;

  /// Of a structure that is alive at the end: from nothing, if it was born. Deep sizes are not known here.
  StructureGrowth growthOf(StructureIndex to) const;
  /// In bytes, of its own parts alone.
  int64_t structureGained(StructureIndex to) const;
};

/// In the order of what grows, measured. `minimumGain` is what a size must gain to be high (`highGain`). Begins phases
/// of its own.
Result<std::vector<Suspect>> findSuspects(const TrackedWindow& window, const GrowthTree& tree,
                                          std::span<const GrowingContainers> growing, double minimumGain,
                                          Progress& progress);

}  // namespace heaptrail
