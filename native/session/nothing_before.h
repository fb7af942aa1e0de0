// The beginning of a window that has none: a heap without objects. Against it, all that a heap holds has grown, and
// what explains growth explains what holds the heap.
#pragma once

#include "base/error.h"
#include "base/progress.h"
#include "session/growth_analysis.h"

namespace heaptrail {

/// With the types and descriptions of the end.
Result<GrowthAnalysis::Start> nothingBefore(const StructureAnalysis& end, Progress& progress);

}  // namespace heaptrail
