// Descriptions of the containers that grow and that nobody described, made from the way between the container and what
// piles up in it: so they are found, measured and shown like any other structure, and can be saved as a file.
//
// What other structures have, too (arrays, the JDK's wrappers, nodes that are described elsewhere) is described inside
// its head, so that the file changes nothing else.
#pragma once

#include <string>
#include <vector>

#include "growth/growing_containers.h"

namespace heaptrail {

inline constexpr std::string_view kInferredFile = "inferred.ds";

/// The text of a description file; empty where all containers are described, or cannot be.
std::string inferDescriptions(const ComparedHeaps& heaps, const GrowthTree& tree,
                              const std::vector<GrowingContainers>& growing, const OwnPackages& own);

}  // namespace heaptrail
