// The interval of samples follows the budget: on programs that allocate so much and whose samples cost so much.
#include "recorder/sampling_budget.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heaptrail::recorder {
namespace {

constexpr double kSeconds = 0.1;  // of a period
constexpr double kShare = 0.01;

/// Allocates evenly; samples come as they are expected to.
struct EvenProgram {
  double objectsPerSecond = 0;
  double bytesPerObject = 0;
  double secondsPerSample = 2e-6;

  double samplesPerSecond(uint32_t interval) const {
    return interval == 0 ? objectsPerSecond : std::min(objectsPerSecond, objectsPerSecond * bytesPerObject / interval);
  }
  SampledPeriod period(uint32_t interval) const {
    const double samples = samplesPerSecond(interval) * kSeconds;
    const double objects = objectsPerSecond * kSeconds;
    return {kSeconds, samples * secondsPerSample, samples, objects, objects * bytesPerObject};
  }
  double share(uint32_t interval) const { return samplesPerSecond(interval) * secondsPerSample; }
};

uint32_t intervalAfter(SamplingBudget& budget, const EvenProgram& program, double seconds) {
  for (int i = 0; i < static_cast<int>(seconds / kSeconds); ++i) budget.next(program.period(budget.interval()));
  return budget.interval();
}

TEST(SamplingBudget, AProgramThatAllocatesLittleHasEveryAllocationReportedAfterASecond) {
  SamplingBudget budget(kShare);
  EXPECT_EQ(intervalAfter(budget, {.objectsPerSecond = 3000, .bytesPerObject = 1000}, 1), 0U);
}

TEST(SamplingBudget, AProgramThatOnlyAllocatesPaysNoMoreThanTheBudget) {
  SamplingBudget budget(kShare);
  const EvenProgram program{.objectsPerSecond = 70e6, .bytesPerObject = 24};
  const uint32_t interval = intervalAfter(budget, program, 2);
  EXPECT_LE(program.share(interval), kShare);
  EXPECT_GE(program.share(interval), kShare / 4) << "and has as many samples as it may have";
}

TEST(SamplingBudget, EveryAllocationIsNeverReportedWhereThereAreManySmallObjects) {
  // 5 MB/s: by bytes alone, an interval below that of the smallest objects would be affordable.
  SamplingBudget budget(kShare);
  const EvenProgram program{.objectsPerSecond = 200'000, .bytesPerObject = 24};
  for (int i = 0; i < 100; ++i) {
    budget.next(program.period(budget.interval()));
    EXPECT_GT(budget.interval(), 0U);
  }
  EXPECT_LE(program.share(budget.interval()), kShare);
}

TEST(SamplingBudget, TheIntervalBecomesLongerAtOnceWhenTheProgramAllocatesMore) {
  SamplingBudget budget(kShare);
  intervalAfter(budget, {.objectsPerSecond = 1000, .bytesPerObject = 50}, 2);
  ASSERT_EQ(budget.interval(), 0U);
  const EvenProgram busy{.objectsPerSecond = 1e6, .bytesPerObject = 50};
  const uint32_t interval = intervalAfter(budget, busy, kSeconds);
  EXPECT_LE(busy.share(interval), 10 * kShare);
}

TEST(SamplingBudget, TheIntervalBecomesShorterStepByStep) {
  SamplingBudget budget(kShare);
  const uint32_t long_ = intervalAfter(budget, {.objectsPerSecond = 70e6, .bytesPerObject = 24}, 2);
  const EvenProgram idle{};
  EXPECT_GE(budget.next(idle.period(long_)), long_ / 4);
}

TEST(SamplingBudget, DearSamplesAreFewer) {
  SamplingBudget cheap(kShare);
  SamplingBudget dear(kShare);
  const uint32_t cheaper = intervalAfter(cheap, {1e6, 100, 1e-6}, 3);
  const uint32_t dearer = intervalAfter(dear, {1e6, 100, 40e-6}, 3);
  EXPECT_GE(dearer, 16 * cheaper);
}

TEST(SamplingBudget, ABurstWithinAPeriodIsSlowedDownBeforeThePeriodEnds) {
  SamplingBudget budget(kShare);
  intervalAfter(budget, {.objectsPerSecond = 1000, .bytesPerObject = 50}, 2);
  ASSERT_EQ(budget.interval(), 0U);
  EXPECT_GE(budget.overrun(), 4096U);
  EXPECT_EQ(budget.overrun(), 65536U);
  for (int i = 0; i < 10; ++i) budget.overrun();
  EXPECT_EQ(budget.interval(), SamplingBudget::kMaxInterval);
  // A thread may take what the budget has for a few periods: 4 of 1 ms, at some microseconds each.
  EXPECT_GT(budget.samplesPerPeriod(), 500U);
  EXPECT_LT(budget.samplesPerPeriod(), 5000U);
}

}  // namespace
}  // namespace heaptrail::recorder
