#include "base/progress.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace heaptrail {
namespace {

TEST(Progress, ReportsEachPhaseAndItsShareOfTheWhole) {
  std::vector<ProgressReport> reports;
  Progress progress([&](const ProgressReport& report) { reports.push_back(report); });
  progress.begin("First", 0, 0.5, 100);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_TRUE(progress.advance(50));
  progress.begin("Second", 0.5, 1, 10);
  ASSERT_EQ(reports.size(), 3U);
  EXPECT_EQ(reports[0].phase, "First");
  EXPECT_DOUBLE_EQ(reports[1].done, 0.25);
  EXPECT_DOUBLE_EQ(reports[2].done, 0.5);
}

TEST(Progress, ScaledWorkTakesAPartOfTheWhole) {
  double last = 0;
  Progress progress([&](const ProgressReport& report) { last = report.done; });
  progress.scale(0.2, 0.6);
  progress.begin("Part", 0.5, 1, 10);
  EXPECT_DOUBLE_EQ(last, 0.4);
}

TEST(Progress, IsAsFarAsItsPartsAreTogether) {
  std::vector<ProgressReport> reports;
  Progress whole([&](const ProgressReport& report) { reports.push_back(report); });
  whole.scale(0.5, 1);
  whole.begin("Both", 0, 1, 1);
  {
    Progress first(whole, 0.5);
    Progress second(whole, 0.5);
    first.scale(0.5, 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    first.begin("First", 0, 1, 1);
    EXPECT_EQ(reports.back().phase, "First");
    EXPECT_DOUBLE_EQ(reports.back().done, 0.5 + 0.5 * 0.25);
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    second.begin("Second", 0.5, 1, 1);
    EXPECT_EQ(reports.back().phase, "Second");
    EXPECT_DOUBLE_EQ(reports.back().done, 0.5 + 0.5 * 0.5);
  }
  whole.begin("Last", 1, 1, 1);
  EXPECT_DOUBLE_EQ(reports.back().done, 1);
}

TEST(Progress, CountsTheWholeShareOfAPartThatEnded) {
  double done = 0;
  Progress whole([&](const ProgressReport& report) { done = report.done; });
  whole.begin("Work", 0, 1, 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  {
    const Progress part(whole, 0.7);
  }
  EXPECT_DOUBLE_EQ(done, 0.7);
}

TEST(Progress, CancelsItsParts) {
  Progress whole;
  Progress part(whole, 1);
  EXPECT_TRUE(part.advance(1));
  whole.cancel();
  EXPECT_FALSE(part.advance(1));
}

TEST(Progress, DoesNotFloodItsListener) {
  int reports = 0;
  Progress progress([&](const ProgressReport&) { ++reports; });
  progress.begin("Work", 0, 1, 1000000);
  for (int i = 0; i < 100000; ++i) progress.advance(1);
  EXPECT_LT(reports, 20);
}

TEST(Progress, TellsTheWorkThatItIsCancelled) {
  Progress progress;
  EXPECT_TRUE(progress.advance(1));
  progress.cancel();
  EXPECT_FALSE(progress.advance(1));
}

}  // namespace
}  // namespace heaptrail
