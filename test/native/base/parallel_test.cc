#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <new>
#include <vector>

#include "base/at_once.h"

namespace heaptrail {
namespace {

TEST(ForEachBlock, RunsEachBlockOnceWhateverTheThreads) {
  for (const unsigned threads : {1U, 2U, 7U}) {
    std::vector<std::atomic<int>> runs(1000);
    forEachBlock(Threads(threads), runs.size(), [&](uint64_t block) { ++runs[block]; });
    for (const auto& count : runs) EXPECT_EQ(count, 1);
  }
}

TEST(ForEachBlock, HandsTheFailureOfAWorkerToTheCaller) {
  const auto body = [](uint64_t block) {
    if (block == 57) throw std::bad_alloc();
  };
  EXPECT_THROW(forEachBlock(Threads(3), 100, body), std::bad_alloc);
}

TEST(Blocks, HaveEachThingOnceTheLastOneWhatIsLeft) {
  for (const uint64_t things : {0U, 1U, 9U, 10U, 11U, 95U}) {
    std::vector<std::atomic<int>> met(things);
    forEachBlock(Threads(3), Blocks{things, 10}, [&](const Block& block) {
      EXPECT_EQ(block.from, block.number * 10);
      EXPECT_GT(block.size(), 0U);
      EXPECT_LE(block.size(), 10U);
      for (uint64_t i = block.from; i < block.to; ++i) ++met[i];
    });
    for (const auto& count : met) EXPECT_EQ(count, 1);
  }
}

TEST(BothAtOnce, RunsBothAlsoIfOneFailsAndTellsTheFirstFailure) {
  for (const unsigned threads : {1U, 2U}) {
    for (const bool firstFails : {false, true}) {
      for (const bool secondFails : {false, true}) {
        bool firstRan = false;
        bool secondRan = false;
        const auto work = [](bool& ran, bool fails, const char* message) -> Status {
          ran = true;
          return fails ? Status(usageError(message)) : Status();
        };
        const Status done = bothAtOnce(
            Threads(threads), [&] { return work(firstRan, firstFails, "first"); },
            [&] { return work(secondRan, secondFails, "second"); });
        EXPECT_TRUE(firstRan && secondRan);
        ASSERT_EQ(done.has_value(), !firstFails && !secondFails);
        if (!done) {
          EXPECT_EQ(done.error().message, firstFails ? "first" : "second");
        }
      }
    }
  }
}

TEST(BothAtOnce, LetsEachWaitForTheOther) {
  std::latch met(2);
  const auto work = [&]() -> Status {
    met.arrive_and_wait();
    return {};
  };
  EXPECT_TRUE(bothAtOnce(Threads(2), work, work));
}

TEST(Threads, NoneMeansAsManyAsThereAreProcessors) { EXPECT_GE(Threads(0).count(), 1U); }

}  // namespace
}  // namespace heaptrail
