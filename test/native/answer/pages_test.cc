// Answers are asked for page by page, as views scroll: together the pages are the whole, whatever their size.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "answer/check/growth_check.h"
#include "answer/opened_scene.h"
#include "answer/question_list.h"

namespace heaptrail {
namespace {

using test::answered;
using test::openedScene;

constexpr uint64_t kAllRows = 1000;

/// Asks for all pages of `limit` rows, and some beyond the end; `ask` takes an offset and a limit, and gives the page's
/// keys.
template <typename Ask>
void expectPagesOfTheWhole(const Ask& ask) {
  const std::vector<std::string> whole = ask(0, kAllRows);
  EXPECT_GT(whole.size(), 1U);
  for (const uint64_t limit : {1U, 2U, 3U, 5U}) {
    std::vector<std::string> together;
    for (uint64_t offset = 0; offset < whole.size() + 2 * limit; offset += limit) {
      const std::vector<std::string> page = ask(offset, limit);
      EXPECT_LE(page.size(), limit);
      together.insert(together.end(), page.begin(), page.end());
    }
    EXPECT_EQ(together, whole) << "in pages of " << limit;
  }
  EXPECT_TRUE(ask(0, 0).empty());
}

TEST(Pages, OfStructuresAreTheWholeInEachOrder) {
  const auto trace = openedScene("nested");
  for (const StructureOrder order : {StructureOrder::kRetained, StructureOrder::kStructure,
                                     StructureOrder::kDeepStructure, StructureOrder::kLeaves, StructureOrder::kType}) {
    for (const bool ascending : {false, true}) {
      expectPagesOfTheWhole([&](uint64_t offset, uint64_t limit) {
        Progress progress;
        StructuresQuestion question;
        question.order = order;
        question.ascending = ascending;
        question.offset = offset;
        question.limit = limit;
        const StructuresAnswer answer = answered(ask(*trace, question, progress));
        EXPECT_EQ(answer.totalRows, 6U);
        std::vector<std::string> keys;
        for (const StructureRow& row : answer.rows) keys.push_back(std::to_string(row.id));
        return keys;
      });
    }
  }
}

TEST(Pages, OfGrowthAreTheWholeInEachOrder) {
  const auto trace = openedScene("nested");
  for (const GrowthOrder order :
       {GrowthOrder::kRetained, GrowthOrder::kDeep, GrowthOrder::kStructure, GrowthOrder::kDeepStructure}) {
    expectPagesOfTheWhole([&](uint64_t offset, uint64_t limit) {
      Progress progress;
      GrowthQuestion question;
      question.order = order;
      question.offset = offset;
      question.limit = limit;
      const GrowthAnswer answer = answered(ask(*trace, question, progress));
      EXPECT_EQ(answer.totalRows, 6U);
      std::vector<std::string> keys;
      for (const GrowthRow& row : answer.rows) keys.push_back(std::to_string(row.id));
      return keys;
    });
  }
}

TEST(Pages, OfLeavesAreTheWholeAndHaveTheirTypesOnly) {
  const auto trace = openedScene("nested");
  expectPagesOfTheWhole([&](uint64_t offset, uint64_t limit) {
    Progress progress;
    GrowthOfQuestion question;
    question.object = 101;
    question.leaves = Descent::kOwnParts;
    question.offset = offset;
    question.limit = limit;
    const GrowthOfAnswer answer = answered(ask(*trace, question, progress));
    EXPECT_EQ(answer.leafRows, 2U);
    EXPECT_EQ(answer.leafTypes.size(), answer.leaves.size()) << "the types of others are not shown";
    std::vector<std::string> keys;
    for (const LeafGroup& leaf : answer.leaves) keys.push_back(leaf.type);
    return keys;
  });
}

TEST(Pages, LeaveOutContainedStructuresWhereTheyAreNotAskedFor) {
  const auto trace = openedScene("nested");
  Progress progress;
  StructuresQuestion question;
  question.contained = false;
  const StructuresAnswer answer = answered(ask(*trace, question, progress));
  for (const StructureRow& row : answer.rows) EXPECT_TRUE(row.contained.empty());
  EXPECT_FALSE(write(answer, Form::kJson).contains(R"("contained")"));
}

TEST(Pages, OfCasesAreTheFirstOfEachRule) {
  const auto trace = openedScene("nested");
  Progress progress;
  GrowthCheckQuestion question;
  question.rules = "type ArrayList may grow by 0 bytes";
  for (const uint64_t limit : {0U, 1U, 2U, 3U, 4U}) {
    question.limit = limit;
    const GrowthCheckAnswer answer = answered(ask(*trace, question, progress));
    EXPECT_EQ(answer.rules.front().broken, 3U);
    EXPECT_EQ(answer.rules.front().cases.size(), std::min<uint64_t>(limit, 3));
  }
}

}  // namespace
}  // namespace heaptrail
