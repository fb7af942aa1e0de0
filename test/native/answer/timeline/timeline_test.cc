#include <gtest/gtest.h>

#include "answer/question_list.h"
#include "answer/shared/write_parts.h"

namespace heaptrail {
namespace {

/// Two points around a collection of two pools; a second one of which little is known.
TimelineAnswer smallTimeline() {
  TimelineAnswer answer;
  answer.points = {{0, 0.5, {10, 1000}}, {1, 2.5, {2000, 5096}, true}};
  answer.used = {{{"eden", 300}, {"metaspace", 2048}}, {}};
  answer.collections = {{1.5,
                         1.625,
                         CollectionKind::kMinor,
                         "G1 \"young\"",
                         "a, b",
                         {{"eden", 4096}, {"old", 0}},
                         {{"eden", 0}, {"old", 512}}},
                        {2, 2.25, CollectionKind::kConcurrent, "", "", {}, {{"eden", 7}}}};
  answer.suggestion = SuggestedWindow{0, 1};
  answer.suggestedPoint = {1, WhySuggested::kGrowth};
  return answer;
}

TEST(Timeline, AsJson) {
  EXPECT_EQ(write(smallTimeline(), Form::kJson),
            R"({"heaptrail":{"schema":1},"points":[{"index":0,"t":0.5,"objects":10,"bytes":1000,)"
            R"("used":{"eden":300,"metaspace":2048}},)"
            R"({"index":1,"t":2.5,"objects":2000,"bytes":5096,"atExit":true}],)"
            R"("gcs":[{"t":1.5,"end":1.625,"kind":"minor","collector":"G1 \"young\"","cause":"a, b",)"
            R"("before":{"eden":4096,"old":0},"after":{"eden":0,"old":512}},)"
            R"({"t":2,"end":2.25,"kind":"concurrent","collector":"","cause":"","before":{},"after":{"eden":7}}],)"
            R"("suggestion":{"from":0,"to":1},"suggestedPoint":{"index":1,"why":"growth"},"warnings":[]})");
  EXPECT_EQ(write(TimelineAnswer{}, Form::kJson),
            R"({"heaptrail":{"schema":1},"points":[],"gcs":[],"suggestion":null,"suggestedPoint":null,"warnings":[]})");
  TimelineAnswer cut;
  Warning& warning = cut.warnings.emplace_back();
  warning.message = "the recording ends in the middle of a point";
  warning.offset = 7;
  EXPECT_TRUE(write(cut, Form::kJson)
                  .ends_with(R"("warnings":[{"message":"the recording ends in the middle of a point","offset":7}]})"));
}

TEST(Timeline, AsOneTableInTheOrderOfTime) {
  EXPECT_EQ(write(smallTimeline(), Form::kCsv),
            "event,t,end,point,objects,bytes,kind,collector,cause,before eden,after eden,before metaspace,"
            "after metaspace,before old,after old\n"
            "point,0.5,0.5,0,10,1000,,,,300,300,2048,2048,,\n"
            "gc,1.5,1.625,,,,minor,\"G1 \"\"young\"\"\",\"a, b\",4096,0,,,0,512\n"
            "gc,2,2.25,,,,concurrent,,,,7,,,,\n"
            "point,2.5,2.5,1,2000,5096,,,,,,,,,\n");
}

TEST(Timeline, AsText) {
  EXPECT_EQ(write(smallTimeline(), Form::kText),
            "  Point     Time  Objects    Bytes  Used in eden  Used in metaspace\n"
            "      0  0.500 s       10   1000 B         300 B            2.0 KiB\n"
            "      1  2.500 s    2,000  5.0 KiB\n"
            "Point 1 was taken as the program ended.\n"
            "The heap grows most from point 0 to point 1: by 4.0 KiB in 2.000 s. Look there first.\n"
            "Without --at, the other commands show point 1, up to which the heap grew most.\n"
            "\n"
            "     Time     Pause  Kind        Collector   Cause    Used in eden   Used in old\n"
            "  1.500 s  125.0 ms  minor       G1 \"young\"  a, b   4.0 KiB -> 0 B  0 B -> 512 B\n"
            "  2.000 s  250.0 ms  concurrent\n");
}

TEST(Timeline, SaysThatAWindowLiesBetweenLows) {
  TimelineAnswer answer = smallTimeline();
  answer.suggestion->betweenLows = true;
  answer.suggestedPoint = {1, WhySuggested::kLow};
  const std::string text = write(answer, Form::kText);
  EXPECT_NE(text.find("The heap goes up and down. Its lows grow most from point 0 to point 1: by 4.0 KiB in 2.000 s. "
                      "Look there first.\n"
                      "Without --at, the other commands show point 1, a low of a heap that goes up and down.\n"),
            std::string::npos)
      << text;
  EXPECT_NE(write(answer, Form::kJson)
                .find(R"("suggestion":{"from":0,"to":1,"betweenLows":true},"suggestedPoint":{"index":1,"why":"low"})"),
            std::string::npos);
}

TEST(Timeline, NamesPointsByTheirFilesWhereEachHasOne) {
  TimelineAnswer dumps;
  dumps.points = {{0, 0, {2, 20}, false, "monday.hprof"}, {1, 60, {3, 30}, false, "friday.hprof"}};
  dumps.used.resize(2);
  EXPECT_TRUE(write(dumps, Form::kJson)
                  .find(R"("points":[{"index":0,"t":0,"objects":2,"bytes":20,"file":"monday.hprof"},)"
                        R"({"index":1,"t":60,"objects":3,"bytes":30,"file":"friday.hprof"}])") != std::string::npos);
  EXPECT_TRUE(write(dumps, Form::kText)
                  .starts_with("  Point      Time  Objects  Bytes  File\n"
                               "      0   0.000 s        2   20 B  monday.hprof\n"
                               "      1  60.000 s        3   30 B  friday.hprof\n"));
  EXPECT_EQ(pointText(dumps.points[1], {2, {}, false}), "1 of 0-1 (60.000 s), friday.hprof");
}

TEST(Timeline, SaysWhatThereIsNot) {
  TimelineAnswer shrinking;
  shrinking.points = {{0, 0, {2, 20}}, {1, 1, {1, 10}}};
  shrinking.used.resize(2);
  const std::string text = write(shrinking, Form::kText);
  EXPECT_NE(text.find("does not grow by 1.0 MiB and 5 % between any two"), std::string::npos);
  EXPECT_NE(text.find("No garbage collections are recorded"), std::string::npos);
  EXPECT_NE(write(TimelineAnswer{}, Form::kText).find("no point"), std::string::npos);
  TimelineAnswer started;
  for (uint32_t i = 0; i < 12; ++i) started.points.push_back({i, static_cast<double>(i), {2, i < 2 ? 20U : 2000U}});
  started.used.resize(12);
  EXPECT_NE(write(started, Form::kText).find("does not grow by 1.0 MiB and 5 % between any two points from 2 on."),
            std::string::npos);
}

}  // namespace
}  // namespace heaptrail
