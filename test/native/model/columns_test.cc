#include "model/columns.h"

#include <gtest/gtest.h>

#include <random>

namespace heaptrail {
namespace {

TEST(NarrowColumn, UsesTwoBytesWhereTheyAreEnough) {
  NarrowColumn narrow(1000, 65536);
  NarrowColumn wide(1000, 65537);
  EXPECT_EQ(narrow.bytes(), 2000U);
  EXPECT_EQ(wide.bytes(), 4000U);
  narrow.set(7, 65535);
  wide.set(7, 65536);
  EXPECT_EQ(narrow[7], 65535U);
  EXPECT_EQ(wide[7], 65536U);
}

TEST(SparseColumn, HoldsValuesForSomeObjectsOnly) {
  std::mt19937 random(2);
  BitSet present(5000);
  for (uint64_t i = 0; i < present.size(); ++i) {
    if (random() % 3 == 0) present.set(i);
  }
  const BitSet expected = present.copy();
  SparseColumn column{RankedBits(std::move(present))};
  expected.forEach([&](uint64_t i) { column.set(i, static_cast<uint32_t>(i * 3)); });
  for (uint64_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(column.has(i), expected.test(i));
    if (column.has(i)) {
      EXPECT_EQ(column[i], i * 3);
    }
  }
}

Offsets offsetsOf(std::initializer_list<uint32_t> degrees) {
  Array<uint32_t> column(degrees.size() + 1);
  std::copy(degrees.begin(), degrees.end(), column.begin());
  return Offsets::fromDegrees(std::move(column));
}

TEST(Offsets, AreTheSumsOfTheDegreesBefore) {
  const Offsets offsets = offsetsOf({3, 0, 2});
  EXPECT_EQ(offsets.range(0), (std::pair<uint64_t, uint64_t>(0, 3)));
  EXPECT_EQ(offsets.range(1), (std::pair<uint64_t, uint64_t>(3, 3)));
  EXPECT_EQ(offsets.range(2), (std::pair<uint64_t, uint64_t>(3, 5)));
  EXPECT_EQ(offsets.total(), 5U);
}

TEST(Offsets, GoBeyond32Bits) {
  constexpr uint32_t kMost = 0xffffffff;
  const Offsets offsets = offsetsOf({kMost, kMost, 5, kMost, 0, 7});
  uint64_t sum = 0;
  uint64_t i = 0;
  for (const uint64_t degree :
       {uint64_t{kMost}, uint64_t{kMost}, uint64_t{5}, uint64_t{kMost}, uint64_t{0}, uint64_t{7}}) {
    EXPECT_EQ(offsets.range(i++), (std::pair<uint64_t, uint64_t>(sum, sum + degree)));
    sum += degree;
  }
  EXPECT_EQ(offsets.total(), sum);
}

TEST(MostlySmallNumbers, KeepNumbersOfAnySize) {
  const std::vector<uint64_t> numbers{0, 1, 0xfffffffe, 0xffffffff, 0x100000000, 7, uint64_t{1} << 63, 0xffffffff, 3};
  const MostlySmallNumbers kept(numbers);
  for (uint64_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(kept[i], numbers[i]);
}

}  // namespace
}  // namespace heaptrail
