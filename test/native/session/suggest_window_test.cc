#include "session/suggest_window.h"

#include <gtest/gtest.h>

#include <vector>

namespace heaptrail {
namespace {

using Window = std::optional<SuggestedWindow>;

constexpr uint64_t kMiB = uint64_t{1} << 20;

/// Points one second apart with so many bytes.
Window suggestedOfBytes(const std::vector<uint64_t>& bytes) {
  std::vector<PointAnswer> points;
  for (uint32_t i = 0; i < bytes.size(); ++i) points.push_back({i, static_cast<double>(i), {1, bytes[i]}});
  return suggestWindow(points);
}

Window suggestedWindow(std::vector<uint64_t> mebibytes) {
  for (uint64_t& size : mebibytes) size *= kMiB;
  return suggestedOfBytes(mebibytes);
}

TEST(SuggestWindow, TakesTheStretchWithMostGrowth) {
  EXPECT_EQ(suggestedWindow({100, 20, 30, 29, 90}), (Window{{1, 4}}));
}

TEST(SuggestWindow, LiesBetweenFullPointsWhereThereAreTwo) {
  std::vector<PointAnswer> points;
  for (const uint64_t mebibytes : std::vector<uint64_t>{10, 20, 30, 90}) {
    const auto index = static_cast<uint32_t>(points.size());
    points.push_back({index, static_cast<double>(index), {1, mebibytes * kMiB}, false, {}, index % 2 == 1});
  }
  EXPECT_EQ(suggestWindow(points), (Window{{0, 2}}));
  points[2].isLight = true;
  EXPECT_EQ(suggestWindow(points), (Window{{0, 3}})) << "one full point makes no window";
}

TEST(SuggestWindow, EndsWhereTheHeapIsLargestAndNotLater) {
  EXPECT_EQ(suggestedWindow({10, 50, 40}), (Window{{0, 1}}));
}

TEST(SuggestWindow, DoesNotReachAcrossAPointWithLess) {
  EXPECT_EQ(suggestedWindow({50, 80, 10, 45, 90}), (Window{{2, 4}}));
}

TEST(SuggestWindow, LeavesOutTheStartOfALongTrace) {
  EXPECT_EQ(suggestedWindow({0, 500, 500, 500, 500, 510, 520, 530, 540, 550, 560}), (Window{{1, 10}}));
}

TEST(SuggestWindow, LeavesOutALeapAtItsBeginningIfTheHeapGoesOnGrowing) {
  EXPECT_EQ(suggestedWindow({3, 110, 118, 126}), (Window{{1, 3}}));
  EXPECT_EQ(suggestedWindow({3, 110, 111, 112}), (Window{{0, 3}})) << "what grows on is too little to look at";
  EXPECT_EQ(suggestedWindow({10, 20, 31, 40}), (Window{{0, 3}}));
}

TEST(SuggestWindow, OfTwoThatGrewAsMuchTakesTheEarlier) {
  EXPECT_EQ(suggestedWindow({10, 30, 30, 10, 30}), (Window{{0, 1}}));
}

TEST(SuggestWindow, DoesNotOfferGrowthOfLessThanAMebibyte) {
  EXPECT_EQ(suggestedOfBytes({1000, 1000 + kMiB - 1}), Window{});
  EXPECT_EQ(suggestedOfBytes({1000, 1000 + kMiB}), (Window{{0, 1}}));
}

TEST(SuggestWindow, DoesNotOfferGrowthOfLessThanATwentiethOfTheHeap) {
  EXPECT_EQ(suggestedWindow({4000, 4199}), Window{});
  EXPECT_EQ(suggestedWindow({4000, 4200}), (Window{{0, 1}}));
}

TEST(SuggestWindow, PassesOverGrowthThatIsLargeOnlyForASmallerHeap) {
  EXPECT_EQ(suggestedWindow({4000, 4150, 1000, 1100}), (Window{{2, 3}}));
}

TEST(SuggestWindow, LeavesOutALeapThatTakesSeveralPoints) {
  EXPECT_EQ(suggestedWindow({4, 18, 29, 57, 60}), (Window{{3, 4}}));
  EXPECT_EQ(suggestedWindow({4, 18, 29, 57, 58}), (Window{{0, 4}})) << "what grows on is too little to look at";
}

TEST(SuggestWindow, ComparesLowsWhereTheHeapGoesUpAndDown) {
  EXPECT_EQ(suggestedWindow({20, 90, 25, 95, 30, 60}), (Window{{2, 4, true}}));
  EXPECT_EQ(suggestedWindow({41, 65, 60, 49}), (Window{{0, 3, true}})) << "its end is a low as well";
  EXPECT_EQ(suggestedWindow({20, 90, 25, 95, 10, 95, 12, 30}), (Window{{4, 6, true}})) << "not across a lower one";
}

TEST(SuggestWindow, ComparesNoLowsWhereTheyDoNotGrow) {
  EXPECT_EQ(suggestedWindow({50, 90, 50, 95, 50}), (Window{{0, 3}}));
}

TEST(SuggestWindow, ComparesNoLowsWhereTheHeapHasGoneUpForLongerThanEver) {
  EXPECT_EQ(suggestedWindow({5, 20, 40, 25, 40, 60, 80}), (Window{{1, 6}}));
}

TEST(SuggestWindow, TakesNoLowFromALastFall) {
  EXPECT_EQ(suggestedWindow({10, 20, 40, 25}), (Window{{0, 2}})) << "the program may have come to its end";
}

TEST(SuggestWindow, TakesNoSmallDipForALow) {
  EXPECT_EQ(suggestedWindow({90, 100, 150, 149, 151, 148, 200}), (Window{{1, 6}}));
}

TEST(FirstAfterStart, LeavesOutATenthOfTheTimeOfALongTrace) {
  std::vector<PointAnswer> points;
  for (const double seconds : {1.0, 4.1, 9.7, 15.7, 25.7}) {
    points.push_back({static_cast<uint32_t>(points.size()), seconds, {1, kMiB}});
  }
  EXPECT_EQ(firstAfterStart(points), 0U) << "there are too few to leave any out";
  points.push_back({5, 35.7, {1, kMiB}});
  EXPECT_EQ(firstAfterStart(points), 2U);
}

TEST(SuggestWindow, FindsNoneWhereNothingGrows) {
  EXPECT_EQ(suggestedWindow({}), Window{});
  EXPECT_EQ(suggestedWindow({7}), Window{});
  EXPECT_EQ(suggestedWindow({7, 7, 6, 5}), Window{});
}

}  // namespace
}  // namespace heaptrail
