// What each kind of line means, on small files written by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/strong_references.h"
#include "trace/jsonl/jsonl_text.h"
#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;

/// A file with one point.
std::string withPoint(const std::string& symbols, const std::string& lines) {
  return "{\"heaptrail\":1}\n" + symbols + "\n{\"point\":1,\"t\":0}\n" + lines + "\n{\"end\":1}\n";
}

RebuiltHeap built(const std::string& text) {
  Result<RebuiltHeap> result = heapOfText(text);
  if (!result) ADD_FAILURE() << result.error().describe();
  return result.value_or(RebuiltHeap{});
}

const std::string kDesign = R"json({"heaptrail":1,"producer":"my tool 1.0","start":"2026-01-01T00:00:00Z"}
{"type":1,"name":"java.util.HashMap","super":2}      {"type":3,"name":"byte[]"}
{"site":1,"frames":[{"class":"a.B","method":"m","file":"B.java","line":42}]}
{"thread":1,"name":"main"}
{"gc":7,"t":12.5,"end":12.6,"kind":"major","cause":"System.gc()","before":{"old":123},"after":{"old":100}}
{"point":7,"t":12.6}
{"o":17,"type":1,"size":48,"site":1,"thread":1,"refs":[18,[19,"table"]]}
{"root":"static","o":17,"class":"a.B","field":"cache"}
{"end":7}
)json";

TEST(JsonLines, TheExampleOfTheDesignOpens) {
  const OpenedText opened = openText(kDesign);
  ASSERT_TRUE(opened.trace) << opened.trace.error().describe();
  EXPECT_EQ(opened->info().format, "jsonl");
  EXPECT_EQ(opened->info().formatVersion, "1, written by my tool 1.0");
  EXPECT_EQ(opened->info().startMillis, 1767225600000);
  EXPECT_TRUE(opened->info().identity);
  EXPECT_EQ(opened->info().sites, SiteCoverage::kExact);
  EXPECT_EQ(describe(*opened),
            "identity true sites exact start 1767225600000 ids 8\n"
            "gc 12.5-12.6 major  System.gc() old:123 →old:100\n"
            "point 12.6\n"
            "runtime   false 8 0, alignment 8, missing 2\n"
            "type java.util.HashMap shape 0 element 0 super none bytes 48+0 class 0 weak none soft none "
            ".table:0\n"
            "type byte[] shape 2 element 5 super none bytes 16+1 class 0 weak none soft none\n"
            "site a.B.m (B.java:42)\n"
            "main at 4294967295\n"
            "17 type 0 bytes 48 site 0 thread 0\n"
            "root 17 static-field thread 4294967295 a.B. (:0) 4294967295 4294967295 cache\n");
}

TEST(JsonLines, PlainReferencesFillTheFieldsInOrderAndNullsSkipOne) {
  const RebuiltHeap result = built(withPoint(R"({"type":1,"name":"Base","fields":["a",["n","int"],"b"]}
{"type":2,"name":"Derived","super":1,"fields":["own"]})",
                                             R"({"o":16,"type":2,"refs":[24,null,32]}
{"o":24,"type":1,"refs":[[32,"b"]]}
{"o":32,"type":1,"refs":[[16,1],[24,0]]})"));
  EXPECT_EQ(referencesOf(*result.heap, 16), (Texts{"own→18", "b→20"}));
  EXPECT_EQ(referencesOf(*result.heap, 24), (Texts{"b→20"}));
  EXPECT_EQ(referencesOf(*result.heap, 32), (Texts{"a→18", "b→10"}));
}

TEST(JsonLines, NamesThatNoTypeDeclaresBecomeFieldsOfTheTypeThatUsesThem) {
  const RebuiltHeap result = built(withPoint(R"({"type":1,"name":"Base","fields":["inherited"]}
{"type":2,"name":"Derived","super":1,"fields":["own"]})",
                                             R"({"o":1,"type":2,"refs":[2,3,4,[5,"new"],[6,"newer"]]}
{"o":2,"type":2,"refs":[[3,"newer"],[4,"inherited"]]}
{"o":3,"type":1,"refs":[[1,"mine"],2]}
{"o":4,"type":1} {"o":5,"type":1} {"o":6,"type":1})"));
  EXPECT_EQ(referencesOf(*result.heap, 1), (Texts{"own→2", "new→5", "newer→6", "inherited→3", "→4"}));
  EXPECT_EQ(referencesOf(*result.heap, 2), (Texts{"newer→3", "inherited→4"}));
  EXPECT_EQ(referencesOf(*result.heap, 3), (Texts{"inherited→2", "mine→1"}));
}

TEST(JsonLines, ArraysKeepThePositionsOfTheirElementsAndLearnTheirLength) {
  const RebuiltHeap result = built(withPoint(R"({"type":1,"name":"a.B[]"} {"type":2,"name":"int[]"})",
                                             R"({"o":1,"type":1,"refs":[2,null,3]}
{"o":2,"type":2,"length":5}
{"o":3,"type":2,"size":48}
{"o":4,"type":1,"length":1000,"refs":[[2,999],[3,300]]})"));
  EXPECT_EQ(referencesOf(*result.heap, 1), (Texts{"[0]→2", "[2]→3"}));
  EXPECT_EQ(referencesOf(*result.heap, 4), (Texts{"[300]→3", "[999]→2"}));
  const auto length = [&](uint64_t id) { return result.heap->lengthOf(at(*result.heap, id)); };
  EXPECT_EQ(length(1), 3U);
  EXPECT_EQ(length(2), 5U);
  EXPECT_EQ(length(3), 8U);
  EXPECT_EQ(result.heap->shallowBytes(at(*result.heap, 1)), 40U);
  EXPECT_EQ(result.heap->shallowBytes(at(*result.heap, 2)), 40U);
  EXPECT_EQ(result.heap->shallowBytes(at(*result.heap, 3)), 48U);
}

TEST(JsonLines, AnObjectHasTheSizeOfItsTypeOrItsOwn) {
  const RebuiltHeap result = built(withPoint(R"({"type":1,"name":"Sized","size":24} {"type":2,"name":"Unsized"})",
                                             R"({"o":1,"type":1}
{"o":2,"type":1,"size":100}
{"o":3,"type":2,"size":7}
{"o":4,"type":2}
{"o":5,"type":2,"size":9})"));
  std::vector<uint64_t> sizes;
  for (uint64_t id = 1; id <= 5; ++id) sizes.push_back(result.heap->shallowBytes(at(*result.heap, id)));
  EXPECT_EQ(sizes, (std::vector<uint64_t>{24, 100, 7, 7, 9}));
}

TEST(JsonLines, AnObjectTellsAtWhichIntervalItWasSampled) {
  const RebuiltHeap result = built(withPoint(R"({"type":1,"name":"A","size":24}
{"site":1,"frames":[{"class":"a.B","method":"m"}]})",
                                             R"({"o":1,"type":1,"site":1,"interval":24}
{"o":2,"type":1,"site":1} {"o":3,"type":1})"));
  EXPECT_NEAR(result.heap->sampleWeight(at(*result.heap, 1)), 1.5819767, 1e-6);  // 1 / (1 - 1/e)
  EXPECT_EQ(result.heap->sampleWeight(at(*result.heap, 2)), 1);
  EXPECT_EQ(result.heap->sampleWeight(at(*result.heap, 3)), 0);
}

TEST(JsonLines, ClassObjectsNameTheirOwnSlots) {
  const RebuiltHeap result =
      built(withPoint(R"({"type":1,"name":"java.lang.Class","fields":["loader"]}
{"type":2,"name":"a.B","class":8,"classSlots":["<superclass>","static cache"]})",
                      R"({"o":8,"type":1,"refs":[[16,"static cache"],[16,"static late"]]} {"o":16,"type":2})"));
  EXPECT_EQ(referencesOf(*result.heap, 8), (Texts{"static cache→10", "static late→10"}));
  EXPECT_EQ(result.heap->typeOfClassObject(at(*result.heap, 8)), TypeId(1));
}

TEST(JsonLines, KeysMayComeInAnyOrderAndUnknownOnesAreIgnored) {
  const RebuiltHeap result = built(
      "{\"heaptrail\":1,\"colour\":\"red\"}\r\n\r\n{\"colour\":{\"o\":[1]},\"name\":\"A\",\"type\":1}\r\n"
      "{\"t\":0,\"point\":1}\r\n{\"refs\":[2],\"colour\":null,\"type\":1,\"o\":1}\r\n{ \"o\" : 2, \"type\" : 1 }\r\n"
      "{\"o\":1,\"root\":\"jni-global\"}\r\n{\"class\":\"a.B\",\"o\":2,\"root\":\"java-frame\"}\r\n{\"end\":1}");
  EXPECT_EQ(result.heap->objectCount(), 2U);
  EXPECT_EQ(result.heap->roots().size(), 2U);
  EXPECT_EQ(referencesOf(*result.heap, 1), (Texts{"→2"}));
}

TEST(JsonLines, AFieldThatDoesNotKeepAliveIsNamedByItsNameOrItsPosition) {
  const RebuiltHeap result = built(withPoint(R"({"type":1,"name":"Ref","fields":["queue","referent"],"weak":"referent"}
{"type":2,"name":"Soft","super":1,"fields":["clock"],"soft":2} {"type":3,"name":"Free","weak":"target"})",
                                             R"({"o":1,"type":3,"refs":[[1,"target"]]})"));
  EXPECT_EQ(result.heap->weakSlots(TypeId(0)), SlotSet{1});
  EXPECT_EQ(result.heap->softSlots(TypeId(1)), SlotSet{2});
  EXPECT_EQ(result.heap->weakSlots(TypeId(2)), SlotSet{0});
  EXPECT_TRUE(result.heap->softSlots(TypeId(0)).empty());
}

TEST(JsonLines, ALinkOfTheCollectorIsNoReferent) {
  const RebuiltHeap result = built(withPoint(
      R"({"type":1,"name":"Ref","fields":["referent","discovered"],"weak":"referent","links":"discovered"})",
      R"({"o":1,"type":1,"refs":[[2,"referent"],[3,"discovered"]]} {"o":2,"type":1} {"o":3,"type":1} {"o":1,"root":"jni-global"})"));
  EXPECT_EQ(result.heap->weakSlots(TypeId(0)), (SlotSet{0, 1}));
  std::vector<uint64_t> referents;
  result.heap->forEachReferent(ObjectIndex(0),
                               [&](ObjectIndex target) { referents.push_back(result.heap->idOf(target).value()); });
  EXPECT_EQ(referents, std::vector<uint64_t>{2});
}

TEST(JsonLines, SeveralFieldsOfATypeMayNotKeepAlive) {
  const RebuiltHeap result =
      built(withPoint(R"({"type":1,"name":"Pair","fields":["key","next","value"],"weak":["value",0],"soft":[1,"none"]}
{"type":2,"name":"Free","weak":[]})",
                      R"({"o":1,"type":1,"refs":[2,2,2]} {"o":2,"type":2} {"o":1,"root":"jni-global"})"));
  EXPECT_EQ(result.heap->weakSlots(TypeId(0)), (SlotSet{0, 2}));
  EXPECT_EQ(result.heap->softSlots(TypeId(0)), SlotSet{1});
  EXPECT_TRUE(result.heap->weakSlots(TypeId(1)).empty());
  std::vector<uint64_t> kept;
  forEachStrongReference(*result.heap, WeakReferences::kDoNotKeepAlive, ObjectIndex(0), TypeId(0),
                         [&](ObjectIndex target) { kept.push_back(result.heap->idOf(target).value()); });
  EXPECT_EQ(kept, std::vector<uint64_t>{2});
}

TEST(JsonLines, TwoPointsAreReadApartAndSeeTheSymbolsOfTheirTime) {
  const OpenedText opened = openText(R"({"heaptrail":1}
{"type":1,"name":"A","size":16}
{"point":10,"t":1,"reached":{"objects":2,"bytes":32}}
{"o":1,"type":1,"refs":[2]} {"o":2,"type":1}
{"root":"unknown","o":1}
{"end":10}
{"type":1,"name":"A","size":24} {"type":2,"name":"B","size":8}
{"gc":1,"t":1.5}
{"point":20,"t":2}
{"o":1,"type":1}
{"type":3,"name":"C","size":4}
{"o":3,"type":3}
{"root":"unknown","o":3,"thread":5}
{"thread":5,"name":"late"}
{"end":20}
)");
  ASSERT_TRUE(opened.trace) << opened.trace.error().describe();
  ASSERT_EQ(opened->timeline().points.size(), 2U);
  EXPECT_EQ(opened->timeline().points[0].reached, (Size{2, 32}));
  EXPECT_EQ(opened->timeline().points[1].seconds, 2);
  EXPECT_EQ(opened->timeline().collections.size(), 1U);
  const Result<RebuiltHeap> first = heapOf(*opened, 0);
  const Result<RebuiltHeap> second = heapOf(*opened, 1);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->heap->symbols().types.size(), 1U);
  EXPECT_EQ(first->heap->shallowBytes(at(*first->heap, 1)), 16U);
  EXPECT_EQ(second->heap->symbols().types.size(), 3U);
  EXPECT_EQ(second->heap->shallowBytes(at(*second->heap, 1)), 24U);
  EXPECT_EQ(typeName(*second->heap, 3), "C");
  EXPECT_FALSE(second->heap->find(ObjectId(2)));
  EXPECT_EQ(second->heap->symbols()[second->heap->roots()[0].thread].name, "late");
}

TEST(JsonLines, LongLinesAreReadInPieces) {
  std::string refs;
  for (uint64_t i = 0; i < 400000; ++i) {
    refs += i % 1000 == 999 ? fmt::format(",[{},{}]", 10 + i, i) : i % 7 == 3 ? ",null" : fmt::format(",{}", 10 + i);
  }
  std::string objects = fmt::format("{{\"o\":1,\"refs\":[{}],\"type\":1,\"length\":400000}}\n", refs.substr(1));
  for (uint64_t i = 0; i < 400000; ++i) objects += fmt::format("{{\"o\":{},\"type\":2}}\n", 10 + i);
  const RebuiltHeap result =
      built(withPoint("{\"type\":1,\"name\":\"A[]\"} {\"type\":2,\"name\":\"A\",\"size\":8}", objects));
  ASSERT_TRUE(result.heap);
  EXPECT_EQ(result.heap->missingObjects(), 0U);
  uint64_t wrong = 0;
  uint64_t seen = 0;
  result.heap->forEachSlot(at(*result.heap, 1), [&](ObjectIndex target, uint32_t slot) {
    ++seen;
    wrong += result.heap->idOf(target).value() != 10 + slot ? 1 : 0;
  });
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(seen, result.heap->referenceCount());
  EXPECT_GT(seen, 340000U);
}

TEST(JsonLines, ACensusCountsWhatTheHeapHas) {
  const std::string text =
      withPoint(R"({"type":1,"name":"A","size":24} {"type":2,"name":"int[]"} {"type":3,"name":"Never"})",
                R"({"o":1,"type":1} {"o":2,"type":1,"size":40} {"o":3,"type":2,"length":3})");
  const OpenedText opened = openText(text);
  ASSERT_TRUE(opened.trace);
  Progress progress;
  const Result<Census> census = opened->censusAt(PointIndex(0), progress, Threads(1));
  ASSERT_TRUE(census);
  std::string rows;
  for (const Census::Row& row : census->rows) rows += fmt::format("{} {} {}\n", row.type, row.objects, row.bytes);
  EXPECT_EQ(rows, "A 2 64\nint[] 1 32\n");
}

TEST(JsonLines, GzippedFilesAreReadLikePlainOnes) {
  const std::vector<uint8_t> plain(kDesign.begin(), kDesign.end());
  const OpenedText opened = openBytes(gzip(plain));
  ASSERT_TRUE(opened.trace) << opened.trace.error().describe();
  EXPECT_TRUE(opened->info().compressed);
  EXPECT_EQ(describe(*opened), describe(*openText(kDesign)));
}

}  // namespace
}  // namespace heaptrail
