// Stacks have numbers, and come back frame by frame.
#include "recorder/call_tree.h"

#include <gtest/gtest.h>

#include <bit>

namespace heaptrail::recorder {
namespace {

/// One letter per frame, the innermost first.
std::vector<jvmtiFrameInfo> stackOf(std::string_view letters) {
  std::vector<jvmtiFrameInfo> frames;
  for (const char letter : letters) frames.push_back({std::bit_cast<jmethodID>(uintptr_t(letter) * 16), letter});
  return frames;
}

std::string lettersOf(const std::vector<FramePlace>& frames) {
  std::string letters;
  for (const FramePlace& frame : frames) letters += static_cast<char>(frame.location);
  return letters;
}

TEST(CallTree, TheSameStackHasTheSameNumberAndOthersHaveOthers) {
  CallTree tree;
  const uint32_t stack = tree.insert(stackOf("cba"));
  EXPECT_EQ(tree.insert(stackOf("cba")), stack);
  EXPECT_NE(tree.insert(stackOf("ba")), stack);
  EXPECT_NE(tree.insert(stackOf("cb")), stack);
  EXPECT_EQ(lettersOf(tree.frames(stack)), "cba");
  EXPECT_EQ(tree.insert({}), 0U);
  EXPECT_TRUE(tree.frames(0).empty());
}

TEST(CallTree, PlacesOfOneMethodAreDifferentFrames) {
  CallTree tree;
  std::vector<jvmtiFrameInfo> stack = stackOf("a");
  const uint32_t first = tree.insert(stack);
  stack[0].location = 'b';
  EXPECT_NE(tree.insert(stack), first);
}

TEST(CallTree, ManyStacksStayApart) {
  CallTree tree;
  std::vector<std::string> texts;
  std::vector<uint32_t> numbers;
  for (char a = 'a'; a <= 'z'; ++a) {
    for (char b = 'a'; b <= 'z'; ++b) {
      for (char c = 'a'; c <= 'z'; ++c) {
        texts.push_back({a, b, c});
        numbers.push_back(tree.insert(stackOf(texts.back())));
      }
    }
  }
  for (size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(lettersOf(tree.frames(numbers[i])), texts[i]);
}

}  // namespace
}  // namespace heaptrail::recorder
