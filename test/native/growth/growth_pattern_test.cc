#include "growth/growth_pattern.h"

#include <gtest/gtest.h>

namespace heaptrail {
namespace {

GrownSize gain(uint64_t bytes) { return {{1, 1000}, {1, 1000 + bytes}}; }

std::string_view pattern(uint64_t retained, uint64_t structure, uint64_t deepStructure, uint64_t deep,
                         double threshold = kDefaultGrowthThreshold) {
  return wordOf(*growthPattern({gain(retained), gain(deep), gain(structure), gain(deepStructure)}, 1000, threshold));
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

TEST(GrowthPattern, IsUnknownWhereTheHeapDidNotGrow) {
  const StructureGrowth growth{gain(900), gain(900), gain(900), gain(900)};
  EXPECT_FALSE(growthPattern(growth, 0, 5));
  EXPECT_FALSE(growthPattern(growth, -100, 5));
  EXPECT_FALSE(heapGrowthPortion(gain(900), 0));
}

TEST(HeapGrowthPortion, CanBeMoreThanAllAndLessThanNothing) {
  EXPECT_DOUBLE_EQ(*heapGrowthPortion(gain(2500), 1000), 250);
  EXPECT_DOUBLE_EQ(*heapGrowthPortion({{1, 600}, {1, 500}}, 1000), -10);
}

}  // namespace
}  // namespace heaptrail
