#include "dsl/source_text.h"

#include <gtest/gtest.h>

namespace heaptrail::dsl {
namespace {

TEST(SourceText, CountsColumnsOfEditorsInUtf16Units) {
  const SourceText source("a.ds", "ä𝄞x\nü");
  const auto x = static_cast<uint32_t>(source.text().find('x'));
  EXPECT_EQ(source.editorPosition(x), (EditorPosition{0, 3}));  // the clef takes two
  EXPECT_EQ(source.offsetOf({0, 3}), x);
  EXPECT_EQ(source.describe(x), "1:3");
}

TEST(SourceText, KnowsAllKindsOfLineEnds) {
  const SourceText source("a.ds", "a\nb\r\nc\rd");
  ASSERT_EQ(source.lineCount(), 4U);
  EXPECT_EQ(source.line(0), "a");
  EXPECT_EQ(source.line(1), "b");
  EXPECT_EQ(source.line(2), "c");
  EXPECT_EQ(source.line(3), "d");
  EXPECT_EQ(source.editorPosition(5), (EditorPosition{2, 0}));
}

TEST(SourceText, TakesPlacesBeyondTheEndAsTheEnd) {
  const SourceText source("a.ds", "ab\ncd");
  EXPECT_EQ(source.offsetOf({0, 99}), 2U);
  EXPECT_EQ(source.offsetOf({9, 0}), 5U);
  EXPECT_EQ(source.editorPosition(5), (EditorPosition{1, 2}));
}

TEST(SourceText, OfNothingHasOneEmptyLine) {
  const SourceText source("a.ds", "");
  EXPECT_EQ(source.lineCount(), 1U);
  EXPECT_EQ(source.editorPosition(0), (EditorPosition{0, 0}));
}

}  // namespace
}  // namespace heaptrail::dsl
