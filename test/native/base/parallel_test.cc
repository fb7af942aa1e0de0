#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <vector>

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

TEST(Threads, NoneMeansAsManyAsThereAreProcessors) { EXPECT_GE(Threads(0).count(), 1U); }

}  // namespace
}  // namespace heaptrail
