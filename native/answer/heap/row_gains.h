// What the objects of rows waste: the bytes that could be gained of them (waste/waste.h), which is what `heaptrail
// waste` adds up by kinds and owners, here of any grouping.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "classify/grouping_tree.h"
#include "classify/heap_facts.h"

namespace heaptrail {

/// By row of the level. An object that is in several rows counts in each of them. Begins phases of its own.
Result<std::vector<uint64_t>> gainsOfRows(const HeapFacts& facts, const GroupingLevel& level, Progress& progress);

}  // namespace heaptrail
