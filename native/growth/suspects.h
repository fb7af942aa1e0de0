// Who is to blame for a heap's growth: the structures to look at first.
//
// A structure that retains a large part of the growth is not yet to blame: whoever holds a cache retains what the cache
// does. So of structures that hold each other, the one is named that takes in things itself; the user's own
// descriptions count as what she wants to see named. After these come structures that are small alone and large
// together: those that hold the same leaves, of which each alone retains little; and those of one kind (type and
// site), of which there are many.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/array.h"
#include "base/error.h"
#include "base/progress.h"
#include "dsl/described_types.h"
#include "growth/common_names.h"
#include "growth/growth_pattern.h"
#include "growth/tracked_structures.h"
#include "growth/window_ends.h"

namespace heaptrail {

struct Suspect {
  std::vector<StructureIndex> structures;  // alive at the end, the ones that retain most first
  std::vector<StructureIndex> before;      // what they were at the beginning; of kinds, all that there were
  GrowthPattern pattern = GrowthPattern::kNone;
  bool joint = false;  // together, not one by one
  GrownSize retained;  // by all of them together
};

/// What suspects are looked for in. All outlive the search.
struct Scene {
  const WindowEnds* ends;
  const TrackedStructures* tracked;
  const dsl::DescribedTypes* fromTypes;
  const dsl::DescribedTypes* toTypes;
  CommonNames* names;
  /// Path keys of structures (path_keys.h), where these are how they are matched; else empty.
  std::span<const uint64_t> fromKeys;
  std::span<const uint64_t> toKeys;
  double threshold = kDefaultGrowthThreshold;

  /// What a size must gain to be high, in bytes; positive.
  double enough() const { return threshold / 100 * static_cast<double>(ends->heapGrowth()); }
};

/// Of a structure that is alive at the end: from nothing, if it was born. Deep sizes are not known here.
StructureGrowth growthOf(const Scene& scene, StructureIndex to);

/// What gained most first; none where the heap did not grow. Begins phases of its own.
Result<std::vector<Suspect>> findSuspects(const Scene& scene, Progress& progress);

}  // namespace heaptrail
