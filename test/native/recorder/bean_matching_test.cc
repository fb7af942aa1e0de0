#include "recorder/bean_matching.h"

#include <gtest/gtest.h>

#include <vector>

namespace heaptrail::recorder {
namespace {

constexpr uint64_t kMillisecond = 1'000'000;
constexpr size_t kYoung = 0;
constexpr size_t kFull = 1;
constexpr size_t kPauses = 2;
constexpr size_t kCycles = 3;

/// The beans' time 0 is the recording's 500.4 ms.
constexpr double kShift = 500.4;

NotedCollection pause(double startMillis, double endMillis) {
  NotedCollection noted;
  noted.start = static_cast<uint64_t>((startMillis + kShift) * kMillisecond);
  noted.end = static_cast<uint64_t>((endMillis + kShift) * kMillisecond);
  return noted;
}

BeanCollection told(size_t collector, int64_t startMillis, int64_t endMillis, uint64_t before, uint64_t after) {
  return {collector, startMillis, endMillis, {before}, {after}};
}

class BeanMatchingTest : public testing::Test {
 protected:
  /// What the beans tell after these pauses, which all are new.
  void match(const std::vector<BeanCollection>& told, std::vector<NotedCollection> pauses) {
    noted = std::move(pauses);
    matching_.match(told, noted);
  }
  /// A lone collection, by which the clocks become known to each other.
  void matchFirst() { match({told(kYoung, 10, 12, 5, 1)}, {pause(10.1, 12.9)}); }

  std::vector<NotedCollection> noted;

 private:
  using Reports = ManagementBeans::Reports;
  BeanMatching matching_{{{"young", Reports::kCollections, recording::RecordedCollection::kMinor},
                          {"full", Reports::kCollections, recording::RecordedCollection::kMajor, true},
                          {"pauses", Reports::kPauses, recording::RecordedCollection::kConcurrent},
                          {"cycles", Reports::kCycles, recording::RecordedCollection::kConcurrent}},
                         {"eden"}};
};

TEST_F(BeanMatchingTest, ALoneCollectionIsTheOneThatIsTold) {
  matchFirst();
  EXPECT_EQ(noted[0].collector, kYoung);
  EXPECT_TRUE(noted[0].hasUse);
  EXPECT_EQ(noted[0].before.used[0], 5);
  EXPECT_EQ(noted[0].after.used[0], 1);
}

TEST_F(BeanMatchingTest, NoneIsTakenWhileTheClocksAreUnknownAndThereAreTwo) {
  match({told(kYoung, 20, 21, 5, 1)}, {pause(10.1, 12.9), pause(20.1, 21.2)});
  EXPECT_FALSE(noted[0].hasUse);
  EXPECT_FALSE(noted[1].hasUse);
}

TEST_F(BeanMatchingTest, OfSeveralCollectionsTheLastOneIsToldByItsTime) {
  matchFirst();
  match({told(kYoung, 40, 42, 7, 2)}, {pause(20, 22.5), pause(30, 32.5), pause(40.2, 42.7)});
  EXPECT_FALSE(noted[0].hasUse);
  EXPECT_FALSE(noted[1].hasUse);
  EXPECT_TRUE(noted[2].hasUse);
}

TEST_F(BeanMatchingTest, APauseThatNobodyTellsOfStaysWithout) {
  matchFirst();
  match({told(kYoung, 20, 22, 7, 2)}, {pause(20, 22.5), pause(30, 32.5)});
  EXPECT_TRUE(noted[0].hasUse);
  EXPECT_FALSE(noted[1].hasUse);
}

TEST_F(BeanMatchingTest, WhatWasAskedForBeforeIsNotTakenForAnother) {
  matchFirst();
  std::vector<NotedCollection> old = {pause(20, 22.5)};
  old[0].wasAskedFor = true;
  match({told(kYoung, 20, 22, 7, 2)}, old);
  EXPECT_FALSE(noted[0].hasUse);
}

TEST_F(BeanMatchingTest, TwoCollectionsOfOnePauseAreOne) {
  matchFirst();
  match({told(kYoung, 20, 22, 9, 0), told(kFull, 22, 30, 0, 0)}, {pause(20, 30.9)});
  EXPECT_EQ(noted[0].collector, kFull);
  EXPECT_EQ(noted[0].before.used[0], 9);
  EXPECT_TRUE(noted[0].hasUse);
}

TEST_F(BeanMatchingTest, AYoungCollectionThatFitsTwoPausesIsInTheOneThatGoesOnFromThere) {
  matchFirst();
  match({told(kYoung, 20, 20, 9, 0), told(kFull, 21, 30, 0, 0)}, {pause(20.1, 20.2), pause(20.8, 30.9)});
  EXPECT_FALSE(noted[0].hasUse);
  EXPECT_TRUE(noted[1].hasUse);
  EXPECT_EQ(noted[1].before.used[0], 9);
}

TEST_F(BeanMatchingTest, HalfOfAPauseIsNotTakenForTheWhole) {
  matchFirst();
  match({told(kFull, 21, 30, 0, 0), told(kYoung, 40, 41, 9, 0)}, {pause(20.8, 30.9), pause(39.9, 41.9)});
  EXPECT_EQ(noted[0].collector, kFull);
  EXPECT_FALSE(noted[0].hasUse);
  EXPECT_TRUE(noted[1].hasUse);
}

TEST_F(BeanMatchingTest, ACycleGoesToTheLastOfItsPauses) {
  match({told(kPauses, 10, 10, 0, 0)}, {pause(10.2, 10.4)});
  match({told(kPauses, 28, 28, 0, 0), told(kCycles, 20, 28, 9, 2)},
        {pause(20.5, 20.6), pause(23.5, 23.6), pause(28.9, 28.95)});
  EXPECT_FALSE(noted[0].hasUse);
  EXPECT_TRUE(noted[1].hasUse);
  EXPECT_FALSE(noted[2].hasUse) << "begins the next cycle, in the millisecond in which this one ends";
  EXPECT_EQ(noted[1].before.used[0], 9);
  EXPECT_EQ(noted[2].collector, kPauses);
}

}  // namespace
}  // namespace heaptrail::recorder
