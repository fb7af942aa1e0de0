// Every kind of record, alone and readable.
#include <gtest/gtest.h>

#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;

class HprofOfEitherIdSize : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(IdBytes, HprofOfEitherIdSize, testing::Values(4U, 8U));

TEST_P(HprofOfEitherIdSize, InstancesKeepTheirReferencesWithTheNamesOfTheFields) {
  HprofBuilder dump(GetParam());
  const uint64_t base = dump.addClass("Base", 0, {{"first", 'L'}, {"count", 'J'}, {"second", 'L'}});
  const uint64_t derived = dump.addClass("a/b/Derived", base, {{"flag", 'Z'}, {"own", 'L'}});
  dump.beginSegment()
      .instance(0x800, derived, {1, 0x808, 0x810, 99, 0x818})
      .instance(0x808, base)
      .instance(0x810, base)
      .instance(0x818, base, {0, 1, 0x818})
      .endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_EQ(typeName(*result.heap, 0x800), "a.b.Derived");
  EXPECT_EQ(referencesOf(*result.heap, 0x800), (Texts{"own→808", "first→810", "second→818"}));
  EXPECT_EQ(referencesOf(*result.heap, 0x818), (Texts{"second→818"}));
  EXPECT_EQ(result.heap->objectCount(), 6U);
}

TEST_P(HprofOfEitherIdSize, ArraysKeepThePositionsOfTheirElements) {
  HprofBuilder dump(GetParam());
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t array = dump.addClass("[Ljava/lang/Object;", object, {});
  std::vector<uint64_t> elements(1000, 0);
  elements[2] = 0x900;
  elements[3] = 0x908;
  elements[999] = 0x900;
  dump.beginSegment().objectArray(0x800, array, elements).instance(0x900, object).instance(0x908, object).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_EQ(typeName(*result.heap, 0x800), "java.lang.Object[]");
  EXPECT_EQ(referencesOf(*result.heap, 0x800), (Texts{"[2]→900", "[3]→908", "[999]→900"}));
  EXPECT_EQ(result.heap->lengthOf(at(*result.heap, 0x800)), 1000U);
}

TEST(Hprof, PrimitiveArraysOfEveryKindHaveTheirTypeAndLength) {
  HprofBuilder dump;
  dump.beginSegment();
  const std::vector<std::pair<char, std::string>> kinds{{'Z', "boolean[]"}, {'C', "char[]"}, {'F', "float[]"},
                                                        {'D', "double[]"},  {'B', "byte[]"}, {'S', "short[]"},
                                                        {'I', "int[]"},     {'J', "long[]"}};
  for (size_t i = 0; i < kinds.size(); ++i)
    dump.primitiveArray(0x1000 + 64 * i, kinds[i].first, static_cast<uint32_t>(i));
  dump.endSegment();
  const RebuiltHeap result = rebuilt(dump);
  for (size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(typeName(*result.heap, 0x1000 + 64 * i), kinds[i].second);
    EXPECT_EQ(result.heap->lengthOf(at(*result.heap, 0x1000 + 64 * i)), i);
  }
}

TEST(Hprof, ClassesAreObjectsWithTheirStaticsSuperclassAndConstants) {
  HprofBuilder dump;
  const uint64_t classClass = dump.addClass("java/lang/Class", 0, {});
  const uint64_t parent = dump.addClass("Parent", 0, {});
  dump.string("cache");
  dump.string("limit");
  dump.string("<resolved_references>");
  dump.loadClass(0x50000, "Child");
  dump.beginSegment()
      .classDump(0x50000, parent, {}, {{"limit", 'I', 5}, {"cache", 'L', 0x900}, {"<resolved_references>", 'L', 0x910}},
                 {{3, 0x908}}, 0x900)
      .primitiveArray(0x900, 'I', 1)
      .primitiveArray(0x908, 'I', 1)
      .primitiveArray(0x910, 'I', 1)
      .endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_EQ(typeName(*result.heap, 0x50000), "java.lang.Class");
  EXPECT_EQ(typeName(*result.heap, classClass), "java.lang.Class");
  EXPECT_EQ(referencesOf(*result.heap, 0x50000), (Texts{"<superclass>→11000", "<classloader>→900", "<constant 3>→908",
                                                        "static cache→900", "<resolved_references>→910"}));
}

TEST(Hprof, ClassesMayComeBehindTheirInstances) {
  HprofBuilder dump;
  dump.string("next");
  dump.beginSegment().classDump(0x10000, 0, {{"next", 'L'}}).endSegment();
  HprofBuilder late;
  late.string("next");
  late.beginSegment();
  // The same instance, before anything is known about its class.
  late.raw({0x21, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 8, 0});
  late.classDump(0x10000, 0, {{"next", 'L'}}).endSegment();
  late.loadClass(0x10000, "Late");
  const RebuiltHeap result = rebuilt(late);
  EXPECT_EQ(typeName(*result.heap, 0x800), "Late");
  EXPECT_EQ(referencesOf(*result.heap, 0x800), (Texts{"next→800"}));
}

TEST(Hprof, RootsOfEveryKindAreKept) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const std::vector<uint8_t> four(4, 0);
  const std::vector<uint8_t> eight(8, 0);
  dump.beginSegment().instance(0x800, object);
  dump.root(0xff, 0x800)
      .root(0x01, 0x800, eight)
      .root(0x02, 0x800, eight)
      .root(0x03, 0x800, eight)
      .root(0x04, 0x800, four);
  dump.root(0x05, 0x800).root(0x06, 0x800, four).root(0x07, 0x800).root(0x08, 0x800, eight);
  dump.root(0x89, 0x800)
      .root(0x8a, 0x800)
      .root(0x8b, 0x800)
      .root(0x8c, 0x800)
      .root(0x8d, 0x800)
      .root(0x8e, 0x800, eight);
  dump.root(0x90, 0x800);  // says that the object is not reachable: no root
  dump.endSegment();
  const RebuiltHeap result = rebuilt(dump);
  std::vector<RootKind> kinds;
  for (const Root& root : result.heap->roots()) kinds.push_back(root.kind);
  EXPECT_EQ(kinds, (std::vector<RootKind>{RootKind::kUnknown, RootKind::kJniGlobal, RootKind::kJniLocal,
                                          RootKind::kJavaFrame, RootKind::kNativeStack, RootKind::kSystemClass,
                                          RootKind::kThreadBlock, RootKind::kMonitor, RootKind::kThread,
                                          RootKind::kInternedString, RootKind::kFinalizing, RootKind::kDebugger,
                                          RootKind::kReferenceCleanup, RootKind::kVmInternal, RootKind::kJniMonitor}));
}

TEST(Hprof, StackRootsKnowTheirThreadAndFrame) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t strings = dump.addClass("java/lang/String", object, {{"value", 'L'}});
  const uint64_t thread = dump.addClass("java/lang/Thread", object, {{"name", 'L'}});
  dump.frame(0x77, "serve", "Server.java", dump.serialOf(thread), 42);
  dump.frame(0x78, "run", "", dump.serialOf(thread), -1);
  dump.stack(5, 9, {0x77, 0x78});
  dump.beginSegment()
      .instance(0x800, thread, {0x808})
      .instance(0x808, strings, {0x810})
      .bytes(0x810, "worker")
      .instance(0x820, object)
      .threadObject(0x800, 9, 5)
      .javaFrame(0x820, 9, 1)
      .endSegment();
  const RebuiltHeap result = rebuilt(dump);
  const Symbols& symbols = result.heap->symbols();
  ASSERT_EQ(result.heap->roots().size(), 2U);
  const Root& local = result.heap->roots()[1];
  ASSERT_NE(result.heap->placeOf(local), nullptr);
  EXPECT_EQ(result.heap->placeOf(local)->depth, 1U);
  EXPECT_EQ(symbols[local.thread].name, "worker");
  const Site& stack = symbols[symbols[local.thread].stack];
  ASSERT_EQ(stack.frames.size(), 2U);
  EXPECT_EQ(stack.frames[0].className, "java.lang.Thread");
  EXPECT_EQ(stack.frames[0].method, "serve");
  EXPECT_EQ(stack.frames[0].file, "Server.java");
  EXPECT_EQ(stack.frames[0].line, 42U);
  EXPECT_EQ(stack.frames[1].line, 0U);
}

TEST(Hprof, ObjectsKeepTheSitesThatOldAgentsWrote) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  dump.frame(0x77, "make", "Maker.java", dump.serialOf(object), 7);
  dump.stack(1, 0, {});
  dump.stack(2, 0, {0x77});
  dump.beginSegment()
      .instance(0x800, object, {}, 1)
      .instance(0x808, object, {}, 2)
      .instance(0x810, object, {}, 99)
      .endSegment();
  const RebuiltHeap result = rebuilt(dump);
  const SiteId site = result.heap->siteOf(at(*result.heap, 0x808));
  ASSERT_TRUE(site.exists());
  EXPECT_EQ(result.heap->symbols()[site].frames[0].method, "make");
  EXPECT_FALSE(result.heap->siteOf(at(*result.heap, 0x810)).exists());
}

TEST(Hprof, AndroidsOwnRecordsAreUnderstood) {
  HprofBuilder dump(4, "JAVA PROFILE 1.0.3");
  const uint64_t object = dump.addClass("java.lang.Object", 0, {});
  dump.beginSegment();
  dump.raw({0xfe, 0, 0, 0, 'A', 0, 0, 0, 1});                    // heap info
  dump.raw({0xc3, 0, 0, 0x08, 0, 0, 0, 0, 0, 0, 0, 0, 100, 8});  // byte[100] without its content
  dump.instance(0x900, object).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_EQ(typeName(*result.heap, 0x800), "byte[]");
  EXPECT_EQ(result.heap->lengthOf(at(*result.heap, 0x800)), 100U);
  EXPECT_EQ(typeName(*result.heap, 0x900), "java.lang.Object");
}

TEST(Hprof, ReferencesToObjectsThatAreNotThereAreCountedAndLeftOut) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t array = dump.addClass("[Ljava/lang/Object;", object, {});
  std::vector<uint64_t> elements(600, 0);
  elements[1] = 0xdead0;
  elements[299] = 0x908;
  elements[598] = 0xdead8;
  elements[599] = 0x908;
  dump.beginSegment().objectArray(0x800, array, elements).instance(0x908, object).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_EQ(result.heap->missingObjects(), 2U);
  EXPECT_EQ(referencesOf(*result.heap, 0x800), (Texts{"[299]→908", "[599]→908"}));
}

TEST(Hprof, TheSameObjectTwiceIsReportedAndTheFirstOneCounts) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  dump.beginSegment().primitiveArray(0x800, 'I', 3).instance(0x800, object).instance(0x900, object).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_EQ(typeName(*result.heap, 0x800), "int[]");
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_NE(result.warnings.front().message.find("more than once"), std::string::npos);
}

TEST(Hprof, ClassesOfArraysThatTheBootLoaderLoadedAreHeldByTheJvm) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t bytes = dump.addClass("[B", object, {});
  dump.loadClass(0x700, "[Lapp/Node;");
  dump.beginSegment().classDump(0x700, object, {}, {}, {}, 0x800).instance(0x800, object);
  dump.root(0xff, 0x800).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  ASSERT_EQ(result.heap->roots().size(), 2U);
  EXPECT_EQ(result.heap->roots()[1].object, at(*result.heap, bytes));
  EXPECT_EQ(result.heap->roots()[1].kind, RootKind::kUnwritten);
}

TEST(Hprof, HiddenClassesAreNamedAsTheJvmPrintsThem) {
  HprofBuilder dump;
  const uint64_t hidden = dump.addClass("a/B$$Lambda+0x00007f0001234567", 0, {});
  const uint64_t nested = dump.addClass("[[J", 0, {});
  dump.beginSegment().instance(0x800, hidden).objectArray(0x900, nested, {}).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_EQ(typeName(*result.heap, 0x800), "a.B$$Lambda/0x00007f0001234567");
  EXPECT_EQ(typeName(*result.heap, 0x900), "long[][]");
}

}  // namespace
}  // namespace heaptrail
