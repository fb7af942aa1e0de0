// A first description of a type, made from what the heap shows, for somebody who knows the program to correct.
//
// Inner parts are the classes nested in the type or in the same class as it, and those of its package that refer back:
// nodes and entries look like that. Structures that are described already are contained; whatever else is referred to
// is a leaf.
#pragma once

#include <string>

#include "base/error.h"
#include "base/progress.h"
#include "dsl/described_types.h"
#include "graph/live_graph.h"

namespace heaptrail {

/// The text of a file. `type`: a class of the heap. Looks at all live objects a few times; the caller has begun a
/// phase.
Result<std::string> proposeDescription(const LiveGraph& graph, const dsl::DescribedTypes& types,
                                       const std::string& type, Progress& progress);

}  // namespace heaptrail
