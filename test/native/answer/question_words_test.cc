// The words of questions, as editor and command line write them: each is read as it is written, and of others it is
// said what was expected.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "answer/growth_question.h"
#include "answer/heap_question.h"
#include "answer/structures_question.h"

namespace heaptrail {
namespace {

template <typename Value>
std::string complaintAbout(const Result<Value>& value) {
  return value ? "none" : value.error().message;
}

TEST(QuestionWords, OfGrowthAreReadAsTheyAreWritten) {
  for (const std::string_view word : {"retained", "deep", "structure", "deep-structure"}) {
    EXPECT_EQ(toString(*parseGrowthOrder(word)), word);
  }
  for (const std::string_view word : {"survivor", "born", "all"}) {
    EXPECT_EQ(toString(*parseGrowthCategory(word)), word);
  }
}

TEST(QuestionWords, ThatNobodyKnowsAreTold) {
  EXPECT_EQ(complaintAbout(parseGrowthOrder("size")),
            "expected retained, deep, structure or deep-structure as the order, found \"size\"");
  EXPECT_EQ(complaintAbout(parseGrowthCategory("dead")),
            "expected survivor, born or all as the category, found \"dead\"");
  EXPECT_EQ(complaintAbout(parseStructureOrder("deep")),
            "expected retained, structure, deep-structure, leaves or type as the order, found \"deep\"");
  EXPECT_EQ(complaintAbout(parseDescent("all")), "expected own or deep as the members to list, found \"all\"");
}

}  // namespace
}  // namespace heaptrail
