// Structures that were made anew in the window and took another one's place: immutable collections, and arrays that are
// copied for each element, are another object after each change, though for the program it is one that grows.
//
// One is told by who holds it: at both ends the same object, in whose field or table there is one such structure, of
// which the first is gone and the second is new. Holders may themselves have been replaced, so this goes on inwards
// from those that were not. Only at places of the growth tree, since what did not grow explains nothing.
#pragma once

#include "base/error.h"
#include "base/progress.h"
#include "growth/growth_tree.h"
#include "growth/tracked_structures.h"

namespace heaptrail {

/// Lets those found survive. Of heaps whose objects have an identity; progress advances by objects at the tree's
/// places, the caller has begun a phase.
Status joinReplaced(const ComparedHeaps& heaps, const GrowthTree& tree, const WindowEnds& ends,
                    TrackedStructures& tracked, Progress& progress);

/// How far the progress advances.
uint64_t objectsAskedForReplaced(const GrowthTree& tree);

}  // namespace heaptrail
