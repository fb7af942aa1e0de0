// A recording that is open while its program still writes it: what is new comes in, and what is known stays.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "session/opened_trace.h"
#include "session/recording_look.h"
#include "trace/recording/recording_builder.h"

namespace heaptrail {
namespace {

using namespace test;
using namespace recording;

/// A program that is being recorded: at point n it has n objects.
struct RecordedProgram : RecordingBuilder {
  RecordedProgram() {
    node = type(1, "LNode;");
    symbols.instanceBytes(node, 16);
  }

  void takePoint(uint64_t objects) {
    PointEncoder& point = beginPoint(static_cast<double>(objects));
    for (uint64_t id = 10; id < 10 + objects; ++id) {
      const MetObject one = met(id, node);
      point.root(RootTag::kMonitor, id, &one, {});
    }
    endPoint(objects * 16);
    EXPECT_TRUE(writer().flush());
  }

  void collect() {
    collection({});
    EXPECT_TRUE(writer().flush());
  }

  const std::string& path() { return writer().path(); }

  uint32_t node = 0;
};

Progress& anyProgress() {
  static Progress progress;
  return progress;
}

Result<std::unique_ptr<OpenedTrace>> tryOpen(const std::string& path) {
  return OpenedTrace::open({path}, {}, anyProgress());
}

std::unique_ptr<OpenedTrace> openedRecording(const std::string& path) {
  Result<std::unique_ptr<OpenedTrace>> trace = tryOpen(path);
  if (!trace) {
    ADD_FAILURE() << trace.error().describe();
    return nullptr;
  }
  return std::move(*trace);
}

/// Null where nothing is new.
std::unique_ptr<OpenedTrace> grown(OpenedTrace& trace) {
  Result<std::unique_ptr<OpenedTrace>> later = trace.grown(anyProgress());
  if (!later) {
    ADD_FAILURE() << later.error().describe();
    return nullptr;
  }
  return std::move(*later);
}

RecordingState stateOf(OpenedTrace& trace) { return trace.trace().info().recording.value().state; }
size_t pointsOf(OpenedTrace& trace) { return trace.trace().timeline().points.size(); }
uint64_t liveAt(OpenedTrace& trace, uint32_t point) {
  return sumOf((*trace.at(PointIndex(point)).summary(anyProgress()))->live).objects;
}

TEST(GrowingRecording, HasNothingToWarnOfWhileItsProgramRuns) {
  RecordedProgram program;
  program.takePoint(1);
  const auto trace = openedRecording(program.path());
  EXPECT_EQ(stateOf(*trace), RecordingState::kRunning);
  EXPECT_TRUE(trace->trace().warnings().empty());
}

TEST(GrowingRecording, TakesInPointsAndCollectionsThatCameSince) {
  RecordedProgram program;
  program.takePoint(1);
  const auto first = openedRecording(program.path());
  EXPECT_EQ(grown(*first), nullptr);
  program.takePoint(2);
  const auto second = grown(*first);
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(pointsOf(*second), 2U);
  EXPECT_EQ(liveAt(*second, 1), 2U);
  EXPECT_EQ(grown(*second), nullptr);
  program.collect();
  const auto third = grown(*second);
  ASSERT_NE(third, nullptr);
  EXPECT_EQ(third->trace().timeline().collections.size(), 1U);
}

TEST(GrowingRecording, DoesNotTakeInAPointBeforeItIsComplete) {
  RecordedProgram program;
  program.takePoint(1);
  const auto trace = openedRecording(program.path());
  program.beginPoint(2);
  ASSERT_TRUE(program.writer().flush());
  EXPECT_EQ(grown(*trace), nullptr);
}

TEST(GrowingRecording, KeepsWhatWasComputed) {
  RecordedProgram program;
  program.takePoint(1);
  const auto first = openedRecording(program.path());
  const auto heap = first->at(PointIndex(0)).analysis(anyProgress());
  ASSERT_TRUE(heap);
  program.takePoint(2);
  const auto second = grown(*first);
  ASSERT_NE(second, nullptr);
  EXPECT_TRUE(second->peek(PointIndex(0)).knowsHeap());
  EXPECT_EQ(*second->at(PointIndex(0)).analysis(anyProgress()), *heap);
  // What the earlier one learns, the later one knows.
  const auto types = first->at(PointIndex(0)).types(anyProgress());
  ASSERT_TRUE(types);
  ASSERT_TRUE((*types)->sizes(SizeMetric::kDeep, anyProgress()));
  const auto same = second->at(PointIndex(0)).types(anyProgress());
  ASSERT_TRUE(same);
  EXPECT_NE((*same)->knownSizes(SizeMetric::kDeep), nullptr);
}

TEST(GrowingRecording, OfAKilledProgramEndsWithAWarning) {
  RecordedProgram program;
  program.takePoint(1);
  const auto first = openedRecording(program.path());
  program.writer().close();
  const auto second = grown(*first);
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(stateOf(*second), RecordingState::kCut);
  ASSERT_EQ(second->trace().warnings().size(), 1U);
  EXPECT_TRUE(second->trace().warnings()[0].message.contains("the program was killed"));
  EXPECT_EQ(grown(*second), nullptr);
}

TEST(GrowingRecording, IsCompleteWhenItsProgramHasEnded) {
  RecordedProgram program;
  program.takePoint(1);
  const auto first = openedRecording(program.path());
  ASSERT_TRUE(program.writer().finish());
  const auto second = grown(*first);
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(stateOf(*second), RecordingState::kComplete);
  EXPECT_TRUE(second->trace().warnings().empty());
}

TEST(GrowingRecording, WhoseFileAnotherOneHasTakenIsReadAnew) {
  RecordedProgram program;
  program.takePoint(1);
  const auto first = openedRecording(program.path());
  ASSERT_TRUE(first->at(PointIndex(0)).summary(anyProgress()));
  RecordedProgram other;
  other.takePoint(7);
  other.takePoint(8);
  ASSERT_TRUE(other.writer().finish());
  std::filesystem::rename(other.path(), program.path());
  const auto second = grown(*first);
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(liveAt(*second, 0), 7U);
}

TEST(GrowingRecording, WithoutAPointMayHaveOneSoon) {
  RecordedProgram program;
  ASSERT_TRUE(program.writer().flush());
  const auto early = tryOpen(program.path());
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().kind, ErrorKind::kNotYet);
  program.writer().close();
  const auto late = tryOpen(program.path());
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().kind, ErrorKind::kInput);
}

TEST(RecordingLook, TellsWhatCameSinceTheLastOne) {
  RecordedProgram program;
  program.takePoint(1);
  const auto first = lookAtRecording(program.path(), 0);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->points, 1U);
  EXPECT_TRUE(first->running);
  EXPECT_EQ(first->startMillis, 1'700'000'000'000);
  program.takePoint(2);
  program.takePoint(3);
  program.writer().close();
  const auto second = lookAtRecording(program.path(), first->end);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->points, 2U);
  EXPECT_FALSE(second->running);
  EXPECT_FALSE(lookAtRecording("/no/such/file", 0));
}

}  // namespace
}  // namespace heaptrail
