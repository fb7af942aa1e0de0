#include "base/text.h"

#include <gtest/gtest.h>

#include <vector>

namespace heaptrail {
namespace {

std::string modified(std::vector<uint8_t> bytes) { return fromModifiedUtf8(bytes); }

TEST(ModifiedUtf8, KeepsPlainText) { EXPECT_EQ(modified({'j', 'a', 'v', 'a'}), "java"); }

TEST(ModifiedUtf8, JoinsSurrogatePairs) {
  EXPECT_EQ(modified({0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80}), "\xf0\x9f\x98\x80");  // U+1F600
}

TEST(ModifiedUtf8, ReadsTheTwoByteNul) { EXPECT_EQ(modified({0xc0, 0x80}), std::string(1, '\0')); }

TEST(ModifiedUtf8, ReplacesWhatIsNoCode) {
  EXPECT_EQ(modified({0xff}), "\xef\xbf\xbd");
  EXPECT_EQ(modified({0xed, 0xa0, 0xbd, 'x'}), "\xef\xbf\xbdx");  // half a pair
  EXPECT_EQ(modified({0xe2, 0x82}), "\xef\xbf\xbd\xef\xbf\xbd");  // cut off
}

TEST(Utf16, ReadsPairsAndReplacesHalves) {
  EXPECT_EQ(fromUtf16(std::vector<uint16_t>{0x4e2d, 0xd83d, 0xde00}), "\xe4\xb8\xad\xf0\x9f\x98\x80");
  EXPECT_EQ(fromUtf16(std::vector<uint16_t>{0xde00, 'a'}), "\xef\xbf\xbd\x61");
}

TEST(Latin1, BecomesUtf8) { EXPECT_EQ(fromLatin1(std::vector<uint8_t>{0xe9}), "\xc3\xa9"); }

}  // namespace
}  // namespace heaptrail
