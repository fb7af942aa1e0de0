// Groupings by their definition, on a sketch: sets of objects, texts as keys, one object after the other.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "classify/known_heap.h"
#include "reference/slow_paths.h"

namespace heaptrail::test {

using Path = std::vector<std::string>;

/// A sketch whose objects tell everything that a property may ask for; the same for the same seed.
Sketch tellingSketch(uint32_t seed);

/// Where `a.b.Wide` and what hangs below it are structures.
inline constexpr const char* kSketchDescriptions =
    "DS a.b.Wide { a.Node; a.Node[]; a.b.Wide; } a.Node { a.Node; a.b.Wide; (*); }";

/// A step as users write it: `type`, `leaves(deep)`.
using Steps = std::vector<std::string>;

/// The rows below some keys: the objects of each, by key. None where there is no such row.
std::optional<std::map<std::string, Objects>> slowRows(const Sketch& sketch, const KnownHeap& facts,
                                                       const Objects& objects, const Steps& steps, const Path& path);

}  // namespace heaptrail::test
