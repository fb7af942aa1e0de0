// What piles up though no object of the program holds it: whoever looks for its container looks in vain.
#pragma once

#include <cstdint>
#include <string_view>

#include "growth/growth_tree.h"
#include "growth/window_ends.h"

namespace heaptrail {

enum class HeldByNobody : uint8_t {
  kNo,
  kRuns,               // threads, which stay until they end, whatever refers to them
  kWaitsForFinalizer,  // what nobody needs any more, but whose finalizer has not run
  kLoaded,             // classes that the program made, which its loader never lets go of
};

/// For machines: `runs`; empty for kNo.
std::string_view wordOf(HeldByNobody unheld);

/// Of most objects of a place, called `type`, at the end of a window.
HeldByNobody heldByNobody(const HeapEnd& to, const GrowthPlace& place, std::string_view type);

}  // namespace heaptrail
