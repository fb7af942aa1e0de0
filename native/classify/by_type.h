// The grouping that is asked for most, by type, of any set of objects. Types of one name that different class loaders
// loaded make one row.
#pragma once

#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "classify/group_row.h"
#include "model/heap.h"

namespace heaptrail {

/// Rows for the members of `members`, by name. Progress advances by objects; the caller has begun a phase.
Result<std::vector<GroupRow>> groupByType(const Heap& heap, const BitSet& members, Threads threads, Progress& progress);

}  // namespace heaptrail
