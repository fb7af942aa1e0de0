// Random heaps of the shapes that make algorithms stumble: chains with links back, trees that share leaves, dense
// graphs, layers, cycles through roots; with weak references, class objects that only their instances keep, objects of
// different sizes, islands, roots that are leaves and roots named twice.
#pragma once

#include <memory>

#include "model/heap.h"

namespace heaptrail::test {

/// At most `mostObjects` objects; the same for the same seed. Consecutive seeds go through all shapes.
std::shared_ptr<const Heap> randomShape(uint32_t mostObjects, uint32_t seed);

}  // namespace heaptrail::test
