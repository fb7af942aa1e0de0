// Maps with weak keys: they hold what belongs to an object for as long as somebody else holds the object, so that what
// they take in is the doing of whoever holds the keys. A WeakHashMap by class is emptied by what unloads the classes.
#pragma once

#include <vector>

#include "growth/growing_containers.h"

namespace heaptrail {

/// Containers whose entries know their keys weakly are told who holds most of these keys. Where that grows as well,
/// they come right behind it, all where the first of them was.
void putBehindHoldersOfKeys(std::vector<GrowingContainers>& growing, const ComparedHeaps& heaps, const GrowthTree& tree,
                            const Containers& containers);

}  // namespace heaptrail
