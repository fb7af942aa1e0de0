// The leaves of structures at both ends of a window, by type and allocation site: what it is that piles up, and where
// it comes from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "dsl/described_types.h"
#include "growth/common_names.h"
#include "growth/window_ends.h"
#include "structure/structure_walk.h"

namespace heaptrail {

struct LeafGroup {
  std::string type;
  std::vector<Frame> site;  // empty where the trace does not tell
  GrownSize size;
};

/// Structures at one end.
struct StructuresAt {
  const WindowEnd* end;
  const dsl::DescribedTypes* types;
  std::span<const StructureIndex> structures;
};

/// What gained most first. A leaf of several of the structures counts once. Asks `progress` whether it is cancelled,
/// but does not advance it.
Result<std::vector<LeafGroup>> leavesByTypeAndSite(const StructuresAt& from, const StructuresAt& to, Descent descent,
                                                   CommonNames& names, const Progress& progress);

}  // namespace heaptrail
