// A description that takes in too much costs little: its structures are measured only where they are shown, and the
// user is told.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "answer/check/growth_check.h"
#include "answer/opened_scene.h"
#include "answer/question_list.h"
#include "structure/structures.h"
#include "support/temporary_file.h"

namespace heaptrail {
namespace {

using test::answered;

constexpr uint32_t kHolders = 1100;
constexpr uint32_t kShared = 1000;
static_assert(uint64_t{kHolders} * kShared > Structures::kAlwaysAllowed);

/// At each of two points, 1100 holders lead to the same chain of 1000 links; at the second, the last link leads to a
/// tail, and a map is in it.
std::string widelyShared() {
  std::string text = R"({"heaptrail":1}
{"type":1,"name":"Holder","size":16}
{"type":2,"name":"Link","size":16}
{"type":3,"name":"Tail","size":5000}
{"type":4,"name":"java.util.ArrayList","size":24}
)";
  for (const uint32_t point : {0U, 1U}) {
    text += fmt::format("{{\"point\":{},\"t\":{}}}\n", point, point);
    for (uint32_t i = 0; i < kHolders; ++i) {
      text += fmt::format("{{\"o\":{0},\"type\":1,\"refs\":[10000]}}\n{{\"root\":\"unknown\",\"o\":{0}}}\n", 1 + i);
    }
    for (uint32_t i = 0; i < kShared; ++i) {
      const std::string last = point == 0 ? "30000" : "30000,20000";
      text += fmt::format("{{\"o\":{},\"type\":2,\"refs\":[{}]}}\n", 10000 + i,
                          i + 1 < kShared ? std::to_string(10001 + i) : last);
    }
    text += "{\"o\":30000,\"type\":4}\n";
    if (point == 1) text += "{\"o\":20000,\"type\":3}\n";
    text += fmt::format("{{\"end\":{}}}\n", point);
  }
  return text;
}

class WideDescriptions : public testing::Test {
 protected:
  WideDescriptions() {
    const std::string text = widelyShared();
    file_ =
        std::make_unique<test::TemporaryFile>(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
    trace_ = std::move(*test::openedTrace(file_->path(), {}));
    const DescriptionTexts::File wide{"wide.ds", "DS Holder { Link; }\nLink { Link; java.util.ArrayList; (Tail); }"};
    answered(ask(*trace_, DescribeQuestion{{.shipped = true, .files = {wide}}}, progress_));
  }

  std::unique_ptr<test::TemporaryFile> file_;
  std::unique_ptr<OpenedTrace> trace_;
  Progress progress_;
};

constexpr std::string_view kWarning =
    "the description of Holder (wide.ds:1:1) takes in too much: its structures together hold the heap many times over. "
    "They are measured only when they are shown; say more exactly what belongs to it";

TEST_F(WideDescriptions, AreToldAndMeasuredWhereTheyAreShown) {
  StructuresQuestion question;
  question.at = "last";
  question.search = "Holder";
  question.limit = 2;
  const StructuresAnswer answer = answered(ask(*trace_, question, progress_));
  ASSERT_EQ(answer.warnings.size(), 1U);
  EXPECT_EQ(answer.warnings.front().message, kWarning);
  EXPECT_EQ(answer.totalRows, kHolders);
  ASSERT_EQ(answer.rows.size(), 2U);
  EXPECT_EQ(answer.rows[0].structure, (Size{1 + kShared + 2, 16 + 16 * kShared + 24 + 5000}));
  EXPECT_EQ(answer.rows[0].deepStructure, answer.rows[0].structure);
  EXPECT_EQ(answer.rows[0].leaves, 2U);
  EXPECT_EQ(answer.rows[0].contained, std::vector<uint64_t>{30000});
}

TEST_F(WideDescriptions, AreToldWhereTheHeapIsGrouped) {
  HeapQuestion question;
  question.structures = StructureFilter::kAll;
  const HeapAnswer answer = answered(ask(*trace_, question, progress_));
  ASSERT_EQ(answer.warnings.size(), 1U);
  EXPECT_EQ(answer.warnings.front().message, kWarning);
}

TEST_F(WideDescriptions, AreMeasuredAtBothEndsOfAWindow) {
  GrowthOfQuestion question;
  question.object = 1;
  const GrowthOfAnswer answer = answered(ask(*trace_, question, progress_));
  ASSERT_EQ(answer.warnings.size(), 1U);
  EXPECT_EQ(answer.warnings.front().message, kWarning);
  const Size before{1 + kShared + 1, 16 + 16 * kShared + 24};
  const Size after{1 + kShared + 2, 16 + 16 * kShared + 24 + 5000};
  for (const GrownSize& size : {answer.row.growth.deep, answer.row.growth.structure, answer.row.growth.deepStructure}) {
    EXPECT_EQ(size.from, before);
    EXPECT_EQ(size.to, after);
  }
  EXPECT_EQ(answer.row.leavesFrom, 1U);
  EXPECT_EQ(answer.row.leavesTo, 2U);
  EXPECT_EQ(answer.row.pattern, GrowthPattern::kSharedOwnershipContainer);
  EXPECT_EQ(answer.owners.size(), 20U) << "no more than a screen can show";
}

}  // namespace
}  // namespace heaptrail
