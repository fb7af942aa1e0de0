// Which point is shown when none was named: as the rule says it, and as the commands follow it.
#include "session/suggest_point.h"

#include <gtest/gtest.h>

#include <vector>

#include "answer/opened_trace.h"
#include "answer/question_list.h"
#include "support/temporary_file.h"
#include "trace/recording/recording_builder.h"

namespace heaptrail {
namespace {

using namespace test;
using Suggested = std::optional<SuggestedPoint>;

constexpr uint64_t kMebibyte = uint64_t{1} << 20;

/// Points one second apart with so many mebibytes.
Suggested suggested(const std::vector<uint64_t>& mebibytes) {
  std::vector<Point> points;
  for (const uint64_t size : mebibytes) {
    points.push_back({static_cast<double>(points.size()), Size{1, size * kMebibyte}, false});
  }
  return suggestPoint(points);
}

TEST(SuggestPoint, IsTheEndOfTheSuggestedWindow) {
  EXPECT_EQ(suggested({90, 10, 30, 60, 20}), (Suggested{{3, WhySuggested::kGrowth}}));
}

TEST(SuggestPoint, IsALowWhereTheWindowLiesBetweenLows) {
  EXPECT_EQ(suggested({20, 90, 25, 95, 30, 60}), (Suggested{{4, WhySuggested::kLow}}));
}

TEST(SuggestPoint, IsTheLastIfTheHeapIsMuchTheSameEverywhere) {
  EXPECT_EQ(suggested({7, 7}), (Suggested{{1, WhySuggested::kLast}}));
  EXPECT_EQ(suggested({100, 101, 98}), (Suggested{{2, WhySuggested::kLast}}));
}

TEST(SuggestPoint, IsTheLastBeforeTheHeapFell) {
  EXPECT_EQ(suggested({100, 102, 101, 10}), (Suggested{{2, WhySuggested::kFall}}));
  EXPECT_EQ(suggested({100, 60, 10}), (Suggested{{0, WhySuggested::kFall}}));
}

TEST(SuggestPoint, IsTheOnlyOneOrNone) {
  EXPECT_EQ(suggested({5}), (Suggested{{0, WhySuggested::kOnly}}));
  EXPECT_EQ(suggested({}), Suggested{});
}

TEST(SuggestPoint, IsTheLastIfNobodyCountedWhatLivesAtEach) {
  const std::vector<Point> dumps{{0, std::nullopt, false}, {60, std::nullopt, false}};
  EXPECT_EQ(suggestPoint(dumps), (Suggested{{1, WhySuggested::kLast}}));
}

/// A point has as many objects as it says, and the recorder counted ten mebibytes for each.
std::vector<uint8_t> recordingOf(const std::vector<uint64_t>& objects, bool endsAtExit) {
  RecordingBuilder file;
  const uint32_t node = file.type(0x10, "Lapp/Node;");
  for (uint32_t p = 0; p < objects.size(); ++p) {
    const bool isExit = endsAtExit && p + 1 == objects.size();
    recording::PointEncoder& point =
        file.beginPoint(p, isExit ? recording::Trigger::kExit : recording::Trigger::kInterval);
    for (uint64_t id = 1; id <= objects[p]; ++id) {
      const recording::MetObject one = met(100 + id, node);
      point.root(recording::RootTag::kMonitor, 100 + id, &one, {});
    }
    file.endPoint(objects[p] * 10 * kMebibyte);
  }
  return file.finished();
}

WindowAnswer windowOf(const std::vector<uint64_t>& objects, bool endsAtExit) {
  TemporaryFile file(recordingOf(objects, endsAtExit));
  const std::unique_ptr<OpenedTrace> trace = std::move(*openedTrace(file.path(), {}));
  Progress progress;
  Result<GrowthAnswer> answer = ask(*trace, GrowthQuestion{}, progress);
  if (!answer) ADD_FAILURE() << answer.error().describe();
  return answer ? answer->window : WindowAnswer{};
}

TEST(WindowOfGrowth, LiesBetweenLowsWhereTheHeapGoesUpAndDown) {
  const WindowAnswer window = windowOf({2, 9, 3, 9, 4, 8, 1}, true);
  EXPECT_EQ(window.from.index, 2U);
  EXPECT_EQ(window.to.index, 4U);
  EXPECT_EQ(window.chosen, WindowAnswer::Chosen::kLows);
  EXPECT_FALSE(window.fell.has_value());
}

TEST(WindowOfGrowth, SaysHowFarTheHeapFellAfterIt) {
  const WindowAnswer window = windowOf({2, 9, 2, 3, 1}, true);
  EXPECT_EQ(window.to.index, 1U);
  EXPECT_EQ(window.chosen, WindowAnswer::Chosen::kSuggested);
  ASSERT_TRUE(window.fell.has_value());
  EXPECT_EQ(window.fell->index, 2U) << "and not where the program ended";
  EXPECT_FALSE(windowOf({2, 9, 6, 1}, true).fell.has_value()) << "most of it was kept";
}

/// A heap of one object, of two, and at the program's end of one again; the recorder counted mebibytes.
class SuggestedPointOfARecording : public testing::Test {
 protected:
  InfoAnswer info(const std::string& at) {
    Progress progress;
    Result<InfoAnswer> answer = ask(*trace_, InfoQuestion{at}, progress);
    if (!answer) ADD_FAILURE() << answer.error().describe();
    return answer.value_or(InfoAnswer{});
  }

  TemporaryFile file_{recordingOf({1, 2, 1}, true)};
  std::unique_ptr<OpenedTrace> trace_ = std::move(*openedTrace(file_.path(), {}));
};

TEST_F(SuggestedPointOfARecording, IsWhatEveryQuestionIsAboutUnlessItSaysOtherwise) {
  Progress progress;
  EXPECT_EQ(ask(*trace_, InfoQuestion{}, progress)->point->index, 1U);
  EXPECT_EQ(ask(*trace_, HeapQuestion{}, progress)->point.index, 1U);
  EXPECT_EQ(ask(*trace_, SizesQuestion{}, progress)->point.index, 1U);
  InspectQuestion question;
  question.where = "bytes>0";
  EXPECT_EQ(ask(*trace_, question, progress)->point.index, 1U);
  EXPECT_EQ(ask(*trace_, TimelineQuestion{}, progress)->suggestedPoint, (Suggested{{1, WhySuggested::kGrowth}}));
}

TEST_F(SuggestedPointOfARecording, IsNotWhatInfoIsAboutIfAnotherIsNamed) {
  const InfoAnswer suggested = info("suggested");
  EXPECT_EQ(suggested.live.objects, 2U);
  EXPECT_EQ(suggested.roots.at(0).count, 2U);
  const InfoAnswer last = info("last");
  EXPECT_EQ(last.point->index, 2U);
  EXPECT_TRUE(last.point->atExit);
  EXPECT_EQ(last.live.objects, 1U);
  EXPECT_EQ(last.roots.at(0).count, 1U);
  EXPECT_EQ(last.among.suggested, (Suggested{{1, WhySuggested::kGrowth}}));
  EXPECT_EQ(info("1.9s").point->index, 2U);
  Progress progress;
  EXPECT_EQ(ask(*trace_, InfoQuestion{"3"}, progress).error().kind, ErrorKind::kUsage);
}

TEST_F(SuggestedPointOfARecording, IsSaidWithItsReason) {
  EXPECT_NE(write(info("suggested"), Form::kText)
                .find("1 of 0-2 (1.000 s), up to which the heap grew most; the last was taken as the program ended\n"),
            std::string::npos);
  EXPECT_NE(write(info("last"), Form::kText).find("2 of 0-2 (2.000 s), taken as the program ended\n"),
            std::string::npos);
  const std::string json = write(info("0"), Form::kJson);
  EXPECT_NE(json.find(R"("suggestedPoint":{"index":1,"why":"growth"},"point":{"index":0,"t":0,"objects":1,)"),
            std::string::npos)
      << json;
  Progress progress;
  EXPECT_TRUE(
      write(*ask(*trace_, HeapQuestion{}, progress), Form::kText).starts_with("Point 1 of 0-2 (1.000 s), up to which"));
}

}  // namespace
}  // namespace heaptrail
