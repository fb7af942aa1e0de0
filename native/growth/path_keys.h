// What structures can be recognised by in another dump of the same program, where objects have no identity: the way
// from a root to them. A key stands for the holder (a static field, a thread's frame …), the fields on a shortest way,
// and the types that it passes. Elements of arrays count as one field, and links that repeat (of lists, of trees) as
// one step, for these places change.
#pragma once

#include <cstdint>

#include "base/array.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/root_paths.h"
#include "structure/structures.h"

namespace heaptrail {

/// For a structure that no short path leads to.
inline constexpr uint64_t kNoPathKey = 0;

/// By structure. Progress advances by structures; the caller has begun a phase.
Result<Array<uint64_t>> pathKeys(const LiveGraph& graph, const RootHolders& holders, const ShortestPaths& paths,
                                 const Structures& structures, Progress& progress);

}  // namespace heaptrail
