// Caches that hold things softly: what piles up in them goes before memory runs out, so that it is no leak, however
// much it is.
#pragma once

#include <vector>

#include "growth/growing_containers.h"

namespace heaptrail {

/// Notes of containers whether soft references alone hold most of what piled up in them: a sample of it is asked.
void noteWhatIsHeldSoftly(std::vector<GrowingContainers>& growing, const ComparedHeaps& heaps, const GrowthTree& tree,
                          const Containers& containers);

}  // namespace heaptrail
