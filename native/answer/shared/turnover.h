// What left a structure in a window, and not only how many more there are in it: whether something is removed at all is
// what tells a leak from a cache.
#pragma once

#include <vector>

#include "growth/leaf_groups.h"
#include "session/growth_analysis.h"

namespace heaptrail {

/// How many of the leaves that there were at the beginning are none of these structures' at the end, by type. What came
/// and went in between, two points cannot show. Unknown where objects cannot be told apart at both ends, and where
/// `taken` was counted otherwise. Walks over the structures at both ends once.
Status countRemoved(const GrowthAnalysis& analysis, const LeafQuestion& question, std::vector<TakenIn>& taken,
                    const Progress& progress);

/// All leaves by type, as sentences want them.
std::vector<TakenIn> takenOf(const Leaves& leaves);

}  // namespace heaptrail
