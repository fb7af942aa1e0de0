#include "growth/growth_pattern.h"

#include <gtest/gtest.h>

namespace heaptrail {
namespace {

GrownSize gain(uint64_t bytes) { return {{1, 1000}, {1, 1000 + bytes}}; }

std::string_view pattern(uint64_t retained, uint64_t structure, uint64_t deepStructure, uint64_t deep,
                         double threshold = kDefaultGrowthThreshold) {
  return wordOf(
      growthPattern({gain(retained), gain(deep), gain(structure), gain(deepStructure)}, HeapGain{1000}, threshold));
}

TEST(GrowthPattern, IsTheOneOfTheTable) {
  EXPECT_EQ(pattern(900, 400, 800, 900), "single-ownership-container-growth");
  EXPECT_EQ(pattern(900, 0, 800, 900), "single-ownership-container-growth") << "by what it contains";
  EXPECT_EQ(pattern(10, 400, 800, 900), "shared-ownership-container-growth");
  EXPECT_EQ(pattern(900, 0, 10, 900), "single-ownership-data-growth");
  EXPECT_EQ(pattern(10, 0, 10, 900), "shared-ownership-data-growth");
  EXPECT_EQ(pattern(10, 10, 10, 10), "non-growth");
}

TEST(GrowthPattern, BeginsAtTheThreshold) {
  EXPECT_EQ(pattern(50, 0, 0, 0), "single-ownership-data-growth");
  EXPECT_EQ(pattern(49, 0, 0, 0), "non-growth");
  EXPECT_EQ(pattern(49, 0, 0, 0, 4.9), "single-ownership-data-growth");
}

TEST(GrowthPattern, IsHighFromOnePercentOfAHeapThatDidNotGrow) {
  const HeapGain shrunk = HeapGain::between(200'000, 100'000, false);
  EXPECT_FALSE(shrunk.heapGrew());
  const auto pattern = [&](uint64_t bytes, double threshold) {
    return growthPattern({gain(bytes), gain(bytes), gain(bytes), gain(bytes)}, shrunk, threshold);
  };
  EXPECT_EQ(pattern(1000, 5), GrowthPattern::kSingleOwnershipContainer);
  EXPECT_EQ(pattern(999, 5), GrowthPattern::kNone);
  EXPECT_EQ(pattern(2000, 10), GrowthPattern::kSingleOwnershipContainer) << "it follows the threshold";
  EXPECT_EQ(pattern(1999, 10), GrowthPattern::kNone);
}

TEST(HeapGain, IsOfWhatGrewElseOfWhatIsThere) {
  EXPECT_EQ(HeapGain::between(600, 1000, false).bytes, 400);
  EXPECT_EQ(HeapGain::between(600, 600, false).bytes, 600) << "it did not grow";
  EXPECT_EQ(HeapGain::between(600, 500, false).bytes, 500);
  EXPECT_TRUE(HeapGain::between(0, 500, true).isWhole());
  EXPECT_DOUBLE_EQ(HeapGain::between(600, 500, false).percentOf(gain(50)), 10);
}

TEST(HeapGrowthPortion, IsUnknownWhereTheHeapDidNotGrow) {
  EXPECT_FALSE(heapGrowthPortion(gain(900), 0));
  EXPECT_FALSE(heapGrowthPortion(gain(900), -100));
}

TEST(HeapGrowthPortion, CanBeMoreThanAllAndLessThanNothing) {
  EXPECT_DOUBLE_EQ(*heapGrowthPortion(gain(2500), 1000), 250);
  EXPECT_DOUBLE_EQ(*heapGrowthPortion({{1, 600}, {1, 500}}, 1000), -10);
}

}  // namespace
}  // namespace heaptrail
