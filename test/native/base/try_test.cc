// TRY goes on with a value and hands an error on, out of functions, lambdas and loops.
#include "base/try.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"

namespace heaptrail {
namespace {

Result<std::unique_ptr<int>> number(int value) {
  if (value < 0) return usageError("below zero");
  return std::make_unique<int>(value);
}

Status checkNotAbove(int most, int value) {
  if (value > most) return usageError("too much");
  return {};
}

Result<std::string> inWords(int value) {
  const std::unique_ptr<int> known = TRY(number(value));
  TRY(checkNotAbove(9, *known));
  return std::to_string(*known);
}

TEST(Try, GivesTheValueEvenIfItCanOnlyBeMoved) { EXPECT_EQ(inWords(7), "7"); }

TEST(Try, ReturnsTheErrorOfWhatFailed) {
  EXPECT_EQ(inWords(-1).error().message, "below zero");
  EXPECT_EQ(inWords(10).error().message, "too much");
  EXPECT_EQ(inWords(10).error().kind, ErrorKind::kUsage);
}

TEST(Try, DoesNothingOfWhatComesAfterAFailure) {
  std::vector<int> done;
  const auto work = [&]() -> Status {
    for (const int value : {3, 12, 4}) {
      TRY(checkNotAbove(9, value));
      done.push_back(value);
    }
    return {};
  };
  EXPECT_FALSE(work());
  EXPECT_EQ(done, std::vector{3});
}

TEST(Try, AsksOnce) {
  int asked = 0;
  const auto ask = [&]() -> Result<int> { return ++asked; };
  const auto work = [&]() -> Result<int> { return TRY(ask()); };
  EXPECT_EQ(work(), 1);
  EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace heaptrail
