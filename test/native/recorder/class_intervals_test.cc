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
#include "support/sanitized.h"

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
    intervals.endPeriod();
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

TEST(ClassIntervals, BeforeThereIsAPointMostSamplesGoWhereTheBytesAreAndNobodyHasNone) {
  const auto intervals = std::make_unique<ClassIntervals>();
  const std::vector<Class> classes{{1, 1e6, 80}, {2, 2e5, 50}, {3, 1e5, 60}, {4, 10, 100}};  // 80, 10 and 6 MB
  allocate(*intervals, classes, 120);
  // A third of 36 each, and of the other 84 by bytes; an interval is up to a quarter longer than that.
  EXPECT_LE(samplesOf(*intervals, classes[0]), 82.1);
  EXPECT_GE(samplesOf(*intervals, classes[0]), 82.0 / 1.25);
  EXPECT_LE(samplesOf(*intervals, classes[1]), 20.8);
  EXPECT_GE(samplesOf(*intervals, classes[1]), 20.7 / 1.25);
  EXPECT_GE(samplesOf(*intervals, classes[2]), 17.2 / 1.25);
  EXPECT_EQ(intervalOf(*intervals, classes[3]), 0U);
}

TEST(ClassIntervals, MostSamplesGoToClassesOfWhichObjectsSurvive) {
  const Class garbage{.hash = 17, .objects = 1e6, .bytes = 56};
  const Class kept{.hash = 4711, .objects = 1e5, .bytes = 24};  // mostly garbage as well
  const auto intervals = std::make_unique<ClassIntervals>();
  allocate(*intervals, {garbage, kept}, 50);
  const double before = samplesOf(*intervals, kept);
  intervals->pointTaken(std::vector<Survivors>{{kept.hash, 31, 300}});  // of another size, and as large a one
  allocate(*intervals, {garbage, kept}, 50);
  EXPECT_GE(samplesOf(*intervals, kept), 3 * before);
  EXPECT_GE(samplesOf(*intervals, garbage), 8.5 / 1.25) << "half of the even part, and what is divided by bytes";
  EXPECT_LE(samplesOf(*intervals, garbage) + samplesOf(*intervals, kept), 50);
  intervals->pointTaken({});
  allocate(*intervals, {garbage, kept}, 50);
  EXPECT_DOUBLE_EQ(samplesOf(*intervals, kept), before) << "what the point before has met is forgotten";
}

TEST(ClassIntervals, OfAHundredTimesAsManySurvivorsThereAreTenTimesAsManySamples) {
  const Class many{.hash = 17, .objects = 1e6, .bytes = 56};
  const Class few{.hash = 4711, .objects = 1e6, .bytes = 56};
  const auto intervals = std::make_unique<ClassIntervals>();
  intervals->pointTaken(std::vector<Survivors>{{many.hash, many.bytes, 100'000}, {few.hash, few.bytes, 1000}});
  allocate(*intervals, {many, few}, 100);
  // An eighth of the samples is for each of them in any case.
  EXPECT_NEAR(samplesOf(*intervals, few) / (12.5 + 75.0 / 11), 0.9, 0.1);
  EXPECT_NEAR(samplesOf(*intervals, many) / (12.5 + 750.0 / 11), 0.9, 0.1);
}

TEST(ClassIntervals, WhereAHundredthSurvivesATenthAsManySurvivorsAreSampledAsWhereAllDo) {
  const Class keys{.hash = 17, .objects = 1e6, .bytes = 56};  // strings, of which most are garbage
  const Class entries{.hash = 4711, .objects = 1e4, .bytes = 56};
  const auto intervals = std::make_unique<ClassIntervals>();
  intervals->pointTaken(std::vector<Survivors>{{keys.hash, keys.bytes, 10'000}, {entries.hash, entries.bytes, 10'000}});
  allocate(*intervals, {keys, entries}, 100);
  // 7.5 samples are for each in any case, and by bytes nearly all of the last tenth for the strings.
  EXPECT_NEAR(samplesOf(*intervals, keys) / (7.5 + 10 + 750.0 / 11), 0.9, 0.1);
  EXPECT_NEAR(samplesOf(*intervals, entries) / (7.5 + 75.0 / 11), 0.9, 0.1);
}

TEST(ClassIntervals, WhatOneClassDoesNotWantIsForTheOthers) {
  // Most bytes are of arrays of which each is reported: as many samples as there are arrays are plenty.
  const Class arrays{.hash = 17, .objects = 10, .bytes = 1'000'000};
  const Class text{.hash = 4711, .objects = 1e5, .bytes = 56};
  const auto intervals = std::make_unique<ClassIntervals>();
  allocate(*intervals, {arrays, text}, 50);
  EXPECT_EQ(intervalOf(*intervals, arrays), 0U);
  EXPECT_GE(samplesOf(*intervals, text), 40 / 1.25);
}

TEST(ClassIntervals, WhatWasAllocatedInAPeriodIsToldOnce) {
  const auto intervals = std::make_unique<ClassIntervals>();
  intervals->of(17, 56).add({1000, 56'000});
  intervals->of(4711, 100'000).add({3, 300'000});
  const AllocatedBySize allocated = intervals->endPeriod();
  EXPECT_DOUBLE_EQ(allocated.samplesAt(0), 1003);
  // All the arrays, and a small object for each interval.
  EXPECT_NEAR(allocated.samplesAt(8192), 3 + 56'000.0 / 8192, 0.1);
  EXPECT_EQ(intervals->endPeriod().samplesAt(0), 0);
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
  for (int period = 0; period < 150; ++period) {
    intervals->endPeriod();
    intervals->divide(10, kReported);
  }
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
  constexpr int kTries = kIsSanitized ? 40'000 : 200'000;
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

std::vector<double> givenTo(std::vector<Claim> claims, double samples, double expectedLeft) {
  EXPECT_DOUBLE_EQ(giveByWeight(claims, samples), expectedLeft);
  std::vector<double> given;
  for (const Claim& claim : claims) given.push_back(claim.given);
  return given;
}

TEST(GiveByWeight, NobodyHasMoreThanOthersWhoWantMore) {
  const std::vector<Claim> claims{{.wanted = 100}, {.wanted = 1}, {.wanted = 30}, {.wanted = 8}};
  EXPECT_EQ(givenTo(claims, 39, 0), (std::vector<double>{15, 1, 15, 8}));
  EXPECT_EQ(givenTo(claims, 4, 0), (std::vector<double>{1, 1, 1, 1}));
  EXPECT_EQ(givenTo(claims, 0, 0), (std::vector<double>{0, 0, 0, 0}));
  EXPECT_EQ(givenTo(claims, 140, 1), (std::vector<double>{100, 1, 30, 8}));
  EXPECT_EQ(givenTo({}, 5, 5), std::vector<double>{});
}

TEST(GiveByWeight, WhoHasThreeTimesTheWeightHasThreeTimesAsMuchUnlessItIsMoreThanWanted) {
  const std::vector<Claim> claims{
      {.wanted = 100, .weight = 3}, {.wanted = 100, .weight = 1}, {.wanted = 2, .weight = 4}};
  EXPECT_EQ(givenTo(claims, 42, 0), (std::vector<double>{30, 10, 2}));
}

TEST(GiveByWeight, WhatSomebodyHasAlreadyIsNotGivenAgain) {
  const std::vector<Claim> claims{{.wanted = 10, .given = 9}, {.wanted = 10, .given = 10}, {.wanted = 10, .weight = 0}};
  EXPECT_EQ(givenTo(claims, 3, 2), (std::vector<double>{10, 10, 0}));
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
