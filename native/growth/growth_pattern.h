// In which way a structure grew, told from how much of the heap's growth its sizes account for.
//
//   retained  structure  deep   pattern
//   high      high              container growth, the structure alone owns what it took in
//   low       high              container growth, others hold the same
//   high      low               data growth: what it holds grew, or became its alone
//   low       low        high   data growth that is shared
//   low       low        low    none
//
// Structure is high where the structure closure or the deep one is. How much is high, heap_gain.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "growth/heap_gain.h"

namespace heaptrail {

enum class GrowthPattern : uint8_t {
  kSingleOwnershipContainer,
  kSharedOwnershipContainer,
  kSingleOwnershipData,
  kSharedOwnershipData,
  kNone,
};

/// From which share of the heap's growth on a size counts as high, in percent.
inline constexpr double kDefaultGrowthThreshold = 5;

/// The sizes of one structure at both ends of a window.
struct StructureGrowth {
  GrownSize retained;
  GrownSize deep;
  GrownSize structure;
  GrownSize deepStructure;
};

/// The heap growth portion of a size in percent: what it gained of what the heap gained. None where the heap did not
/// grow. It can be above 100, where others owned before what now one structure owns alone.
std::optional<double> heapGrowthPortion(const GrownSize& size, int64_t heapGrowth);

GrowthPattern growthPattern(const StructureGrowth& growth, const HeapGain& gain, double threshold);

/// Whether what a structure holds grew, and not the structure itself.
constexpr bool isDataGrowth(GrowthPattern pattern) {
  return pattern == GrowthPattern::kSingleOwnershipData || pattern == GrowthPattern::kSharedOwnershipData;
}

/// For programs: `single-ownership-container-growth`.
std::string_view wordOf(GrowthPattern pattern);
/// For people: `single-ownership container growth`.
std::string_view nameOf(GrowthPattern pattern);

}  // namespace heaptrail
