#include "text/numbers.h"

#include <gtest/gtest.h>

namespace heaptrail {
namespace {

TEST(Numbers, AreGroupedByThousands) {
  EXPECT_EQ(groupedDigits(0), "0");
  EXPECT_EQ(groupedDigits(999), "999");
  EXPECT_EQ(groupedDigits(1000), "1,000");
  EXPECT_EQ(groupedDigits(12345678), "12,345,678");
}

TEST(Numbers, BytesHaveBinaryUnits) {
  EXPECT_EQ(binaryUnits(1023), "1023 B");
  EXPECT_EQ(binaryUnits(1024), "1.0 KiB");
  EXPECT_EQ(binaryUnits(1024 * 1024 - 1), "1.0 MiB");
  EXPECT_EQ(binaryUnits(uint64_t{5} << 30), "5.0 GiB");
}

TEST(Numbers, SharesHaveOneDigitAndNothingHasNone) {
  EXPECT_EQ(percent(1, 3), "33.3 %");
  EXPECT_EQ(percent(1, 0), "–");
}

TEST(Numbers, TimesAreUtc) {
  EXPECT_EQ(utcTime(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(utcTime(1700000000123), "2023-11-14T22:13:20.123Z");
}

}  // namespace
}  // namespace heaptrail
