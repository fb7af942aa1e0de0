// What a trace keeps from one question to the next changes no answer: whatever was asked before, in another window,
// with other descriptions, or given up half-way.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/check/growth_check.h"
#include "answer/growth/growth_tree_answer.h"
#include "answer/opened_scene.h"
#include "answer/question_list.h"

namespace heaptrail {
namespace {

using test::answered;
using test::openedScene;

constexpr std::string_view kBooking =
    "DS com.acme.Account { com.acme.Booking; } com.acme.Booking { com.acme.Booking; }";

/// Asks something, and gives the answer as JSON, or what went wrong.
using Asked = std::function<std::string(OpenedTrace&, Progress&)>;

template <typename Answer>
std::string jsonOrKind(const Result<Answer>& answer) {
  if (answer) return write(*answer, Form::kJson);
  return answer.error().kind == ErrorKind::kCancelled ? "cancelled" : answer.error().describe();
}

Asked growthAt(double threshold, GrowthOrder order) {
  GrowthQuestion question;
  question.threshold = threshold;
  question.order = order;
  question.leaves = 3;
  return [question](OpenedTrace& trace, Progress& progress) { return jsonOrKind(ask(trace, question, progress)); };
}

Asked growthOf(uint64_t object, Descent leaves) {
  GrowthOfQuestion question;
  question.object = object;
  question.leaves = leaves;
  return [question](OpenedTrace& trace, Progress& progress) { return jsonOrKind(ask(trace, question, progress)); };
}

Asked checked() {
  GrowthCheckQuestion question;
  question.rules = "any may grow by 0 bytes";
  return [question](OpenedTrace& trace, Progress& progress) { return jsonOrKind(ask(trace, question, progress)); };
}

Asked tree() {
  return [](OpenedTrace& trace, Progress& progress) { return jsonOrKind(ask(trace, GrowthTreeQuestion{}, progress)); };
}

Asked structures(bool coverage) {
  StructuresQuestion question;
  question.filter = StructureFilter::kTopLevel;
  question.where = "bytes>0";
  question.members = Descent::kContainedToo;
  question.metrics = {SizeMetric::kDeep};
  question.coverage = coverage;
  return [question](OpenedTrace& trace, Progress& progress) { return jsonOrKind(ask(trace, question, progress)); };
}

Asked heapOfStructures() {
  HeapQuestion question;
  question.structures = StructureFilter::kTopLevel;
  question.metrics = {ShownSize::kDeep, ShownSize::kRetained};
  return [question](OpenedTrace& trace, Progress& progress) { return jsonOrKind(ask(trace, question, progress)); };
}

Asked heapBy(const std::string& grouping, const std::string& from = "") {
  HeapQuestion question;
  question.by = grouping;
  question.from = from;
  question.depth = 2;
  question.alsoKnown = false;
  question.metrics = {ShownSize::kRetained};
  return [question](OpenedTrace& trace, Progress& progress) { return jsonOrKind(ask(trace, question, progress)); };
}

const std::vector<Asked> kQuestions{
    growthAt(5, GrowthOrder::kRetained),
    growthAt(5, GrowthOrder::kDeep),
    growthAt(50, GrowthOrder::kRetained),
    growthOf(101, Descent::kOwnParts),
    growthOf(122, Descent::kContainedToo),
    checked(),
    tree(),
    structures(false),
    structures(true),
    heapOfStructures(),
    heapBy("type, leaves(deep)"),
    heapBy("package, rooted"),
    heapBy("type", "first"),
};

std::string freshAnswer(const Asked& asked) {
  const auto trace = openedScene("growing-data");
  Progress progress;
  return asked(*trace, progress);
}

TEST(KeptAnswers, AreTheSameInAnyOrderOfQuestions) {
  const auto trace = openedScene("growing-data");
  for (int round = 0; round < 2; ++round) {
    for (const Asked& asked : kQuestions) {
      Progress progress;
      EXPECT_EQ(asked(*trace, progress), freshAnswer(asked));
    }
  }
}

TEST(KeptAnswers, AreTheSameAfterQuestionsThatWereGivenUp) {
  const auto trace = openedScene("growing-data");
  for (const Asked& asked : kQuestions) {
    Progress cancelled;
    cancelled.cancel();
    const std::string fresh = freshAnswer(asked);
    const std::string early = asked(*trace, cancelled);
    EXPECT_TRUE(early == "cancelled" || early == fresh) << early;
    Progress progress;
    EXPECT_EQ(asked(*trace, progress), fresh);
    // What is kept by now may be enough to answer; half an answer there is never.
    const std::string late = asked(*trace, cancelled);
    EXPECT_TRUE(late == "cancelled" || late == fresh) << late;
  }
}

TEST(KeptAnswers, EndWithTheDescriptionsTheyWereMadeWith) {
  const auto trace = openedScene("growing-data");
  const Asked growth = growthAt(5, GrowthOrder::kRetained);
  Progress progress;
  const std::string inferred = growth(*trace, progress);
  const DescribeAnswer described = answered(
      ask(*trace, DescribeQuestion{{.shipped = true, .files = {{"mine.ds", std::string(kBooking)}}}}, progress));
  EXPECT_TRUE(described.warnings.empty());
  const std::string mine = growth(*trace, progress);
  EXPECT_NE(mine, inferred);
  answered(ask(*trace, DescribeQuestion{{.shipped = true, .files = {}}}, progress));
  EXPECT_EQ(growth(*trace, progress), inferred);
}

TEST(KeptAnswers, EndWithThePackagesTheyWereMadeWith) {
  const auto trace = openedScene("leaking-cache");
  Progress progress;
  GrowthQuestion question;
  const std::string guessed = write(answered(ask(*trace, question, progress)), Form::kJson);
  question.window.own = {"java.util"};
  EXPECT_NE(write(answered(ask(*trace, question, progress)), Form::kJson), guessed);
  question.window.own.clear();
  EXPECT_EQ(write(answered(ask(*trace, question, progress)), Form::kJson), guessed);
}

TEST(KeptAnswers, SayWhatADescriptionThatDoesNotHoldLacks) {
  const auto trace = openedScene("nested");
  Progress progress;
  const DescribeAnswer broken = answered(ask(
      *trace, DescribeQuestion{{.shipped = false, .files = {{"good.ds", "DS A { (*); }"}, {"broken.ds", "DS B {"}}}},
      progress));
  EXPECT_EQ(broken.types, 1U);
  EXPECT_EQ(broken.heads, 1U);
  ASSERT_EQ(broken.warnings.size(), 1U);
  EXPECT_EQ(write(broken, Form::kJson), R"({"heaptrail":{"schema":1},"types":1,"heads":1,"warnings":[{"message":")" +
                                            broken.warnings.front().message + R"("}]})");
}

TEST(KeptAnswers, HaveSizesThatHappenToBeKnown) {
  const auto trace = openedScene("nested");
  Progress progress;
  HeapQuestion question;
  question.structures = StructureFilter::kAll;
  question.alsoKnown = true;
  EXPECT_FALSE(answered(ask(*trace, question, progress)).retainedKnown);
  SizesQuestion sizes;
  sizes.structures = StructureFilter::kAll;
  sizes.keys = {"java.util.HashMap"};
  const SizesAnswer some = answered(ask(*trace, sizes, progress));
  ASSERT_EQ(some.rows.size(), 1U);
  EXPECT_FALSE(answered(ask(*trace, question, progress)).retainedKnown) << "of one row is not of all";
  sizes.keys.clear();
  answered(ask(*trace, sizes, progress));
  const HeapAnswer heap = answered(ask(*trace, question, progress));
  EXPECT_TRUE(heap.retainedKnown);
  EXPECT_FALSE(heap.deepKnown);
  const auto map = std::ranges::find(heap.rows, "java.util.HashMap", &HeapRow::key);
  ASSERT_NE(map, heap.rows.end());
  EXPECT_EQ(map->retained, some.rows.front().size);
}

}  // namespace
}  // namespace heaptrail
