// What piles up though no object of the program holds it: whoever looks for its container looks in vain.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "growth/growth_tree.h"
#include "growth/window_ends.h"
#include "text/words.h"

namespace heaptrail {

enum class HeldByNobody : uint8_t {
  kNo,
  kRuns,               // threads and what they run, which stay until they end, whatever refers to them
  kWaitsForFinalizer,  // what nobody needs any more, but whose finalizer has not run
  kLoaded,             // classes that the program made, which its loader never lets go of
};

/// kNo has none: there is nothing to explain.
constexpr auto wordsOf(HeldByNobody) {
  return std::to_array<Word<HeldByNobody>>({{"runs", HeldByNobody::kRuns},
                                            {"waits-for-finalizer", HeldByNobody::kWaitsForFinalizer},
                                            {"loaded", HeldByNobody::kLoaded}});
}

class WithoutHolders {
 public:
  /// At the end of a window. It outlives this.
  explicit WithoutHolders(const HeapEnd& to);

  /// Of most objects of a place, called `type`.
  HeldByNobody of(const GrowthPlace& place, std::string_view type) const;

 private:
  const HeapEnd& to_;
  std::vector<ObjectIndex> running_;  // threads and what they run, ascending
};

}  // namespace heaptrail
