// Pages of lists: within the list whatever is asked for, and in order as far as they go.
#include "base/page.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace heaptrail {
namespace {

constexpr uint64_t kAllOfThem = std::numeric_limits<uint64_t>::max();

std::vector<int> asVector(std::span<const int> page) { return {page.begin(), page.end()}; }

TEST(Page, LiesWithinTheListWhateverIsAskedFor) {
  const std::vector<int> rows{1, 2, 3, 4, 5};
  EXPECT_EQ(asVector(pageOf(rows, 0, 2)), (std::vector{1, 2}));
  EXPECT_EQ(asVector(pageOf(rows, 4, 2)), (std::vector{5}));
  EXPECT_EQ(asVector(pageOf(rows, 1, kAllOfThem)), (std::vector{2, 3, 4, 5}));
  EXPECT_TRUE(pageOf(rows, 2, 0).empty());
  EXPECT_TRUE(pageOf(rows, 5, 1).empty());
  EXPECT_TRUE(pageOf(rows, kAllOfThem, kAllOfThem).empty());
}

TEST(Page, HasTheRowsOfItsPlaces) {
  const PlacesOfPage page = placesOfPage(5, 3, 9);
  EXPECT_FALSE(page.has(2));
  EXPECT_TRUE(page.has(3));
  EXPECT_TRUE(page.has(4));
  EXPECT_FALSE(page.has(5));
  EXPECT_EQ(page.size(), 2U);
}

TEST(Page, OfASortedListIsWhatSortingAllOfItGives) {
  for (uint64_t offset = 0; offset < 7; ++offset) {
    for (uint64_t limit = 0; limit < 7; ++limit) {
      std::vector<int> rows{3, 1, 5, 2, 4};
      const std::vector<int> sorted{5, 4, 3, 2, 1};
      EXPECT_EQ(asVector(sortedPageOf(rows, offset, limit, std::greater<>())), asVector(pageOf(sorted, offset, limit)));
    }
  }
}

TEST(Page, IsAllThatIsKept) {
  std::vector<int> rows{1, 2, 3, 4, 5};
  keepPage(rows, 1, 3);
  EXPECT_EQ(rows, (std::vector{2, 3, 4}));
  keepFirst(rows, 2);
  EXPECT_EQ(rows, (std::vector{2, 3}));
  keepFirst(rows, kAllOfThem);
  EXPECT_EQ(rows, (std::vector{2, 3}));
  keepPage(rows, 2, 1);
  EXPECT_TRUE(rows.empty());
}

}  // namespace
}  // namespace heaptrail
