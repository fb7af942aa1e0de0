// The words of questions' parameters, as editor and command line write them: each is read as it is written.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "answer/growth/growth_question.h"
#include "answer/heap/heap_question.h"
#include "answer/inspect/inspect_question.h"
#include "answer/structures/structures_question.h"

namespace heaptrail {
namespace {

template <typename Enum>
void expectReadAsWritten() {
  for (const std::string& word : listOfWords<Enum>()) {
    ASSERT_TRUE(fromWord<Enum>(word)) << word;
    EXPECT_EQ(toString(*fromWord<Enum>(word)), word);
  }
}

TEST(QuestionWords, AreReadAsTheyAreWritten) {
  expectReadAsWritten<Counted>();
  expectReadAsWritten<SizeMetric>();
  expectReadAsWritten<ShownSize>();
  expectReadAsWritten<StructureFilter>();
  expectReadAsWritten<StructureOrder>();
  expectReadAsWritten<Descent>();
  expectReadAsWritten<ObjectOrder>();
  expectReadAsWritten<GrowthOrder>();
  expectReadAsWritten<GrowthCategory>();
}

TEST(QuestionWords, MayBeTwoForOneValue) {
  EXPECT_EQ(fromWord<HeapOrder>("shallow"), HeapOrder::kBytes);
  EXPECT_EQ(toString(HeapOrder::kBytes), "bytes");
}

TEST(QuestionWords, ThatNobodyKnowsAreNone) {
  EXPECT_FALSE(fromWord<GrowthOrder>("size"));
  EXPECT_FALSE(fromWord<GrowthOrder>(""));
  EXPECT_EQ(alternatives(listOfWords<GrowthCategory>()), "survivor, born or all");
}

}  // namespace
}  // namespace heaptrail
