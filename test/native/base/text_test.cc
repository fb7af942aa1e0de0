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

TEST(Utf8, IsCheckedToTheByte) {
  for (const char* valid :
       {"", "abc", "\xc3\xa9", "\xe4\xb8\xad", "\xf0\x9f\x98\x80", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(firstInvalidUtf8(valid), std::nullopt) << valid;
  }
  // Continuation alone, cut off, longer than needed, half of a pair, beyond the last code.
  for (const char* invalid :
       {"x\x80", "x\xe4\xb8", "x\xc0\x80", "x\xe0\x80\x80", "x\xed\xa0\x80", "x\xf4\x90\x80\x80", "x\xff"}) {
    EXPECT_EQ(firstInvalidUtf8(invalid), 1U) << invalid;
  }
}

TEST(Wildcards, StandForAnyRunOfCharacters) {
  EXPECT_TRUE(matchesWildcard("a*c", "abbc"));
  EXPECT_TRUE(matchesWildcard("*", ""));
  EXPECT_TRUE(matchesWildcard("a**", "a"));
  EXPECT_FALSE(matchesWildcard("a*c", "abcd"));
  EXPECT_FALSE(matchesWildcard("", "a"));
}

}  // namespace
}  // namespace heaptrail
