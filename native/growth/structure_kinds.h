// Structures of one kind, of which there are many: of one type and from one allocation site; where sites are not known,
// at one path. A thousand small lists that each grow a little are a leak, too.
#pragma once

#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "growth/suspects.h"

namespace heaptrail {

struct StructureKind {
  std::vector<StructureIndex> from;
  std::vector<StructureIndex> to;
  double gained = 0;  // bytes, more or less: by all of them, what they share counted for each
};

/// The kinds that gained enough and most, not counting heads in these sets. Progress advances by structures of both
/// ends; the caller has begun a phase.
Result<std::vector<StructureKind>> findKinds(const Scene& scene, const BitSet& fromWithout, const BitSet& toWithout,
                                             Progress& progress);

}  // namespace heaptrail
