#include "base/varint.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "base/checksum.h"

namespace heaptrail {
namespace {

TEST(Varint, TakesAsFewBytesAsTheValueNeeds) {
  std::vector<uint8_t> bytes;
  appendVarint(bytes, 127);
  EXPECT_EQ(bytes, (std::vector<uint8_t>{127}));
  appendVarint(bytes, 300);
  EXPECT_EQ(bytes, (std::vector<uint8_t>{127, 0xac, 0x02}));
}

TEST(Varint, ComesBackAsItWas) {
  std::mt19937_64 random(1);
  std::vector<uint64_t> values{0, 1, std::numeric_limits<uint64_t>::max()};
  for (int i = 0; i < 1000; ++i) values.push_back(random() >> (random() % 64));
  std::vector<uint8_t> bytes;
  for (const uint64_t value : values) appendVarint(bytes, value);
  std::span<const uint8_t> rest = bytes;
  for (const uint64_t value : values) EXPECT_EQ(takeVarint(rest), value);
  EXPECT_TRUE(rest.empty());
}

TEST(Varint, RefusesWhatIsCutOffOrTooLong) {
  const std::vector<uint8_t> cutOff{0x80, 0x80};
  std::span<const uint8_t> rest = cutOff;
  EXPECT_FALSE(takeVarint(rest));
  const std::vector<uint8_t> tooLong(11, 0xff);
  rest = tooLong;
  EXPECT_FALSE(takeVarint(rest));
}

TEST(Zigzag, GivesSmallCodesToSmallValuesOfEitherSign) {
  EXPECT_EQ(zigzag(0), 0U);
  EXPECT_EQ(zigzag(-1), 1U);
  EXPECT_EQ(zigzag(1), 2U);
  for (const int64_t value :
       {int64_t{0}, int64_t{-5}, std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()}) {
    EXPECT_EQ(unzigzag(zigzag(value)), value);
  }
}

TEST(Checksum, ChangesWithEveryBit) {
  std::vector<uint8_t> bytes(100, 7);
  const uint64_t before = checksum(bytes);
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    bytes[bit / 8] ^= static_cast<uint8_t>(1U << (bit % 8));
    EXPECT_NE(checksum(bytes), before);
    bytes[bit / 8] ^= static_cast<uint8_t>(1U << (bit % 8));
  }
  EXPECT_EQ(checksum(bytes), before);
}

}  // namespace
}  // namespace heaptrail
