#include "answer/suggest_window.h"

#include <gtest/gtest.h>

#include <vector>

namespace heaptrail {
namespace {

using Window = std::optional<std::pair<uint32_t, uint32_t>>;

/// Points one second apart with so many live bytes.
Window suggested(const std::vector<uint64_t>& bytes) {
  std::vector<PointAnswer> points;
  for (uint32_t i = 0; i < bytes.size(); ++i) points.push_back({i, static_cast<double>(i), {1, bytes[i]}});
  return suggestWindow(points);
}

TEST(SuggestWindow, TakesTheStretchWithMostGrowth) {
  EXPECT_EQ(suggested({100, 20, 30, 25, 90, 40, 60}), (Window{{1, 4}}));
}

TEST(SuggestWindow, EndsWhereTheHeapIsLargestAndNotLater) { EXPECT_EQ(suggested({10, 50, 40}), (Window{{0, 1}})); }

TEST(SuggestWindow, DoesNotReachAcrossAPointWithLess) { EXPECT_EQ(suggested({50, 80, 10, 45, 90}), (Window{{2, 4}})); }

TEST(SuggestWindow, LeavesOutTheStartOfALongTrace) {
  EXPECT_EQ(suggested({0, 500, 500, 500, 500, 510, 520, 530, 540, 550, 560}), (Window{{1, 10}}));
}

TEST(SuggestWindow, FindsNoneWhereNothingGrows) {
  EXPECT_EQ(suggested({}), Window{});
  EXPECT_EQ(suggested({7}), Window{});
  EXPECT_EQ(suggested({7, 7, 6, 5}), Window{});
}

}  // namespace
}  // namespace heaptrail
