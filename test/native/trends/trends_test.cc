// Which points a trend goes through, and what counts as growth that does not end.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "trends/chosen_points.h"
#include "trends/sustained_growth.h"

namespace heaptrail {
namespace {

using Numbers = std::vector<uint32_t>;
using Values = std::vector<double>;

std::vector<Point> pointsEvery(double seconds, size_t count) {
  std::vector<Point> points;
  for (size_t i = 0; i < count; ++i) points.push_back({seconds * static_cast<double>(i), {}, false});
  return points;
}

Numbers chosen(const std::vector<Point>& timeline, uint32_t from, uint32_t to, const std::string& every) {
  const auto points = choosePoints(timeline, PointIndex(from), PointIndex(to), every);
  if (!points) return {};
  Numbers numbers;
  for (const PointIndex point : *points) numbers.push_back(point.value());
  return numbers;
}

TEST(ChosenPoints, EveryNthOrSoManySecondsApartAndAlwaysBothEnds) {
  const std::vector<Point> timeline = pointsEvery(2, 10);
  EXPECT_EQ(chosen(timeline, 0, 4, ""), (Numbers{0, 1, 2, 3, 4}));
  EXPECT_EQ(chosen(timeline, 1, 9, "3"), (Numbers{1, 4, 7, 9}));
  EXPECT_EQ(chosen(timeline, 0, 9, "5s"), (Numbers{0, 3, 6, 9}));
  EXPECT_EQ(chosen(timeline, 5, 5, ""), (Numbers{5}));
  for (const std::string wrong : {"0", "-1", "x", "2.5", "s", "3 s"}) {
    EXPECT_FALSE(choosePoints(timeline, PointIndex(0), PointIndex(9), wrong)) << wrong;
  }
  EXPECT_FALSE(choosePoints(timeline, PointIndex(4), PointIndex(3), ""));
}

TEST(ChosenPoints, OfManyTwoHundredAreEnough) {
  const std::vector<Point> timeline = pointsEvery(1, 1000);
  const Numbers points = chosen(timeline, 0, 999, "");
  EXPECT_EQ(points.size(), kMaxPointsUnasked);
  EXPECT_EQ(points.front(), 0U);
  EXPECT_EQ(points.back(), 999U);
  EXPECT_EQ(chosen(timeline, 0, 999, "1").size(), 1000U);
}

TEST(ChosenPoints, TheFirstOnesThatAreVisitedShowTheWhole) {
  const std::vector<PointIndex> points{PointIndex(2), PointIndex(3), PointIndex(5), PointIndex(7), PointIndex(8)};
  const auto numbers = [](const std::vector<PointIndex>& order) {
    Numbers result;
    for (const PointIndex point : order) result.push_back(point.value());
    return result;
  };
  EXPECT_EQ(numbers(orderOfVisits(points, false)), (Numbers{2, 8, 5, 3, 7}));
  EXPECT_EQ(numbers(orderOfVisits(points, true)), (Numbers{2, 8, 3, 5, 7}));
}

SustainedGrowth tested(const Values& values, double leastGrowth = 10) {
  Values seconds;
  for (size_t i = 0; i < values.size(); ++i) seconds.push_back(3.0 * static_cast<double>(i));
  return testGrowth(seconds, values, leastGrowth);
}

TEST(SustainedGrowth, ALineThatRisesAtEveryPointIsOne) {
  const SustainedGrowth growth = tested({0, 10, 20, 30, 40, 50, 60, 70});
  EXPECT_TRUE(growth.sustained);
  EXPECT_TRUE(growth.growsAtEveryPoint);
  EXPECT_DOUBLE_EQ(growth.slopePerMinute, 200);
  EXPECT_NEAR(*growth.rSquared, 1, 1e-12);
  EXPECT_GT(*growth.confidence, 0.99);
}

TEST(SustainedGrowth, ADipDoesNotHideIt) {
  const SustainedGrowth growth = tested({100, 140, 170, 150, 220, 260, 250, 330, 360, 410});
  EXPECT_TRUE(growth.sustained);
  EXPECT_FALSE(growth.growsAtEveryPoint);
}

TEST(SustainedGrowth, WhatFillsAndStaysLeapsSwingsOrIsEmptiedIsNone) {
  EXPECT_FALSE(tested({0, 30, 60, 90, 120, 120, 120, 120, 120, 120}).sustained);
  EXPECT_FALSE(tested({5, 5, 5, 5, 5, 500, 500, 500, 500, 500}).sustained);
  EXPECT_FALSE(tested({0, 80, 100, 60, 0, 80, 100, 60, 0, 80}).sustained);
  EXPECT_FALSE(tested({0, 50, 100, 150, 0, 50, 100, 150, 0, 50}).sustained);
  EXPECT_FALSE(tested({90, 80, 70, 60, 50, 40, 30, 20}).sustained);
  EXPECT_FALSE(tested({7, 7, 7, 7, 7, 7, 7, 7}).sustained);
}

TEST(SustainedGrowth, APoolThatKeepsTheMostThatWasEverNeededIsNone) {
  EXPECT_FALSE(tested({1483, 1483, 1483, 1483, 1483, 1483, 1483, 1483, 1739, 1739, 1995}).sustained);
  // Its neighbours in the heap move a little meanwhile.
  EXPECT_FALSE(tested({1483, 1485, 1484, 1484, 1486, 1485, 1484, 1487, 1739, 1741, 1995}).sustained);
  size_t alarms = 0;
  std::mt19937 random(7);
  for (size_t trial = 0; trial < 1000; ++trial) {
    Values values;
    double most = 0;
    for (size_t i = 0; i < 8 + trial % 30; ++i) {
      most = std::max(most, static_cast<double>(random() % 100'000));
      values.push_back(most);
    }
    if (tested(values).sustained) ++alarms;
  }
  EXPECT_LE(alarms, 10U);
}

TEST(SustainedGrowth, TheTailOfWhatHasFilledIsNone) {
  // Kilobytes of a ring of texts, each of which is longer than the one that it replaces.
  EXPECT_FALSE(tested({528, 731, 934, 1137, 1340, 1362, 1376, 1390, 1404, 1418, 1420, 1422}, 128).sustained);
}

TEST(SustainedGrowth, ALeakInStepsOrAmongOtherThingsIsFoundWithMorePoints) {
  const auto foundOf1000 = [](size_t points, const auto& leak) {
    std::mt19937 random(11);
    size_t found = 0;
    for (size_t trial = 0; trial < 1000; ++trial) {
      Values values;
      for (size_t i = 0; i < points; ++i) values.push_back(leak(random, i, values.empty() ? 0 : values.back()));
      if (tested(values, 1).sustained) ++found;
    }
    return found;
  };
  // Every other point, by chance, something leaks.
  const auto inSteps = [](std::mt19937& random, size_t, double before) {
    return before + (random() % 2 == 0 ? 10 : 0);
  };
  // Beside it something goes up and down, as far as it grows from one point to the next.
  const auto amongOthers = [](std::mt19937& random, size_t i, double) {
    return 10.0 * static_cast<double>(i) + static_cast<double>(random() % 20);
  };
  EXPECT_GE(foundOf1000(30, inSteps), 900U);
  EXPECT_GE(foundOf1000(12, amongOthers), 900U);
  EXPECT_GE(foundOf1000(30, amongOthers), 1000U);
}

TEST(SustainedGrowth, FewPointsAndLittleGrowthSayNothing) {
  const SustainedGrowth few = tested({0, 10, 20, 30, 40, 50, 60});
  EXPECT_FALSE(few.sustained);
  EXPECT_FALSE(few.confidence.has_value());
  EXPECT_TRUE(few.growsAtEveryPoint);
  EXPECT_FALSE(tested({0, 1, 2, 3, 4, 5, 6, 7}).sustained);
  EXPECT_FALSE(tested({3}).sustained);
  EXPECT_FALSE(tested({7, 7, 7}).rSquared.has_value());
}

}  // namespace
}  // namespace heaptrail
