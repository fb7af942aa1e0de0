#include "base/growing_array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace heaptrail {
namespace {

TEST(GrowingArray, KeepsWhatWasAddedFromAFewBytesToManyPages) {
  constexpr uint64_t kMany = 3'000'000;  // 24 MB: beyond where the C library's memory ends and where huge pages begin
  GrowingArray<uint64_t> values;
  for (uint64_t i = 0; i < kMany; ++i) values.push_back(i * i);
  ASSERT_EQ(values.size(), kMany);
  for (uint64_t i = 0; i < kMany; ++i) ASSERT_EQ(values[i], i * i);
}

TEST(GrowingArray, ACopyOfItsOwnElementMayBeAdded) {
  GrowingArray<uint32_t> values = {7};
  for (int i = 0; i < 100'000; ++i) values.push_back(values[0]);
  EXPECT_TRUE(std::ranges::all_of(values, [](uint32_t value) { return value == 7; }));
}

TEST(GrowingArray, WhatResizingAddsIsAsGivenAlsoWhereSomethingElseWas) {
  GrowingArray<uint32_t> values;
  values.assign(1000, 5);
  values.clear();
  EXPECT_TRUE(values.empty());
  values.resize(500);
  values.resize(2000, 9);
  EXPECT_EQ(std::accumulate(values.begin(), values.end(), uint64_t{0}), 1500U * 9);
  values.resize(501);
  EXPECT_EQ(values.back(), 9U);
}

TEST(GrowingArray, AppendsManyAtOnce) {
  std::vector<uint16_t> some(70'000);
  std::iota(some.begin(), some.end(), uint16_t{0});
  GrowingArray<uint16_t> values;
  values.append({});
  for (int i = 0; i < 10; ++i) values.append(some);
  ASSERT_EQ(values.size(), 10 * some.size());
  for (size_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], some[i % some.size()]);
}

TEST(GrowingArray, ErasesWhatIsAskedForInOrder) {
  GrowingArray<int> values = {1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(erase_if(values, [](int value) { return value % 3 == 0; }), 2U);
  EXPECT_TRUE(std::ranges::equal(values, std::vector{1, 2, 4, 5, 7}));
}

TEST(GrowingArray, MovingTakesEverythingAlong) {
  GrowingArray<int> values = {1, 2, 3};
  GrowingArray<int> taken(std::move(values));
  GrowingArray<int> others = {4};
  others = std::move(taken);
  EXPECT_TRUE(std::ranges::equal(others, std::vector{1, 2, 3}));
}

}  // namespace
}  // namespace heaptrail
