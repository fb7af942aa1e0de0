// Bits counted, against counting them one by one.
#include "base/count_bits.h"

#include <gtest/gtest.h>

#include <random>

namespace heaptrail {
namespace {

uint32_t oneByOne(uint64_t bits) {
  uint32_t count = 0;
  for (; bits != 0; bits >>= 1) count += static_cast<uint32_t>(bits & 1);
  return count;
}

TEST(CountBits, OfAnyNumber) {
  EXPECT_EQ(countBits(0), 0U);
  EXPECT_EQ(countBits(~uint64_t{0}), 64U);
  for (uint32_t bit = 0; bit < 64; ++bit) EXPECT_EQ(countBits(uint64_t{1} << bit), 1U);
  std::mt19937_64 random(1);
  for (int i = 0; i < 10'000; ++i) {
    const uint64_t dense = random();
    const uint64_t sparse = random() & random() & random();
    ASSERT_EQ(countBits(dense), oneByOne(dense));
    ASSERT_EQ(countBits(sparse), oneByOne(sparse));
  }
}

}  // namespace
}  // namespace heaptrail
