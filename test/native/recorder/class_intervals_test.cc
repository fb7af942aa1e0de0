// Which of the reported allocations are looked at: by simulated programs, and against the probabilities that intervals
// stand for.
#include "recorder/class_intervals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "recorder/sampling_budget.h"

namespace heaptrail::recorder {
namespace {

constexpr uint32_t kReported = 8 << 10;

/// A class that allocates evenly.
struct Class {
  uint32_t hash = 0;
  double objects = 0;  // in a period
  uint64_t bytes = 0;  // of each
};

uint32_t intervalOf(ClassIntervals& intervals, const Class& one) { return intervals.of(one.hash, one.bytes).get(); }

/// After as many periods as are remembered.
void allocate(ClassIntervals& intervals, const std::vector<Class>& classes, double samples) {
  for (int period = 0; period < 40; ++period) {
    for (const Class& one : classes) {
      intervals.of(one.hash, one.bytes).add({one.objects, one.objects * static_cast<double>(one.bytes)});
    }
    intervals.divide(samples / (1 - SamplingBudget::kRemembered), kReported);
  }
}

double samplesOf(ClassIntervals& intervals, const Class& one) {
  const Allocated allocated{one.objects, one.objects * static_cast<double>(one.bytes)};
  return allocated.samplesAt(std::max(kReported, intervalOf(intervals, one)));
}

TEST(ClassIntervals, WhatIsAllocatedSeldomIsLookedAtWheneverItIsReported) {
  const auto intervals = std::make_unique<ClassIntervals>();
  const Class text{.hash = 17, .objects = 1e6, .bytes = 56};
  const Class entry{.hash = 4711, .objects = 100, .bytes = 24};
  allocate(*intervals, {text, entry}, 50);
  EXPECT_EQ(intervalOf(*intervals, entry), 0U);
  EXPECT_LE(samplesOf(*intervals, text), 50);
  EXPECT_GE(samplesOf(*intervals, text), 40) << "and what is left of the budget is used";
}

TEST(ClassIntervals, MostSamplesGoWhereTheBytesAreAndNobodyHasNone) {
  const auto intervals = std::make_unique<ClassIntervals>();
  const std::vector<Class> classes{{1, 1e6, 80}, {2, 2e5, 50}, {3, 1e5, 60}, {4, 10, 100}};  // 80, 10 and 6 MB
  allocate(*intervals, classes, 120);
  // A third of 30 each, and of the other 90 by bytes; an interval is up to a quarter longer than that.
  EXPECT_LE(samplesOf(*intervals, classes[0]), 85.5);
  EXPECT_GE(samplesOf(*intervals, classes[0]), 85.5 / 1.25);
  EXPECT_LE(samplesOf(*intervals, classes[1]), 19.5);
  EXPECT_GE(samplesOf(*intervals, classes[1]), 19.3 / 1.25);
  EXPECT_GE(samplesOf(*intervals, classes[2]), 15.6 / 1.25);
  EXPECT_EQ(intervalOf(*intervals, classes[3]), 0U);
}

TEST(ClassIntervals, ObjectsOfAClassThatAreOfOtherSizesHaveTheirOwn) {
  const auto intervals = std::make_unique<ClassIntervals>();
  const Class small{.hash = 17, .objects = 1e6, .bytes = 56};
  const Class large{.hash = 17, .objects = 1, .bytes = 100'000};
  allocate(*intervals, {small, large}, 50);
  EXPECT_EQ(intervalOf(*intervals, large), 0U);
}

TEST(ClassIntervals, AreNoneWhereTheBudgetHasRoomForAll) {
  const auto intervals = std::make_unique<ClassIntervals>();
  const std::vector<Class> classes{{1, 1e6, 24}, {2, 1e4, 3000}};
  allocate(*intervals, classes, 1e6);
  for (const Class& one : classes) EXPECT_EQ(intervalOf(*intervals, one), 0U);
}

TEST(ClassIntervals, AClassThatIsMetNoMoreIsForgotten) {
  const auto intervals = std::make_unique<ClassIntervals>();
  const Class text{.hash = 17, .objects = 1e6, .bytes = 56};
  allocate(*intervals, {text}, 10);
  EXPECT_GT(intervalOf(*intervals, text), kReported);
  for (int period = 0; period < 150; ++period) intervals->divide(10, kReported);
  EXPECT_EQ(intervalOf(*intervals, text), 0U);
}

TEST(ClassIntervals, ABurstOfOneClassIsSlowedDownWithinThePeriod) {
  ClassInterval interval;
  for (int i = 0; i < 25; ++i) interval.lookedAt(kReported, 25);
  EXPECT_EQ(interval.get(), 0U);
  interval.lookedAt(kReported, 25);
  EXPECT_EQ(interval.get(), kReported * 16);
  for (int i = 0; i < 1000; ++i) interval.lookedAt(kReported, 25);
  EXPECT_EQ(interval.get(), ClassIntervals::kMaxInterval);
}

TEST(ClassIntervals, AnObjectIsAsLikelyToBeLookedAtAsItsOwnIntervalSays) {
  std::minstd_rand engine(4711);
  std::uniform_real_distribution<double> random(0, 1);
  constexpr int kTries = 200'000;
  for (const double bytes : {16.0, 1000.0, 50'000.0}) {
    for (const uint32_t reported : {0U, 256U, 8192U, 65536U}) {
      for (const uint32_t own : {0U, 64U, 8192U, 80U << 10, 4U << 20}) {
        int found = 0;
        for (int i = 0; i < kTries; ++i) {
          if (random(engine) < probabilityOfSample(bytes, reported) &&
              isLookedAt(bytes, reported, own, random(engine))) {
            ++found;
          }
        }
        const double expected = kTries * probabilityOfSample(bytes, std::max(reported, own));
        EXPECT_NEAR(found, expected, 5 * std::sqrt(expected) + 1) << bytes << ' ' << reported << ' ' << own;
      }
    }
  }
}

TEST(EvenlyDivided, NobodyHasMoreThanOthersWhoWantMore) {
  std::vector<double> wanted{100, 1, 30, 8};
  EXPECT_DOUBLE_EQ(evenlyDivided(wanted, 39), 15);  // 1 + 8 + 15 + 15
  EXPECT_DOUBLE_EQ(evenlyDivided(wanted, 4), 1);
  EXPECT_DOUBLE_EQ(evenlyDivided(wanted, 0), 0);
  EXPECT_TRUE(std::isinf(evenlyDivided(wanted, 139)));
  EXPECT_TRUE(std::isinf(evenlyDivided({}, 0)));
}

TEST(SamplingIntervals, AreOfASeriesThatARecordingHasRoomFor) {
  std::set<uint32_t> all;
  for (uint32_t interval = 32; interval <= ClassIntervals::kMaxInterval; interval = longerInterval(interval)) {
    EXPECT_EQ(intervalFrom(interval, 32, ClassIntervals::kMaxInterval), interval);
    EXPECT_EQ(intervalFrom(interval - 0.5, 32, ClassIntervals::kMaxInterval), interval);
    if (!all.empty()) {
      EXPECT_EQ(shorterInterval(interval), *all.rbegin());
    }
    all.insert(interval);
  }
  EXPECT_LT(all.size(), 200U);
  EXPECT_TRUE(all.contains(SamplingBudget::kMinInterval));
  EXPECT_TRUE(all.contains(SamplingBudget::kMaxInterval));
  EXPECT_TRUE(all.contains(SamplingBudget::kFirstInterval));
}

}  // namespace
}  // namespace heaptrail::recorder
