// The interval of samples follows the budget: on programs that allocate so much and whose samples cost so much.
#include "recorder/sampling_budget.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heaptrail::recorder {
namespace {

constexpr double kSeconds = 0.1;  // of a period
constexpr double kShare = 0.01;
// What a budget knows of the past is as much as in so many periods.
constexpr double kPeriodsRemembered = 1 / (1 - SamplingBudget::kRemembered);

/// Allocates evenly, objects of one class; samples come as they are expected to.
struct EvenProgram {
  double objectsPerSecond = 0;
  double bytesPerObject = 0;
  double secondsPerSample = 2e-6;
  double atWork = 0;  // for which part of the time

  double reportsPerSecond(uint32_t interval) const {
    return Allocated{objectsPerSecond, objectsPerSecond * bytesPerObject}.samplesAt(interval);
  }
  /// Of what is reported, as much is looked at as the budget has room for.
  double samplesPerSecond(const SamplingBudget& budget) const {
    return std::min(reportsPerSecond(budget.interval()), budget.samples() / kPeriodsRemembered / kSeconds);
  }
  SampledPeriod period(const SamplingBudget& budget) const {
    const double samples = samplesPerSecond(budget) * kSeconds;
    const double objects = objectsPerSecond * kSeconds;
    AllocatedBySize allocated;
    allocated += Allocated{objects, objects * bytesPerObject};
    return {kSeconds, atWork * kSeconds, samples * secondsPerSample, samples, allocated};
  }
  double share(const SamplingBudget& budget) const {
    const double busy = std::max(0.0, 2 * atWork - 1);
    const double ofReport = std::lerp(SamplingBudget::kSecondsPerReport, SamplingBudget::kSecondsPerReportOfBusy, busy);
    const double ofSample = secondsPerSample * std::lerp(1, SamplingBudget::kCostOfSampleOfBusy, busy);
    return reportsPerSecond(budget.interval()) * ofReport + samplesPerSecond(budget) * ofSample;
  }
};

uint32_t intervalAfter(SamplingBudget& budget, const EvenProgram& program, double seconds) {
  for (int i = 0; i < static_cast<int>(seconds / kSeconds); ++i) budget.next(program.period(budget));
  return budget.interval();
}

TEST(SamplingBudget, AProgramThatAllocatesLittleHasEveryAllocationReportedAfterASecond) {
  SamplingBudget budget(kShare);
  EXPECT_EQ(intervalAfter(budget, {.objectsPerSecond = 3000, .bytesPerObject = 1000}, 1), 0U);
}

TEST(SamplingBudget, AProgramThatOnlyAllocatesPaysNoMoreThanTheBudget) {
  SamplingBudget budget(kShare);
  const EvenProgram program{.objectsPerSecond = 70e6, .bytesPerObject = 24, .atWork = 1};
  intervalAfter(budget, program, 2);
  EXPECT_LE(program.share(budget), kShare * 1.0001);
  EXPECT_GE(program.share(budget), kShare * 0.8) << "and has as many samples as it may have";
}

TEST(SamplingBudget, WhoWaitsHasMoreSamplesThanWhoWorks) {
  SamplingBudget ofIdle(kShare);
  SamplingBudget ofBusy(kShare);
  const EvenProgram idle{.objectsPerSecond = 1e6, .bytesPerObject = 100, .atWork = 0.4};
  const EvenProgram busy{.objectsPerSecond = 1e6, .bytesPerObject = 100, .atWork = 1};
  intervalAfter(ofIdle, idle, 2);
  intervalAfter(ofBusy, busy, 2);
  EXPECT_GE(idle.samplesPerSecond(ofIdle), 2.2 * busy.samplesPerSecond(ofBusy));
  EXPECT_LE(busy.share(ofBusy), kShare * 1.0001);
  EXPECT_LE(idle.share(ofIdle), kShare * 1.0001);
}

TEST(SamplingBudget, EveryAllocationIsNeverReportedWhereThereAreManySmallObjects) {
  // 5 MB/s: by bytes alone, an interval below that of the smallest objects would be affordable.
  SamplingBudget budget(kShare);
  const EvenProgram program{.objectsPerSecond = 200'000, .bytesPerObject = 24};
  for (int i = 0; i < 100; ++i) {
    budget.next(program.period(budget));
    EXPECT_GT(budget.interval(), 0U);
  }
  EXPECT_LE(program.share(budget), kShare * 1.0001);
}

TEST(SamplingBudget, WhereSamplesAreDearMoreIsReportedThanCanBeLookedAt) {
  SamplingBudget budget(kShare);
  const EvenProgram program{.objectsPerSecond = 1e6, .bytesPerObject = 60, .secondsPerSample = 25e-6};
  intervalAfter(budget, program, 3);
  // 60 MB/s: if all were looked at, they would have to be 150 KiB apart.
  EXPECT_LE(budget.interval(), 12U << 10);
  const double reports = program.reportsPerSecond(budget.interval());
  EXPECT_LE(reports * SamplingBudget::kSecondsPerReport, 0.4 * kShare);
  EXPECT_LE(program.samplesPerSecond(budget), reports / 15);
  EXPECT_GE(program.share(budget), kShare * 0.95);
}

TEST(SamplingBudget, FewDearSamplesTakeNoMoreThanManyCheapOnes) {
  SamplingBudget budget(kShare);
  const EvenProgram program{.objectsPerSecond = 1e6, .bytesPerObject = 60, .secondsPerSample = 25e-6, .atWork = 1};
  intervalAfter(budget, program, 10);
  EXPECT_LE(program.samplesPerSecond(budget), 60);
  EXPECT_LE(program.share(budget), kShare * 1.1) << "a quarter more, where only the last second's are remembered";
}

TEST(SamplingBudget, LargeArraysDoNotMakeSmallObjectsRare) {
  // An array of 100 KB is reported once, though it is as long as many intervals.
  AllocatedBySize small;
  small += Allocated{20'000, 20'000 * 32.0};
  AllocatedBySize both = small;
  both += Allocated{100, 100 * 100'000.0};
  SamplingBudget ofSmall(kShare);
  SamplingBudget ofBoth(kShare);
  for (int i = 0; i < 100; ++i) {
    ofSmall.next({kSeconds, 0, 0, 0, small});
    ofBoth.next({kSeconds, 0, 0, 0, both});
  }
  EXPECT_GT(ofBoth.interval(), ofSmall.interval());
  EXPECT_LE(ofBoth.interval(), 2 * ofSmall.interval());
}

TEST(SamplingBudget, AllThatIsReportedIsLookedAtWhereThereIsTime) {
  SamplingBudget budget(kShare);
  const EvenProgram program{.objectsPerSecond = 3000, .bytesPerObject = 1000};
  intervalAfter(budget, program, 2);
  EXPECT_GE(budget.samples() / kPeriodsRemembered / kSeconds, 3000);
}

TEST(SamplingBudget, TheIntervalBecomesLongerAtOnceWhenTheProgramAllocatesMore) {
  SamplingBudget budget(kShare);
  intervalAfter(budget, {.objectsPerSecond = 1000, .bytesPerObject = 50}, 2);
  ASSERT_EQ(budget.interval(), 0U);
  const EvenProgram busy{.objectsPerSecond = 1e6, .bytesPerObject = 50};
  intervalAfter(budget, busy, kSeconds);
  EXPECT_LE(busy.share(budget), 10 * kShare);
}

TEST(SamplingBudget, TheIntervalBecomesShorterStepByStep) {
  SamplingBudget budget(kShare);
  const uint32_t long_ = intervalAfter(budget, {.objectsPerSecond = 70e6, .bytesPerObject = 24}, 2);
  const EvenProgram idle{};
  EXPECT_GE(budget.next(idle.period(budget)), long_ / 4);
}

TEST(SamplingBudget, DearSamplesAreFewer) {
  SamplingBudget cheap(kShare);
  SamplingBudget dear(kShare);
  const EvenProgram cheaper{1e6, 100, 1e-6};
  const EvenProgram dearer{1e6, 100, 40e-6};
  intervalAfter(cheap, cheaper, 3);
  intervalAfter(dear, dearer, 3);
  EXPECT_LE(16 * dearer.samplesPerSecond(dear), cheaper.samplesPerSecond(cheap));
}

TEST(SamplingBudget, ABurstWithinAPeriodIsSlowedDownBeforeThePeriodEnds) {
  SamplingBudget budget(kShare);
  intervalAfter(budget, {.objectsPerSecond = 1000, .bytesPerObject = 50}, 2);
  ASSERT_EQ(budget.interval(), 0U);
  EXPECT_GE(budget.overrun(), 4096U);
  EXPECT_EQ(budget.overrun(), 65536U);
  for (int i = 0; i < 10; ++i) budget.overrun();
  EXPECT_EQ(budget.interval(), SamplingBudget::kMaxInterval);
  // A thread may take what the budget has for a few periods: 4 of 1 ms.
  EXPECT_GT(budget.secondsPerBurst(), 2e-3);
  EXPECT_LT(budget.secondsPerBurst(), 5e-3);
}

TEST(SamplingBudget, ABurstAtTheStartMayTakeAsMuchAsOneLater) {
  // A program that begins at full speed is not taken for one whose periods have no time.
  SamplingBudget budget(kShare);
  const EvenProgram program{.objectsPerSecond = 70e6, .bytesPerObject = 24, .atWork = 1};
  const double atOnce = budget.secondsPerBurst();
  budget.next(program.period(budget));
  const double afterOnePeriod = budget.secondsPerBurst();
  intervalAfter(budget, program, 2);
  EXPECT_NEAR(afterOnePeriod / budget.secondsPerBurst(), 1, 0.01);
  EXPECT_NEAR(atOnce / budget.secondsPerBurst(), 1, 0.01);
}

TEST(SamplingBudget, ABurstMayTakeMoreWhereTheBudgetIsLarger) {
  EXPECT_NEAR(SamplingBudget(0.5).secondsPerBurst() / SamplingBudget(kShare).secondsPerBurst(), 50, 0.01);
}

}  // namespace
}  // namespace heaptrail::recorder
