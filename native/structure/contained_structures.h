// What structures consist of, as structures: those that they contain, directly or through others.
#pragma once

#include <span>

#include "base/bit_set.h"
#include "structure/structures.h"

namespace heaptrail {

/// A bit per structure. Those that were asked about are in it only where another of them contains them.
BitSet containedStructures(const Structures& structures, std::span<const StructureIndex> outer);

}  // namespace heaptrail
