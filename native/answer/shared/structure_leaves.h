// Goes through the leaves of structures at one end of a window.
#pragma once

#include <span>

#include "base/error.h"
#include "session/growth_analysis.h"
#include "structure/structure_walk.h"

namespace heaptrail {

/// A leaf of several of these structures is visited for each. `progress` is asked whether it is cancelled.
template <typename Visit>
Status forEachLeaf(const GrowthAnalysis::End& end, std::span<const StructureIndex> structures, Descent descent,
                   const Progress& progress, Visit visit) {
  StructureWalk walk(end.heapAnalysis().graph(), end.analysis->types());
  for (const StructureIndex structure : structures) {
    if (walk.run(end.structures->head(structure), descent, StructureWalk::kNoLimit, progress) ==
        StructureWalk::End::kCancelled) {
      return cancelledError();
    }
    for (const ObjectIndex member : walk.members()) {
      if (walk.isLeaf(member)) visit(member);
    }
  }
  return {};
}

}  // namespace heaptrail
