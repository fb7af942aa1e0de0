// A value that many ask for is made once; failures and cancelled waits leave the next one a chance.
#include "base/lazy.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

namespace heaptrail {
namespace {

using namespace std::chrono_literals;

TEST(Lazy, MakesItsValueWhenItIsFirstAskedForAndOnlyOnce) {
  Lazy<int> lazy;
  Progress progress;
  int made = 0;
  const auto make = [&]() -> Result<int> { return ++made; };
  EXPECT_EQ(lazy.known(), nullptr);
  EXPECT_EQ(made, 0);
  const auto first = lazy.get(progress, make);
  const auto second = lazy.get(progress, make);
  EXPECT_EQ(**first, 1);
  EXPECT_EQ(first->get(), second->get());
  EXPECT_EQ(lazy.known(), *first);
}

TEST(Lazy, MakesItsValueOnceForManyThreads) {
  constexpr int kThreads = 8;
  for (int round = 0; round < 50; ++round) {
    Lazy<int> lazy;
    std::atomic<int> made = 0;
    std::latch start(kThreads);
    std::vector<const int*> seen(kThreads);
    {
      std::vector<std::jthread> threads;
      for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
          Progress progress;
          start.arrive_and_wait();
          const auto value = lazy.get(progress, [&]() -> Result<int> {
            std::this_thread::sleep_for(1ms);
            return ++made;
          });
          seen[static_cast<size_t>(t)] = value ? value->get() : nullptr;
        });
      }
    }
    ASSERT_EQ(made.load(), 1);
    for (const int* value : seen) ASSERT_EQ(value, lazy.known().get());
  }
}

TEST(Lazy, TellsWhyTheMakerFailedAndLetsTheNextOneTry) {
  Lazy<int> lazy;
  Progress progress;
  const auto failed = lazy.get(progress, []() -> Result<int> { return usageError("not today"); });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "not today");
  EXPECT_EQ(lazy.known(), nullptr);
  const auto made = lazy.get(progress, []() -> Result<int> { return 7; });
  ASSERT_TRUE(made);
  EXPECT_EQ(**made, 7);
}

/// A maker in a thread of its own that has begun and waits to be told how to end.
class SlowMaker {
 public:
  explicit SlowMaker(Lazy<int>& lazy, Result<int> result)
      : thread_([this, &lazy, result] {
          Progress progress;
          (void)lazy.get(progress, [&]() -> Result<int> {
            begun_.count_down();
            end_.wait();
            return result;
          });
        }) {
    begun_.wait();
  }
  void end() { end_.count_down(); }

 private:
  std::latch begun_{1};
  std::latch end_{1};
  std::jthread thread_;
};

TEST(Lazy, WhoeverWaitsCanBeCancelledWhileTheMakerGoesOn) {
  Lazy<int> lazy;
  SlowMaker maker(lazy, 7);
  Progress progress;
  const std::jthread canceller([&] {
    std::this_thread::sleep_for(30ms);
    progress.cancel();
  });
  const auto from = std::chrono::steady_clock::now();
  const auto waited = lazy.get(progress, []() -> Result<int> { return 8; });
  EXPECT_LT(std::chrono::steady_clock::now() - from, 2s);
  maker.end();
  ASSERT_FALSE(waited);
  EXPECT_EQ(waited.error().kind, ErrorKind::kCancelled);
  Progress other;
  const auto made = lazy.get(other, []() -> Result<int> { return 9; });
  ASSERT_TRUE(made);
  EXPECT_EQ(**made, 7);
}

TEST(Lazy, WhoeverWaitsTriesWhenTheMakerFails) {
  Lazy<int> lazy;
  SlowMaker maker(lazy, cancelledError());
  std::atomic<int> value = 0;
  {
    const std::jthread waiting([&] {
      Progress progress;
      const auto made = lazy.get(progress, []() -> Result<int> { return 8; });
      value = made ? **made : -1;
    });
    std::this_thread::sleep_for(30ms);
    EXPECT_EQ(value.load(), 0);
    maker.end();
  }
  EXPECT_EQ(value.load(), 8);
}

TEST(Lazy, WhatIsKnownIsToldEvenToThoseWhoAreCancelled) {
  Lazy<int> lazy;
  lazy.set(5);
  Progress cancelled;
  cancelled.cancel();
  const auto value = lazy.get(cancelled, []() -> Result<int> { return 6; });
  ASSERT_TRUE(value);
  EXPECT_EQ(**value, 5);
}

TEST(Lazy, AValueStaysWithThoseWhoHaveIt) {
  Lazy<int> lazy;
  const auto old = lazy.set(5);
  lazy.set(6);
  EXPECT_EQ(*old, 5);
  EXPECT_EQ(*lazy.known(), 6);
}

TEST(Lazy, TakesAPointerFromItsMaker) {
  Lazy<int> lazy;
  Progress progress;
  const auto shared = std::make_shared<const int>(3);
  const auto value = lazy.get(progress, [&]() -> Result<std::shared_ptr<const int>> { return shared; });
  EXPECT_EQ(value->get(), shared.get());
}

}  // namespace
}  // namespace heaptrail
