// What a recording says of objects is in the heap: types, sizes, references by name, roots, allocation sites.
#include <gtest/gtest.h>

#include "trace/opened.h"
#include "trace/recording/recording_builder.h"

namespace heaptrail {
namespace {

using namespace test;
using namespace recording;

constexpr uint32_t kFirstStatic = 6;  // codes of class objects; see ClassSlot
constexpr uint32_t kFirstConstant = 7;
constexpr uint32_t kFirstClassField = 8;

/// java.lang.Object, java.lang.Class (`name`), an interface with two constants, Base (`int size`, `Base next`,
/// `static Base cache`) and Derived (`Base other`, `static Base own`), Base[].
struct Program {
  explicit Program(bool staticIndexesCountInherited = true) : file(staticIndexesCountInherited) {
    object = file.type(1, "Ljava/lang/Object;");
    classClass = file.type(2, "Ljava/lang/Class;", 1, {{"name", "Ljava/lang/String;"}});
    interface = file.type(3, "La/Constants;", 0, {{"A", "I", true}, {"B", "Ljava/lang/Object;", true}});
    base = file.type(4, "La/Base;", 1, {{"size", "I"}, {"next", "La/Base;"}, {"cache", "La/Base;", true}}, {3});
    derived = file.type(5, "La/Derived;", 4, {{"own", "La/Base;", true}, {"other", "La/Base;"}});
    array = file.type(6, "[La/Base;", 1);
    ints = file.type(7, "[I", 1);
    file.symbols.instanceBytes(object, 16);
    file.symbols.instanceBytes(base, 24);
    file.symbols.instanceBytes(derived, 32);
  }

  RebuiltHeap heap() {
    const auto trace = opened(file.finished());
    return trace ? heapAt(*trace, 0) : RebuiltHeap{};
  }

  RecordingBuilder file;
  uint32_t object, classClass, interface, base, derived, array, ints;
};

void meet(PointEncoder& point, const MetObject& object) { point.root(RootTag::kJniGlobal, object.id, &object, {}); }

TEST(RecordingObjects, FieldsOfSuperclassesAndInterfacesAreCountedAsJvmtiCountsThem) {
  Program program;
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(100, program.derived));
  const MetObject next = met(101, program.base);
  const MetObject other = met(102, program.base);
  // Two fields of the interface, three of Base, then Derived's.
  point.reference(100, 2 + 1, 101, &next);
  point.reference(100, 2 + 3 + 1, 102, &other);
  point.reference(101, 2 + 1, 100, nullptr);
  program.file.endPoint();

  const RebuiltHeap result = program.heap();
  EXPECT_TRUE(result.warnings.empty());
  const Heap& heap = *result.heap;
  EXPECT_EQ(referencesOf(heap, 100), (Texts{"other→66", "next→65"}));
  EXPECT_EQ(referencesOf(heap, 101), (Texts{"next→64"}));
  EXPECT_EQ(typeName(heap, 100), "a.Derived");
  EXPECT_EQ(heap.shallowBytes(at(heap, 100)), 32U);
  EXPECT_EQ(heap.symbols()[heap.typeOf(at(heap, 100))].superclass, heap.typeOf(at(heap, 101)));
}

TEST(RecordingObjects, AFieldThatNobodyNamedKeepsItsReference) {
  Program program;
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(100, program.base));
  point.reference(100, 77, 100, nullptr);
  program.file.endPoint();
  const RebuiltHeap result = program.heap();
  EXPECT_EQ(referencesOf(*result.heap, 100), (Texts{"→64"}));
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0].message, "1 references are in fields that the recording does not name");
}

void expectStatics(bool countInherited) {
  Program program(countInherited);
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(2, program.classClass));
  const MetObject classObject = met(5, program.classClass);
  meet(point, {classObject.id, classObject.type, -1, 120, 0});
  const MetObject value = met(50, program.base);
  point.reference(5, kFirstConstant + kClassSlotKinds * 17, 2, nullptr);
  point.reference(5, kFirstStatic + kClassSlotKinds * (countInherited ? 5 : 0), 50, &value);
  point.reference(5, kFirstClassField + kClassSlotKinds * 0, 2, nullptr);
  point.reference(5, static_cast<uint64_t>(ClassSlot::kInterface), 2, nullptr);
  point.reference(5, static_cast<uint64_t>(ClassSlot::kInterface), 50, nullptr);
  point.reference(5, static_cast<uint64_t>(ClassSlot::kSuperclass), 2, nullptr);
  program.file.endPoint();

  const RebuiltHeap result = program.heap();
  EXPECT_TRUE(result.warnings.empty());
  const Heap& heap = *result.heap;
  EXPECT_EQ(referencesOf(heap, 5), (Texts{"<superclass>→2", "static own→32", "name→2", "<constant 17>→2",
                                          "<interface 1>→2", "<interface 2>→32"}));
  EXPECT_EQ(heap.shallowBytes(at(heap, 5)), 120U);
  const TypeId derived = heap.typeOfClassObject(at(heap, 5));
  EXPECT_EQ(heap.symbols()[derived].name, "a.Derived");
  EXPECT_EQ(heap.classObjectOf(derived), at(heap, 5));
  EXPECT_TRUE(heap.isStaticField(derived, 4));
  EXPECT_FALSE(heap.isStaticField(derived, 5));
}

TEST(RecordingObjects, StaticFieldsAreNamedWhereIndexesCountInheritedFields) { expectStatics(true); }
TEST(RecordingObjects, StaticFieldsAreNamedWhereIndexesCountOwnFieldsOnly) { expectStatics(false); }

TEST(RecordingObjects, ClassObjectsOfPrimitivesHaveTheFieldsOfClass) {
  Program program;
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(50, program.classClass));
  point.reference(50, kFirstClassField, 50, nullptr);
  program.file.endPoint();
  const RebuiltHeap result = program.heap();
  EXPECT_TRUE(result.warnings.empty());
  EXPECT_EQ(referencesOf(*result.heap, 50), (Texts{"name→32"}));
}

TEST(RecordingObjects, ArraysHaveLengthsAndSizes) {
  Program program;
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(10, program.array, 1000));
  meet(point, met(11, program.ints, 3));
  const MetObject element = met(12, program.base);
  point.reference(10, 7, 12, &element);
  point.reference(10, 999, 12, nullptr);
  program.file.endPoint();
  const RebuiltHeap result = program.heap();
  const Heap& heap = *result.heap;
  EXPECT_EQ(referencesOf(heap, 10), (Texts{"[7]→c", "[999]→c"}));
  EXPECT_EQ(heap.lengthOf(at(heap, 10)), 1000U);
  EXPECT_EQ(heap.shallowBytes(at(heap, 10)), 16U + 4000);
  EXPECT_EQ(heap.shallowBytes(at(heap, 11)), 32U);
  EXPECT_EQ(typeName(heap, 11), "int[]");
}

TEST(RecordingObjects, LargeArraysComeInGroups) {
  constexpr uint32_t kElements = 20'000;
  Program program;
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(10, program.array, 3 * kElements));
  for (uint32_t i = 0; i < kElements; ++i) {
    const MetObject element = met(100 + i, program.base);
    // Every 5000th stands a long way behind the one before, also at the border of a group.
    point.reference(10, uint64_t{i} + i / 4096 * 1000, element.id, &element);
  }
  program.file.endPoint();
  const RebuiltHeap result = program.heap();
  EXPECT_TRUE(result.warnings.empty());
  const Heap& heap = *result.heap;
  uint32_t i = 0;
  heap.forEachSlot(at(heap, 10), [&](ObjectIndex target, uint32_t slot) {
    ASSERT_EQ(slot, i + i / 4096 * 1000);
    ASSERT_EQ(heap.idOf(target).value(), 100U + i);
    ++i;
  });
  EXPECT_EQ(i, kElements);
}

TEST(RecordingObjects, ReferencesThatCameLaterFindTheirPlace) {
  Program program;
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(10, program.array, 3000));
  meet(point, met(11, program.derived));
  for (const uint64_t slot : {400U, 2500U, 800U}) point.reference(10, slot, 11, nullptr);
  point.reference(11, 6, 10, nullptr);
  point.continueReferrer(10, 3);
  for (const uint64_t slot : {0U, 799U, 2999U}) point.reference(10, slot, 10, nullptr);
  point.continueReferrer(11, 1);
  point.reference(11, 3, 11, nullptr);
  program.file.endPoint();
  const RebuiltHeap result = program.heap();
  EXPECT_TRUE(result.warnings.empty());
  EXPECT_EQ(referencesOf(*result.heap, 10), (Texts{"[0]→a", "[400]→b", "[799]→a", "[800]→b", "[2500]→b", "[2999]→a"}));
  EXPECT_EQ(referencesOf(*result.heap, 11), (Texts{"other→a", "next→b"}));
}

TEST(RecordingObjects, ClassesThatWereNotKnownAreToldLater) {
  Program program;
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(20, 0));
  meet(point, {21, 0, 5, 0, 0});
  meet(point, {22, 0, -1, 48, 0});
  meet(point, met(23, 0));
  const MetObject classObject = met(4, program.classClass);
  point.typeOf(20, 4, &classObject);
  const MetObject arrayClass = met(6, program.classClass);
  meet(point, arrayClass);
  point.typeOf(21, 6, nullptr);
  point.typeOf(22, 4, nullptr);
  point.reference(20, 3, 22, nullptr);
  program.file.endPoint();
  const auto trace = opened(program.file.finished());
  ASSERT_TRUE(trace);
  const RebuiltHeap result = heapAt(*trace, 0);
  const Heap& heap = *result.heap;
  EXPECT_EQ(typeName(heap, 20), "a.Base");
  EXPECT_EQ(heap.shallowBytes(at(heap, 20)), 24U);
  EXPECT_EQ(referencesOf(heap, 20), (Texts{"next→16"}));
  EXPECT_EQ(typeName(heap, 21), "a.Base[]");
  EXPECT_EQ(heap.lengthOf(at(heap, 21)), 5U);
  EXPECT_EQ(heap.shallowBytes(at(heap, 22)), 48U);
  EXPECT_EQ(typeName(heap, 23), "(unknown class)");
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0].message, "the class of 1 objects was not recorded");

  Progress progress;
  const Result<Census> census = trace->censusAt(PointIndex(0), progress, Threads(2));
  ASSERT_TRUE(census);
  Texts rows;
  for (const Census::Row& row : census->rows) {
    rows.push_back(row.type + ' ' + std::to_string(row.objects) + ' ' + std::to_string(row.bytes));
  }
  EXPECT_EQ(rows, (Texts{"java.lang.Class 2 0", "a.Base 2 72", "a.Base[] 1 40", "(unknown class) 1 0"}));
}

TEST(RecordingObjects, OfSeveralClassesToldForAnObjectTheFirstKnownOneCounts) {
  Program program;
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(20, 0));
  point.typeOf(20, 99, nullptr);  // no type has this class object
  point.typeOf(20, 4, nullptr);
  program.file.endPoint();
  const auto trace = opened(program.file.finished());
  ASSERT_TRUE(trace);
  EXPECT_EQ(typeName(*heapAt(*trace, 0).heap, 20), "a.Base");
  Progress progress;
  const Result<Census> census = trace->censusAt(PointIndex(0), progress, Threads(2));
  ASSERT_TRUE(census);
  ASSERT_EQ(census->rows.size(), 1U);
  EXPECT_EQ(census->rows[0].type, "a.Base");
  EXPECT_EQ(census->rows[0].bytes, 24U);
}

TEST(RecordingObjects, RootsSayWhereTheyAre) {
  Program program;
  SymbolEncoder& symbols = program.file.symbols;
  const uint32_t main = symbols.thread(30, 1, "main");
  const uint32_t frame = symbols.frame("La/Main;", "run", "Main.java", 42);
  PointEncoder& point = program.file.beginPoint(1);
  const MetObject thread = met(30, program.object);
  const MetObject local = met(31, program.base);
  point.root(RootTag::kThread, 30, &thread, {});
  const uint64_t variable[] = {1, 2 + 1, 1, 4 + 1};
  const uint64_t unknown[] = {0, 0, 0, 0};
  const uint64_t jni[] = {1, 0 + 1, 0};
  point.root(RootTag::kStackLocal, 31, &local, variable);
  point.root(RootTag::kStackLocal, 31, nullptr, variable);
  point.root(RootTag::kStackLocal, 30, nullptr, unknown);
  point.root(RootTag::kJniLocal, 31, nullptr, jni);
  point.root(RootTag::kOther, 31, nullptr, {});
  point.root(RootTag::kSystemClass, 99, nullptr, {});
  program.file.endPoint(0, {frame}, {main});

  const RebuiltHeap result = program.heap();
  const Heap& heap = *result.heap;
  ASSERT_EQ(heap.roots().size(), 6U);
  const Root& first = heap.roots()[0];
  EXPECT_EQ(first.kind, RootKind::kThread);
  EXPECT_EQ(first.object, at(heap, 30));
  EXPECT_EQ(heap.symbols()[first.thread].name, "main");
  const Root& second = heap.roots()[1];
  EXPECT_EQ(second.kind, RootKind::kJavaFrame);
  ASSERT_TRUE(heap.placeOf(second));
  EXPECT_EQ(heap.placeOf(second)->frame.className, "a.Main");
  EXPECT_EQ(heap.placeOf(second)->frame.line, 42U);
  EXPECT_EQ(heap.placeOf(second)->depth, 2U);
  EXPECT_EQ(heap.placeOf(second)->slot, 4U);
  EXPECT_EQ(heap.symbols()[second.thread].name, "main");
  EXPECT_EQ(heap.roots()[2].place, second.place);
  EXPECT_FALSE(heap.placeOf(heap.roots()[3]));
  EXPECT_FALSE(heap.roots()[3].thread.exists());
  EXPECT_EQ(heap.roots()[4].kind, RootKind::kJniLocal);
  EXPECT_EQ(heap.placeOf(heap.roots()[4])->depth, 0U);
  EXPECT_EQ(heap.placeOf(heap.roots()[4])->slot, RootPlace::kUnknown);
  EXPECT_EQ(heap.roots()[5].kind, RootKind::kVmInternal);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0].message, "1 GC roots lead to objects that are not in the point; they are left out");
}

TEST(RecordingObjects, OriginsAreSitesAndThreads) {
  Program program;
  SymbolEncoder& symbols = program.file.symbols;
  const uint32_t inner = symbols.frame("a/Main", "make", "Main.java", 7);
  const uint32_t outer = symbols.frame("a/Main", "main", "Main.java", 3);
  const uint32_t frames[] = {inner, outer};
  const uint32_t origin = symbols.origin(symbols.site(frames), symbols.thread(0, 1, "worker"), 0);
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(40, program.base, -1, origin));
  meet(point, met(41, program.base));
  program.file.endPoint();
  const RebuiltHeap result = program.heap();
  const Heap& heap = *result.heap;
  const SiteId site = heap.siteOf(at(heap, 40));
  ASSERT_TRUE(site.exists());
  ASSERT_EQ(heap.symbols()[site].frames.size(), 2U);
  EXPECT_EQ(heap.symbols()[site].frames[0].method, "make");
  EXPECT_EQ(heap.symbols()[site].frames[0].className, "a.Main");
  EXPECT_EQ(heap.symbols()[heap.threadOf(at(heap, 40))].name, "worker");
  EXPECT_FALSE(heap.siteOf(at(heap, 41)).exists());
  EXPECT_FALSE(heap.threadOf(at(heap, 41)).exists());
}

/// Of one Base (24 bytes) for each interval, and one without a site.
std::vector<double> weightsWith(const std::vector<uint32_t>& intervals) {
  Program program;
  SymbolEncoder& symbols = program.file.symbols;
  const uint32_t frames[] = {symbols.frame("a/Main", "make", "Main.java", 7)};
  const uint32_t site = symbols.site(frames);
  std::vector<uint32_t> origins;
  for (const uint32_t interval : intervals) origins.push_back(symbols.origin(site, 0, interval));
  PointEncoder& point = program.file.beginPoint(1);
  uint64_t id = 40;
  for (const uint32_t origin : origins) meet(point, met(id++, program.base, -1, origin));
  meet(point, met(id, program.base));
  program.file.endPoint();
  const RebuiltHeap result = program.heap();
  std::vector<double> weights;
  for (uint64_t object = 40; object <= id; ++object) {
    weights.push_back(result.heap->sampleWeight(at(*result.heap, object)));
  }
  return weights;
}

/// A loader (30) of a type of that name, which has loaded a class (31) and that of its arrays (32), where the recorder
/// found nothing that leads to the classes.
RebuiltHeap heapWithLoader(const std::string& loaderType) {
  Program program;
  RecordingBuilder& file = program.file;
  const uint32_t loader = file.type(20, "L" + loaderType + ";", 1, {{"parent", "Ljava/lang/Object;"}});
  file.type(31, "La/Plugin;", 1);
  file.type(32, "[La/Plugin;", 1);
  file.symbols.instanceBytes(loader, 24);
  PointEncoder& point = file.beginPoint(1);
  meet(point, met(30, loader));
  const MetObject plugin = met(31, program.classClass);
  const MetObject arrays = met(32, program.classClass);
  point.root(RootTag::kOther, 31, &plugin, {});
  point.reference(31, static_cast<uint64_t>(ClassSlot::kClassLoader), 30, nullptr);
  point.root(RootTag::kOther, 32, &arrays, {});
  point.reference(32, static_cast<uint64_t>(ClassSlot::kClassLoader), 30, nullptr);
  file.endPoint();
  return program.heap();
}

TEST(RecordingObjects, AClassThatNothingLeadsToIsHeldByItsLoader) {
  const RebuiltHeap result = heapWithLoader("java/net/URLClassLoader");
  const Heap& heap = *result.heap;
  EXPECT_EQ(referencesOf(heap, 30), (Texts{"<class>→1f", "<class>→20"}));
  ASSERT_EQ(heap.roots().size(), 1U);
  EXPECT_EQ(heap.idOf(heap.roots()[0].object), ObjectId(30));
  EXPECT_EQ(heap.loaderOf(heap.typeOfClassObject(at(heap, 32))), at(heap, 30));
}

TEST(RecordingObjects, TheLoaderOfAClassThatWasNeverUsedIsThatOfItsModule) {
  RecordingBuilder file;
  const uint32_t object = file.type(1, "Ljava/lang/Object;");
  const uint32_t classClass =
      file.type(2, "Ljava/lang/Class;", 1, {{"componentType", "Ljava/lang/Class;"}, {"module", "Ljava/lang/Module;"}});
  const uint32_t module = file.type(3, "Ljava/lang/Module;", 1, {{"loader", "Ljava/lang/ClassLoader;"}});
  const uint32_t loader = file.type(4, "La/Loader;", 1);
  file.type(32, "[La/NeverUsed;", 1);  // its component's class (31) has no type
  for (const uint32_t type : {object, module, loader}) file.symbols.instanceBytes(type, 16);
  PointEncoder& point = file.beginPoint(1);
  meet(point, met(30, loader));
  meet(point, met(2, classClass));
  const MetObject arrays = met(32, classClass);
  const MetObject component = met(31, classClass);
  const MetObject unnamed = met(40, module);
  point.root(RootTag::kOther, 32, &arrays, {});
  point.reference(32, kFirstClassField, 31, &component);
  point.reference(31, kFirstClassField + kClassSlotKinds, 40, &unnamed);
  point.reference(40, 0, 30, nullptr);
  point.root(RootTag::kOther, 31, nullptr, {});
  file.endPoint();
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  const RebuiltHeap result = heapAt(*trace, 0);
  EXPECT_EQ(referencesOf(*result.heap, 30), (Texts{"<class>→20", "<class>→1f"}));
  EXPECT_EQ(result.heap->roots().size(), 2U);
}

TEST(RecordingObjects, ClassesOfLoadersThatNeverGoStayRoots) {
  const RebuiltHeap result = heapWithLoader("jdk/internal/loader/ClassLoaders$AppClassLoader");
  EXPECT_EQ(referencesOf(*result.heap, 30), Texts{});
  EXPECT_EQ(result.heap->roots().size(), 3U);
  EXPECT_FALSE(result.heap->loaderOf(result.heap->typeOfClassObject(at(*result.heap, 31))).exists());
}

TEST(RecordingObjects, ASampledObjectStandsForAsManyAsItsIntervalMakesItLikely) {
  const std::vector<double> weights = weightsWith({0, 24, 65536});
  ASSERT_EQ(weights.size(), 4U);
  EXPECT_EQ(weights[0], 1);
  EXPECT_NEAR(weights[1], 1.5819767, 1e-6);  // 1 / (1 - 1/e)
  EXPECT_NEAR(weights[2], 2731.1667, 1e-3);  // 65536 / 24 + 1/2 + …
  EXPECT_EQ(weights[3], 0);
}

TEST(RecordingObjects, WhereEveryAllocationWasReportedNoObjectNeedsAByteForItsInterval) {
  EXPECT_EQ(weightsWith({0}), (std::vector<double>{1, 0}));
  Program program;
  const uint32_t frames[] = {program.file.symbols.frame("a/Main", "make", "Main.java", 7)};
  const uint32_t origin = program.file.symbols.origin(program.file.symbols.site(frames), 0, 0);
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(40, program.base, -1, origin));
  program.file.endPoint();
  EXPECT_TRUE(program.heap().heap->parts().samplings.empty());
}

TEST(RecordingObjects, AnOriginCanFollowItsObject) {
  Program program;
  SymbolEncoder& symbols = program.file.symbols;
  const uint32_t frames[] = {symbols.frame("a/Main", "make", "Main.java", 7)};
  const uint32_t origin = symbols.origin(symbols.site(frames), 0, 24);
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(40, program.base));
  point.lateOrigin(40, origin);
  point.lateOrigin(77, origin);  // of an object that the point does not have
  program.file.endPoint();
  const RebuiltHeap result = program.heap();
  EXPECT_EQ(result.heap->roots().size(), 1U);
  EXPECT_TRUE(result.heap->siteOf(at(*result.heap, 40)).exists());
  EXPECT_EQ(result.heap->samplingIntervalOf(at(*result.heap, 40)), 24U);
}

TEST(RecordingObjects, OriginsOfVersion1WereSampledAtTheIntervalThatTheStartTells) {
  Program program;
  const uint32_t frames[] = {program.file.symbols.frame("a/Main", "make", "Main.java", 7)};
  const uint32_t site = program.file.symbols.site(frames);
  program.file.writeSymbols();
  PayloadWriter origin;
  for (const uint64_t part : {uint64_t{6}, uint64_t{site}, uint64_t{0}}) origin.number(part);
  program.file.writer().add(ChunkKind::kSymbols, kNoPoint, origin.take());
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(40, program.base, -1, 1));
  program.file.endPoint();
  std::vector<uint8_t> content = program.file.finished();
  std::ranges::copy(kMagicOfVersion1, content.begin());
  const auto trace = opened(content);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->info().formatVersion, "1");
  const RebuiltHeap result = heapAt(*trace, 0);
  EXPECT_EQ(result.heap->samplingIntervalOf(at(*result.heap, 40)), 4096U);
}

TEST(RecordingObjects, WeakReferencesDoNotKeepAlive) {
  Program program;
  const uint32_t reference = program.file.type(60, "Ljava/lang/ref/Reference;", 1,
                                               {{"referent", "Ljava/lang/Object;"}, {"queue", "La/Base;"}});
  const uint32_t weak = program.file.type(61, "Ljava/lang/ref/WeakReference;", 60);
  const uint32_t entry = program.file.type(62, "La/Entry;", 61, {{"value", "La/Base;"}});
  ASSERT_GT(weak, reference);
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(70, entry));
  point.reference(70, 0, 70, nullptr);
  program.file.endPoint();
  const RebuiltHeap result = program.heap();
  const Heap& heap = *result.heap;
  EXPECT_EQ(heap.weakSlots(heap.typeOf(at(heap, 70))), SlotSet{1});
  EXPECT_EQ(referencesOf(heap, 70), (Texts{"referent→46"}));
}

TEST(RecordingObjects, ReferencesToObjectsThatAreNotThereAreCountedAndLeftOut) {
  Program program;
  PointEncoder& point = program.file.beginPoint(1);
  meet(point, met(10, program.array, 5000));
  for (const uint64_t slot : {1U, 300U, 4000U}) point.reference(10, slot, slot == 300 ? 999 : 10, nullptr);
  program.file.endPoint();
  const RebuiltHeap result = program.heap();
  EXPECT_EQ(result.heap->missingObjects(), 1U);
  EXPECT_EQ(referencesOf(*result.heap, 10), (Texts{"[1]→a", "[4000]→a"}));
}

}  // namespace
}  // namespace heaptrail
