#include "growth/growth_pattern.h"

namespace heaptrail {

std::optional<double> heapGrowthPortion(const GrownSize& size, int64_t heapGrowth) {
  if (heapGrowth <= 0) return std::nullopt;
  return HeapGain{heapGrowth}.percentOf(size);
}

GrowthPattern growthPattern(const StructureGrowth& growth, const HeapGain& gain, double threshold) {
  const auto high = [&](const GrownSize& size) { return gain.isHigh(size, threshold); };
  const bool container = high(growth.structure) || high(growth.deepStructure);
  if (high(growth.retained)) {
    return container ? GrowthPattern::kSingleOwnershipContainer : GrowthPattern::kSingleOwnershipData;
  }
  if (container) return GrowthPattern::kSharedOwnershipContainer;
  return high(growth.deep) ? GrowthPattern::kSharedOwnershipData : GrowthPattern::kNone;
}

std::string_view wordOf(GrowthPattern pattern) {
  switch (pattern) {
    case GrowthPattern::kSingleOwnershipContainer:
      return "single-ownership-container-growth";
    case GrowthPattern::kSharedOwnershipContainer:
      return "shared-ownership-container-growth";
    case GrowthPattern::kSingleOwnershipData:
      return "single-ownership-data-growth";
    case GrowthPattern::kSharedOwnershipData:
      return "shared-ownership-data-growth";
    case GrowthPattern::kNone:
      break;
  }
  return "non-growth";
}

std::string_view nameOf(GrowthPattern pattern) {
  switch (pattern) {
    case GrowthPattern::kSingleOwnershipContainer:
      return "single-ownership container growth";
    case GrowthPattern::kSharedOwnershipContainer:
      return "shared-ownership container growth";
    case GrowthPattern::kSingleOwnershipData:
      return "single-ownership data growth";
    case GrowthPattern::kSharedOwnershipData:
      return "shared-ownership data growth";
    case GrowthPattern::kNone:
      break;
  }
  return "non-growth";
}

}  // namespace heaptrail
