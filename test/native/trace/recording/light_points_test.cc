// Light points: what the recorder counted is what the reader tells, by type and from class to class, and nothing else
// is to be had of them. And how full the pools were in between.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "model/counted_heap.h"
#include "ownership/counted_groups.h"
#include "ownership/counted_shares.h"
#include "ownership/ownership_graph.h"
#include "trace/recording/recording_builder.h"

namespace heaptrail {
namespace {

using namespace test;
using namespace recording;

using Role = CountsRecord::Role;

/// Two nodes that a static field of their class holds, an array of each ten and a hundred bytes, and a thread that
/// holds the longer one.
CountsRecord someCounts(RecordingBuilder& file) {
  const uint32_t node = file.type(10, "La/Node;");
  const uint32_t bytes = file.type(11, "[B");
  const uint32_t thread = file.type(12, "Ljava/lang/Thread;");
  file.type(13, "Ljava/lang/Class;");
  const uint32_t worker = file.symbols.thread(20, 1, "worker");
  CountsRecord counts;
  counts.groups = {{.role = Role::kObjects, .type = node, .objects = 2, .bytes = 48},
                   {.role = Role::kObjects, .type = bytes, .magnitude = 2, .objects = 1, .bytes = 26},
                   {.role = Role::kObjects, .type = bytes, .magnitude = 3, .objects = 1, .bytes = 116},
                   {.role = Role::kClassObject, .type = node, .objects = 1, .bytes = 96},
                   {.role = Role::kThread, .type = thread, .thread = worker, .objects = 1, .bytes = 100}};
  counts.roots = {{RootTag::kStackLocal, worker, 2, 1}, {RootTag::kThread, worker, 4, 1}};
  counts.arcs = {{0, 1, 1}, {0, 2, 1}, {3, 0, 2}};
  return counts;
}

TEST(LightPoints, TellWhatWasCounted) {
  RecordingBuilder file;
  file.lightPoint(1, someCounts(file));
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  const Point& point = trace->timeline().points.at(0);
  EXPECT_TRUE(point.isLight);
  EXPECT_EQ(point.reached, (Size{6, 386}));

  const Result<CountedHeap> counts = trace->countsAt(PointIndex(0));
  ASSERT_TRUE(counts) << counts.error().describe();
  ASSERT_EQ(counts->groups.size(), 5U);
  EXPECT_EQ((*counts->symbols)[counts->groups[0].type].name, "a.Node");
  EXPECT_EQ(counts->groups[0].size, (Size{2, 48}));
  EXPECT_EQ((*counts->symbols)[counts->groups[1].type].name, "byte[]");
  EXPECT_EQ(counts->groups[1].minimumLength, 10U);
  EXPECT_EQ(counts->groups[2].minimumLength, 100U);
  EXPECT_EQ(counts->groups[3].role, CountedHeap::Role::kClassObject);
  EXPECT_EQ(counts->groups[4].thread, "worker");
  EXPECT_EQ(counts->roots[0].kind, RootKind::kJavaFrame);
  EXPECT_EQ(counts->references[2].count, 2U);

  Progress progress;
  const Result<Census> census = trace->censusAt(PointIndex(0), progress, Threads(1));
  ASSERT_TRUE(census);
  std::vector<std::string> rows;
  for (const Census::Row& row : census->rows) {
    rows.push_back(row.type + ' ' + std::to_string(row.objects) + ' ' + std::to_string(row.bytes));
  }
  EXPECT_EQ(rows, (std::vector<std::string>{"a.Node 2 48", "byte[] 2 142", "java.lang.Class 1 96",
                                            "java.lang.Thread 1 100"}));
}

TEST(LightPoints, HaveNoHeapAndSayWhatToDo) {
  RecordingBuilder file;
  file.lightPoint(1, someCounts(file));
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  const auto heap = tryHeapAt(*trace, 0);
  ASSERT_FALSE(heap);
  EXPECT_EQ(heap.error().kind, ErrorKind::kUsage);
  EXPECT_TRUE(heap.error().message.starts_with("point 0 is a light one: it has counts by class, and no objects"));
  EXPECT_TRUE(heap.error().message.contains("take a full point"));
}

TEST(LightPoints, FullOnesBesideThemHaveObjectsAndNoCounts) {
  RecordingBuilder file;
  file.lightPoint(1, someCounts(file));
  const uint32_t object = file.type(30, "Ljava/lang/Object;");
  file.symbols.instanceBytes(object, 16);
  const MetObject one = met(40, object);
  file.beginPoint(2).root(RootTag::kMonitor, 40, &one, {});
  file.endPoint(16);
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  EXPECT_FALSE(trace->timeline().points.at(1).isLight);
  EXPECT_EQ(heapAt(*trace, 1).heap->objectCount(), 1U);
  EXPECT_FALSE(trace->countsAt(PointIndex(1)));
}

TEST(LightPoints, PartsOfWhatEachNodeOwnsAddUpToTheCountedBytes) {
  RecordingBuilder file;
  file.lightPoint(1, someCounts(file));
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  const PointOwnership point = ownershipOfCounts(*trace->countsAt(PointIndex(0)));
  std::vector<std::string> keys;
  for (const ClassGroup& group : point.groups) keys.push_back(group.key);
  EXPECT_EQ(keys, (std::vector<std::string>{"heap", "a.Node", "byte[] ×10", "byte[] ×100", "static a.Node",
                                            "thread worker"}));
  const OwnershipGraph graph = OwnershipGraph::build(point, weightsByCounts(point, {}));
  ASSERT_FALSE(graph.nodes.empty());
  EXPECT_EQ(graph.nodes.front().owned, 386U);
  for (const OwnershipNode& node : graph.nodes) {
    uint64_t sum = node.own.bytes;
    for (const OwnershipNode::Child& child : node.children) sum += child.owned;
    EXPECT_EQ(sum, node.owned) << node.key;
  }
}

/// Maps that a field of sessions holds, maps in these, and one that a static field holds: a field of another class that
/// a subclass inherits, and arrays that a class object and a thread hold.
CountsRecord countsOfCollections(RecordingBuilder& file) {
  using Holder = CountsRecord::Holder;
  const uint32_t base = file.type(10, "La/Base;", 0, {{"kept", "Ljava/util/Map;"}});
  const uint32_t session = file.type(
      11, "La/Session;", 10, {{"count", "I"}, {"all", "Ljava/util/Map;", true}, {"attributes", "Ljava/util/Map;"}});
  const uint32_t map = file.type(12, "Ljava/util/HashMap;");
  const uint32_t node = file.type(13, "Ljava/util/HashMap$Node;");
  const uint32_t texts = file.type(14, "[Ljava/lang/String;");
  const uint32_t classes =
      file.type(15, "Ljava/lang/Class;", 0, {{"name", "Ljava/lang/String;"}, {"cache", "[Ljava/lang/String;"}});
  EXPECT_NE(base, classes);
  const uint32_t worker = file.symbols.thread(20, 1, "worker");
  CountsRecord counts;
  counts.collections = {{map, Holder::kField, session, 3},
                        {map, Holder::kCollection, 0, 0},
                        {map, Holder::kStaticField, session, 2},
                        {map, Holder::kField, session, 0},
                        {texts, Holder::kFieldOfClass, session, 1},
                        {texts, Holder::kRoots, worker, static_cast<uint64_t>(RootTag::kStackLocal)},
                        {texts, Holder::kNobody, 0, 0}};
  counts.groups = {{.type = map, .collection = 1, .objects = 2},   {.type = node, .collection = 1, .objects = 5},
                   {.type = map, .collection = 2, .objects = 3},   {.type = node, .collection = 2, .objects = 4},
                   {.type = map, .collection = 3, .objects = 1},   {.type = map, .collection = 4, .objects = 1},
                   {.type = texts, .collection = 5, .objects = 1}, {.type = texts, .collection = 6, .objects = 1},
                   {.type = texts, .collection = 7, .objects = 1}, {.type = node, .objects = 1}};
  return counts;
}

TEST(LightPoints, CollectionsAreCalledByWhoHoldsThem) {
  RecordingBuilder file;
  file.lightPoint(1, countsOfCollections(file));
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  const PointOwnership point = ownershipOfCounts(*trace->countsAt(PointIndex(0)));
  std::vector<std::string> keys;
  for (const ClassGroup& group : point.groups) keys.push_back(group.key);
  EXPECT_EQ(keys, (std::vector<std::string>{
                      "heap", "HashMap ← Session.attributes", "Node ← HashMap ← Session.attributes",
                      "HashMap ← HashMap ← Session.attributes", "Node ← HashMap ← HashMap ← Session.attributes",
                      "HashMap ← Session.all", "HashMap ← Base.kept", "String[] ← Session.cache",
                      "String[] ← thread worker", "String[]", "java.util.HashMap$Node"}));
  EXPECT_EQ(point.groups[2].kind, GroupKind::kCollection);
  EXPECT_EQ(point.groups[7].kind, GroupKind::kArray);
  EXPECT_EQ(point.groups[10].kind, GroupKind::kClass);
}

TEST(LightPoints, CollectionsThatHoldEachOtherInACircleMakeTheirPointUnreadable) {
  for (const uint32_t above : {1U, 2U, 70U}) {
    RecordingBuilder file;
    CountsRecord counts = countsOfCollections(file);
    counts.collections[1].of = above;
    file.lightPoint(1, counts);
    const auto trace = opened(file.finished());
    ASSERT_TRUE(trace);
    EXPECT_FALSE(trace->countsAt(PointIndex(0))) << above;
  }
}

TEST(LightPoints, DamagedCountsMakeTheirPointUnreadable) {
  RecordingBuilder file;
  CountsRecord counts = someCounts(file);
  counts.arcs.push_back({0, 5, 1});  // there are five groups
  file.lightPoint(1, counts);
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  EXPECT_FALSE(trace->countsAt(PointIndex(0)));
  Progress progress;
  EXPECT_FALSE(trace->censusAt(PointIndex(0), progress, Threads(1)));
}

UsesRecord usesOf(uint32_t eden, uint32_t old, const std::vector<std::vector<uint64_t>>& rows) {
  UsesRecord record{{eden, old}, {}};
  for (const std::vector<uint64_t>& row : rows) record.uses.push_back({row[0] * 1'000'000, {row[1], row[2]}});
  return record;
}

TEST(PoolUses, AreToldInTheOrderOfTime) {
  RecordingBuilder file;
  file.beginPoint(1);
  file.endPoint();
  const uint32_t eden = file.symbols.string("eden");
  const uint32_t old = file.symbols.string("old");
  file.uses(usesOf(eden, old, {{250, 100, 7}, {500, 300, 7}}));
  file.uses(usesOf(eden, old, {{1250, 5, 90}}));
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  EXPECT_TRUE(trace->warnings().empty());
  const PoolUses& uses = trace->timeline().uses;
  EXPECT_EQ(uses.pools, (std::vector<std::string>{"eden", "old"}));
  ASSERT_EQ(uses.uses.size(), 3U);
  EXPECT_DOUBLE_EQ(uses.uses[1].seconds, 0.5);
  EXPECT_EQ(uses.uses[1].used, (std::vector<uint64_t>{300, 7}));
  EXPECT_EQ(uses.uses[2].used, (std::vector<uint64_t>{5, 90}));
}

TEST(PoolUses, OfALongRecordingTheFullestOfManyStay) {
  RecordingBuilder file;
  file.beginPoint(1);
  file.endPoint();
  const uint32_t eden = file.symbols.string("eden");
  const uint32_t old = file.symbols.string("old");
  constexpr uint64_t kChunks = 5;
  constexpr uint64_t kEach = 2000;
  for (uint64_t chunk = 0; chunk < kChunks; ++chunk) {
    std::vector<std::vector<uint64_t>> rows;
    for (uint64_t i = 0; i < kEach; ++i) rows.push_back({chunk * kEach + i, i == 777 ? 1'000'000 : i % 5, 1});
    file.uses(usesOf(eden, old, rows));
  }
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  const std::vector<PoolUses::Use>& uses = trace->timeline().uses.uses;
  EXPECT_EQ(uses.size(), kChunks * kEach / 5);
  EXPECT_EQ(std::ranges::count_if(uses, [](const PoolUses::Use& use) { return use.used[0] == 1'000'000; }),
            static_cast<ptrdiff_t>(kChunks));
  EXPECT_TRUE(std::ranges::is_sorted(uses, {}, &PoolUses::Use::seconds));
}

TEST(PoolUses, DamagedOnesAreLeftOutWithAWarning) {
  RecordingBuilder file;
  file.beginPoint(1);
  file.endPoint();
  file.uses(UsesRecord{{}, {{1, {}}}});
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  EXPECT_TRUE(trace->timeline().uses.uses.empty());
  ASSERT_EQ(trace->warnings().size(), 1U);
  EXPECT_TRUE(trace->warnings()[0].message.ends_with("how full the pools were is not told for a while"));
}

}  // namespace
}  // namespace heaptrail
