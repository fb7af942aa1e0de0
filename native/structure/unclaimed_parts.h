// Do the descriptions fit the program? Objects of types that are described as inner parts should belong to some
// structure; where many do not, heads are missing, or a description does not lead to them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "structure/structures.h"

namespace heaptrail {

/// By type; zero for types that do not count: heads, types without a description, and those whose description leads
/// nowhere (a lock is part of a structure here and a plain object there). An array counts if its elements do.
struct UnclaimedParts {
  std::vector<uint64_t> objects;
  std::vector<uint64_t> unclaimed;
};

/// Walks all structures once more. Begins a phase of its own.
Result<UnclaimedParts> findUnclaimedParts(const LiveGraph& graph, const Structures& structures, Threads threads,
                                          Progress& progress);

}  // namespace heaptrail
