// Structures of which each retains little, because others hold the same: which of them belong together.
#pragma once

#include <span>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "growth/suspects.h"

namespace heaptrail {

/// Groups of structures that hold the same leaves at the end of the window, or mostly the same: whoever shares half of
/// its leaves with one before it belongs to that one's group. A group may have one member. Progress advances by
/// structures; the caller has begun a phase.
Result<std::vector<std::vector<StructureIndex>>> groupByLeaves(const Scene& scene,
                                                               std::span<const StructureIndex> structures,
                                                               Progress& progress);

}  // namespace heaptrail
