// Broken files: an error that says in which line and what was expected, or the points before it with a warning.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "support/sanitized.h"
#include "trace/jsonl/jsonl_text.h"
#include "trace/jsonl/line_parser.h"
#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;

const std::string kTwoPoints = R"({"heaptrail":1,"start":"2026-01-01T00:00:00Z"}
{"type":1,"name":"a.B","super":2,"fields":["x",["n","int"]],"size":16}
{"type":2,"name":"Object","class":40,"classSlots":["static all"],"weak":"x"}
{"type":3,"name":"a.B[]"}
{"site":1,"frames":[{"class":"a.B","method":"m","file":"B.java","line":42}]}
{"thread":1,"name":"main","stack":1}
{"gc":1,"t":1,"kind":"minor","before":{"eden":1}}
{"point":1,"t":1}
{"o":8,"type":1,"refs":[16,[24,"y"]]}
{"o":16,"type":3,"length":9,"refs":[8,null,[8,5]]}
{"o":24,"type":2,"size":48,"site":1,"thread":1}
{"root":"java-frame","o":8,"thread":1,"depth":0,"class":"a.B"}
{"end":1}
{"point":2,"t":2}
{"o":8,"type":1}
{"root":"thread","o":8}
{"end":2}
)";

void expectUsableOrError(const std::string& text) {
  const OpenedText opened = openText(text);
  if (!opened.trace) {
    EXPECT_EQ(opened.trace.error().kind, ErrorKind::kInput);
    EXPECT_FALSE(opened.trace.error().message.empty());
    return;
  }
  for (uint32_t point = 0; point < opened->timeline().points.size(); ++point) {
    const Result<RebuiltHeap> result = heapOf(*opened, point);
    Progress progress;
    EXPECT_EQ(opened->censusAt(PointIndex(point), progress, Threads(1)).has_value() || !result, true);
    if (!result) {
      EXPECT_EQ(result.error().kind, ErrorKind::kInput);
      EXPECT_NE(result.error().message.find("line "), std::string::npos) << result.error().message;
      continue;
    }
    // Walks everything there is: what the reader let through must be whole.
    EXPECT_FALSE(describe(*result).empty());
  }
}

TEST(JsonLinesDamage, AHeaderInTheMiddleEndsTheFileAndChangesNothing) {
  const size_t secondPoint = kTwoPoints.find("{\"point\":2");
  std::string text = kTwoPoints;
  text.insert(secondPoint,
              R"({"heaptrail":2,"start":"1999-01-01T00:00:00Z","identity":false,"ages":true,"sites":"all",)"
              R"("idBytes":4})"
              "\n");
  const OpenedText opened = openText(text);
  ASSERT_TRUE(opened.trace) << opened.trace.error().describe();
  ASSERT_EQ(opened->warnings().size(), 1U);
  EXPECT_NE(opened->warnings().front().message.find("expected one header, found a second one"), std::string::npos);
  const OpenedText without = openText(kTwoPoints.substr(0, secondPoint));
  ASSERT_TRUE(without.trace);
  EXPECT_EQ(describe(*opened), describe(*without));
  EXPECT_EQ(opened->info().formatVersion, without->info().formatVersion);
  EXPECT_EQ(written(*opened), written(*without));
}

TEST(JsonLinesDamage, AFileCutOffAnywhereHasItsWholePointsOrAnError) {
  const size_t firstEnd = kTwoPoints.find("{\"end\":1}") + 9;
  const size_t secondEnd = kTwoPoints.find("{\"end\":2}") + 9;
  for (size_t size = 0; size <= kTwoPoints.size(); ++size) {
    const std::string cut = kTwoPoints.substr(0, size);
    const OpenedText opened = openText(cut);
    ASSERT_EQ(opened.trace.has_value(), size >= firstEnd) << size;
    if (!opened.trace) continue;
    EXPECT_EQ(opened->timeline().points.size(), size >= secondEnd ? 2U : 1U) << size;
    // Where it is cut between two points, nothing tells that there should be more.
    const bool between = size <= firstEnd + 1 || size >= secondEnd;
    EXPECT_EQ(opened->warnings().empty(), between) << size;
    expectUsableOrError(cut);
  }
}

TEST(JsonLinesDamage, AnyByteMayBeWrong) {
  std::mt19937 random(17);
  for (uint32_t round = 0; round < damagedInputs(3000); ++round) {
    std::string text = kTwoPoints;
    for (uint64_t flips = 1 + random() % 3; flips > 0; --flips) {
      const char* likely = "\"{}[],:0179nte\n\\ -.";
      text[random() % text.size()] = random() % 2 == 0 ? likely[random() % 19] : static_cast<char>(random());
    }
    expectUsableOrError(text);
  }
}

TEST(JsonLinesDamage, ALineThatIsWrongIsNamedWithWhatWasExpected) {
  const std::string head =
      "{\"heaptrail\":1}\n{\"type\":1,\"name\":\"A\"}\n{\"type\":2,\"name\":\"int[]\"}\n{\"point\":1,\"t\":0}\n";
  const auto object = [&](const std::string& line) { return complaint(head + line + "\n{\"end\":1}\n"); };
  EXPECT_EQ(object("{\"o\":1,\"type\":7}"),
            "line 5: expected a \"type\" that a line before the point's end declares, found 7");
  EXPECT_EQ(object("{\"o\":1}"), "line 5: expected the object's \"type\", found none");
  EXPECT_EQ(object("{\"o\":-1,\"type\":1}"), "line 5: expected a whole number from 0 on as \"o\", found -1");
  EXPECT_EQ(object("{\"o\":1,\"type\":1,\"size\":5000000000}"),
            "line 5: expected a whole number from 0 to 4294967294 as \"size\", found 5000000000");
  EXPECT_EQ(object("{\"o\":1,\"type\":1,\"site\":3}"),
            "line 5: expected a \"site\" that a line before the point's end declares, found 3");
  EXPECT_EQ(object("{\"o\":1,\"type\":1,\"refs\":[\"x\"]}"),
            "line 5: expected an id, null, [id,\"field\"] or [id,position] in \"refs\", found \"x\"");
  EXPECT_EQ(object("{\"o\":1,\"type\":1,\"refs\":[[1,2,3]]}"),
            "line 5: expected an id, null, [id,\"field\"] or [id,position] in \"refs\", found [1,2,3]");
  EXPECT_EQ(object("{\"o\":1,\"type\":1,\"refs\":[1,[1,0]]}"),
            "line 5: expected at most one reference in each field or position, found two in slot 0 of object 1");
  EXPECT_EQ(object("{\"o\":1,\"type\":2,\"refs\":[1]}"), "line 5: expected no \"refs\" in a int[], found some");
  EXPECT_EQ(object("{\"root\":\"heap\",\"o\":1}").substr(0, 52),
            "line 5: expected unknown, jni-global, jni-local, jav");
  EXPECT_EQ(object("{\"root\":\"thread\",\"o\":1,\"thread\":4}"),
            "line 5: expected a \"thread\" that a line declares, found 4");
  EXPECT_EQ(object("{\"thing\":1}"),
            "line 5: expected one of the keys heaptrail, type, site, thread, gc, point, o, root, end, found \"thing\"");
  EXPECT_NE(object("{\"o\":1,\"type\":1").find("line 5: expected a JSON object, found {\"o\":1,\"type\":1 ("),
            std::string::npos);
  EXPECT_EQ(object("{\"o\":1,\"type\":1}\n{\"o\":1,\"type\":1}"),
            "1 objects have more than one line; the first of each counts. The first such line is 6, about object 1");
  EXPECT_EQ(object("{\"o\":1,\"type\":1}\n{\"root\":\"thread\",\"o\":2}\n{\"root\":\"thread\",\"o\":1}"),
            "1 roots lead to objects that the point does not have; they are left out");
  EXPECT_EQ(complaint("{\"heaptrail\":2}\n"), "line 1: expected version 1 of the format as \"heaptrail\", found 2");
  EXPECT_EQ(complaint("{\"heaptrail\":1}\n{\"o\":1,\"type\":1}\n"),
            "line 2: expected a line {\"point\":…} before objects and roots, found none");
  EXPECT_EQ(complaint(head + "{\"end\":2}\n"), "line 5: expected the end of point 1, found the end of point 2");
  EXPECT_EQ(complaint(head + "{\"point\":2,\"t\":1}\n"),
            "line 5: expected the line {\"end\":1} of point 1 before the next point, found point 2");
  EXPECT_EQ(complaint(head), "line 4: expected the line {\"end\":1} of the only point, found the end of the file");
  EXPECT_EQ(complaint("{\"heaptrail\":1}\n{\"type\":1}\n"), "line 2: expected a text as \"name\", found no \"name\"");
  EXPECT_EQ(complaint("{\"heaptrail\":1,\"start\":\"today\"}\n"),
            "line 1: expected a time like 2026-01-01T00:00:00Z as \"start\", found today");
  EXPECT_EQ(complaint("{\"heaptrail\":1}\n{\"point\":1}\n"),
            "line 2: expected seconds since the start as \"t\", found no \"t\"");
}

TEST(JsonLinesDamage, PointsBeforeADamagedLineStayUsable) {
  std::string text = kTwoPoints;
  text.insert(text.find("{\"point\":2"), "{\"colour\":1}\n");
  const OpenedText opened = openText(text);
  ASSERT_TRUE(opened.trace);
  EXPECT_EQ(opened->timeline().points.size(), 1U);
  ASSERT_EQ(opened->warnings().size(), 1U);
  EXPECT_NE(opened->warnings()[0].message.find("line 14: expected one of the keys"), std::string::npos);
  EXPECT_NE(opened->warnings()[0].message.find("found \"colour\"; the file is used up to the end of point 1"),
            std::string::npos);
  EXPECT_EQ(opened->warnings()[0].offset, text.find("{\"colour\""));
}

TEST(JsonLinesDamage, ADamagedObjectIsAnErrorOfItsPointAlone) {
  std::string text = kTwoPoints;
  text.replace(text.find("{\"o\":24"), 7, "{\"o\":{}");
  const OpenedText opened = openText(text);
  ASSERT_TRUE(opened.trace);
  const Result<RebuiltHeap> first = heapOf(*opened, 0);
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().message, "line 11: expected a whole number from 0 on as \"o\", found an object");
  EXPECT_EQ(first.error().where->offset, text.find("{\"o\":{}"));
  EXPECT_TRUE(heapOf(*opened, 1));
}

TEST(JsonLinesDamage, CirclesOfSuperclassesAreCut) {
  const Result<RebuiltHeap> result = heapOfText(
      "{\"heaptrail\":1}\n{\"type\":1,\"name\":\"A\",\"super\":2}\n{\"type\":2,\"name\":\"B\",\"super\":1}\n"
      "{\"point\":1,\"t\":0}\n{\"o\":1,\"type\":1,\"refs\":[[1,\"x\"]]}\n{\"end\":1}\n");
  ASSERT_TRUE(result);
  EXPECT_EQ(referencesOf(*result->heap, 1), (Texts{"x→1"}));
}

TEST(JsonLinesDamage, LinesWithoutAnEndDoNotComeIntoMemoryWhole) {
  const std::string text = "{\"heaptrail\":1}\n" + std::string(20 << 20, ' ');
  EXPECT_EQ(complaint(text).substr(0, 46), "line 2: expected the end of the line, because ");
}

TEST(JsonLinesDamage, ALongLineIsCheckedLikeAShortOne) {
  const auto object = [](const std::string& refs) {
    std::string many;
    for (int i = 0; i < 300000; ++i) many += "1,2,3,";
    return complaint(
        "{\"heaptrail\":1}\n{\"type\":1,\"name\":\"A[]\"}\n{\"point\":1,\"t\":0}\n{\"o\":1,\"type\":1,\"refs\":[" +
        many + refs + "\n{\"end\":1}\n");
  };
  EXPECT_NE(object("4,x]}").find("line 4: expected a JSON object"), std::string::npos);
  EXPECT_NE(object("4").find("line 4: expected a JSON object"), std::string::npos);
  EXPECT_NE(object("\"4\"]}").find("line 4: expected an id, null"), std::string::npos);
  EXPECT_NE(object("4],\"type\":3}").find("no GC roots"), 0U);
  EXPECT_NE(object("4]}").find("no roots"), std::string::npos);
}

TEST(JsonLinesDamage, CancellingEndsTheReading) {
  const OpenedText opened = openText(kTwoPoints);
  ASSERT_TRUE(opened.trace);
  Progress progress;
  progress.cancel();
  EXPECT_EQ(opened->heapAt(PointIndex(0), progress, Threads(1)).error().kind, ErrorKind::kCancelled);
  EXPECT_EQ(openTrace({opened.file->path()}, progress).error().kind, ErrorKind::kCancelled);
}

TEST(JsonLinesPieces, ReferencesAreFoundWhereTheyAreAKeyOfTheObjectItself) {
  const auto found = [](std::string text) {
    const std::span<char> place = jsonl::findReferences(text);
    return std::string(place.begin(), place.end());
  };
  EXPECT_EQ(found(R"({"o":1,"refs": [1,[2,"]"]],"x":[3]})"), R"([1,[2,"]"]])");
  EXPECT_EQ(found(R"({"a":"\"refs\":[0]","b":{"refs":[9]},"refs":[1]})"), "[1]");
  EXPECT_EQ(found(R"({"refs":{"a":[1]}})"), "");
  EXPECT_EQ(found(R"({"refs":[1,2)"), "");
  EXPECT_EQ(found(R"({"a":"refs"})"), "");
  EXPECT_EQ(found(R"({"a":"unfinished)"), "");
}

}  // namespace
}  // namespace heaptrail
