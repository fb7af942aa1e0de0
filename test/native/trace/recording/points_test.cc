// A recording as a whole: its points and collections, that one point is read without the others, and that a large
// random heap comes out as it went in, whatever the number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "support/sanitized.h"
#include "trace/opened.h"
#include "trace/recording/recording_builder.h"

namespace heaptrail {
namespace {

using namespace test;
using namespace recording;

TEST(RecordingPoints, CollectionsOfWhichOnlyTheTimesAreKnownAreToldOnce) {
  RecordingBuilder file;
  file.beginPoint(1);
  file.endPoint(0);
  CollectionRecord collection;
  for (const uint64_t start : {1'000'000'000U, 2'000'000'000U}) {
    collection.start = start;
    file.collection(collection);
  }
  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->timeline().collections.size(), 2U);
  ASSERT_EQ(trace->warnings().size(), 1U);
  EXPECT_TRUE(trace->warnings()[0].message.starts_with("the JVM did not tell how full its memory pools were"));
}

TEST(RecordingPoints, TheTimelineTellsWhatTheRecorderSaw) {
  RecordingBuilder file;
  const uint32_t object = file.type(1, "Ljava/lang/Object;");
  file.symbols.instanceBytes(object, 16);
  for (const uint64_t objects : {3U, 5U}) {
    PointEncoder& point = file.beginPoint(static_cast<double>(objects));
    for (uint64_t id = 10; id < 10 + objects; ++id) {
      const MetObject one = met(id, object);
      point.root(RootTag::kMonitor, id, &one, {});
    }
    file.endPoint(objects * 16, {}, {}, {{file.symbols.string("Old"), 10 * objects}});
  }
  CollectionRecord collection;
  collection.start = 4'000'000'000;
  collection.duration = 250'000'000;
  collection.kind = RecordedCollection::kMajor;
  collection.collector = file.symbols.string("G1 Old");
  collection.cause = file.symbols.string("System.gc()");
  collection.pools = {{file.symbols.string("Old"), 100, 70}};
  file.collection(collection);

  const auto trace = opened(file.finished());
  ASSERT_TRUE(trace);
  EXPECT_TRUE(trace->warnings().empty());
  EXPECT_EQ(trace->info().format, "heaptrail");
  EXPECT_EQ(trace->info().sites, SiteCoverage::kSampled);
  EXPECT_TRUE(trace->info().sitesAreSampled());
  EXPECT_EQ(trace->info().samplingInterval, 4096U);
  EXPECT_EQ(trace->info().formatVersion, "2");
  EXPECT_TRUE(trace->info().identity);
  EXPECT_EQ(trace->info().startMillis, 1'700'000'000'000);
  const Timeline& timeline = trace->timeline();
  ASSERT_EQ(timeline.points.size(), 2U);
  EXPECT_DOUBLE_EQ(timeline.points[1].seconds, 5);
  EXPECT_EQ(timeline.points[1].reached, (Size{5, 80}));
  EXPECT_EQ(timeline.points[1].used.at("Old"), 50U);
  ASSERT_EQ(timeline.collections.size(), 1U);
  EXPECT_DOUBLE_EQ(timeline.collections[0].end, 4.25);
  EXPECT_EQ(timeline.collections[0].cause, "System.gc()");
  EXPECT_EQ(timeline.collections[0].kind, CollectionKind::kMajor);
  EXPECT_EQ(timeline.collections[0].usedAfter.at("Old"), 70U);

  // The same objects are the same at both points.
  const RebuiltHeap first = heapAt(*trace, 0);
  const RebuiltHeap second = heapAt(*trace, 1);
  EXPECT_EQ(first.runtime.name, "Test VM");
  EXPECT_EQ(first.runtime.headerBytes, 12U);
  EXPECT_EQ(first.heap->objectCount(), 3U);
  EXPECT_EQ(second.heap->objectCount(), 5U);
  EXPECT_EQ(second.heap->shallowBytes(at(*second.heap, 12)), 16U);
  EXPECT_EQ(second.heap->roots()[4].object, at(*second.heap, 14));
  EXPECT_EQ(second.heap->roots()[4].kind, RootKind::kMonitor);
  EXPECT_FALSE(tryHeapAt(*trace, 2));
}

/// A heap that is kept as plainly as can be.
struct PlainHeap {
  struct Object {
    uint32_t type = 0;
    int64_t length = -1;
    std::map<uint32_t, uint64_t> references;  // by the model's slot
  };
  std::map<uint64_t, Object> objects;
};

/// java.lang.Object, five classes in a row with three fields each, and an array of them.
struct RandomRecording {
  static constexpr uint32_t kClasses = 5;
  static constexpr uint32_t kFields = 3;  // of each class: a primitive one and two references

  explicit RandomRecording(unsigned seed) : random(seed) {
    types.push_back(file.type(1, "Ljava/lang/Object;"));
    for (uint32_t i = 1; i <= kClasses; ++i) {
      types.push_back(file.type(1 + i, "LClass" + std::to_string(i) + ';', i,
                                {{"a", "Ljava/lang/Object;"}, {"n", "J"}, {"b", "Ljava/lang/Object;"}}));
      file.symbols.instanceBytes(types.back(), 16 + 16 * i);
    }
    array = file.type(100, "[Ljava/lang/Object;", 1);
  }

  void addPoint(uint32_t objects) {
    PlainHeap plain;
    std::vector<uint64_t> ids;
    for (uint64_t id = 1000; ids.size() < objects; id += 1 + random() % 3) ids.push_back(id);
    for (const uint64_t id : ids) {
      const bool isArray = random() % 4 == 0;
      const auto depth = static_cast<uint32_t>(random() % (kClasses + 1));
      const int64_t length = random() % 50 == 0 ? 10'000 : static_cast<int64_t>(random() % 20);
      plain.objects[id] = {isArray ? array : types[depth], isArray ? length : -1, {}};
    }
    write(plain, ids);
    points.push_back(std::move(plain));
  }

  RecordingBuilder file;
  std::mt19937 random;
  std::vector<uint32_t> types;
  uint32_t array = 0;
  std::vector<PlainHeap> points;

 private:
  /// Breadth first from roots, as a recorder would walk.
  void write(PlainHeap& plain, const std::vector<uint64_t>& ids) {
    PointEncoder& point = file.beginPoint(static_cast<double>(points.size()));
    std::map<uint64_t, bool> seen;
    std::vector<uint64_t> waiting;
    const auto firstTime = [&](uint64_t id, MetObject& object) {
      if (seen[id]) return false;
      seen[id] = true;
      waiting.push_back(id);
      object = met(id, plain.objects[id].type, plain.objects[id].length);
      return true;
    };
    const auto refer = [&](uint64_t id, uint64_t recorded, uint32_t slot) {
      const uint64_t target = ids[random() % 8 == 0 ? random() % ids.size() : (random() % 100) % ids.size()];
      MetObject object;
      const bool fresh = firstTime(target, object);
      point.reference(id, recorded, target, fresh ? &object : nullptr);
      plain.objects[id].references[slot] = target;
    };
    for (const uint64_t root : ids) {
      MetObject object;
      if (firstTime(root, object)) point.root(RootTag::kJniGlobal, root, &object, {});
      for (size_t next = 0; next < waiting.size(); ++next) {
        const uint64_t id = waiting[next];
        const PlainHeap::Object& from = plain.objects[id];
        if (from.length >= 0) {
          for (uint32_t slot = 0; slot < from.length; slot += 1 + static_cast<uint32_t>(random() % 3)) {
            refer(id, slot, slot);
          }
        } else {
          // Recorded from the uppermost class down, each field counted; the model goes the other way.
          const uint32_t depth = from.type - types[0];
          for (uint32_t i = 0; i < depth; ++i) {
            const uint32_t slot = 2 * (depth - 1 - i);
            if (random() % 2 == 0) refer(id, kFields * i, slot);
            if (random() % 2 == 0) refer(id, kFields * i + 2, slot + 1);
          }
        }
      }
      waiting.clear();
    }
    file.endPoint();
  }
};

void expectSame(const Heap& heap, const PlainHeap& plain) {
  ASSERT_EQ(heap.objectCount(), plain.objects.size());
  uint32_t i = 0;
  for (const auto& [id, object] : plain.objects) {
    const ObjectIndex o(i++);
    ASSERT_EQ(heap.idOf(o).value(), id);
    ASSERT_EQ(heap.typeOf(o).value() + 1, object.type);
    if (object.length >= 0) {
      ASSERT_EQ(heap.lengthOf(o), object.length);
    }
    std::map<uint32_t, uint64_t> references;
    heap.forEachSlot(o, [&](ObjectIndex target, uint32_t slot) { references[slot] = heap.idOf(target).value(); });
    ASSERT_EQ(references, object.references) << "of " << id;
    ASSERT_EQ(references.size(), heap.references(o).size());
  }
}

TEST(RecordingPoints, RandomHeapsComeOutAsTheyWentIn) {
  for (unsigned seed = 1; seed <= (kIsSanitized ? 1 : 3); ++seed) {
    RandomRecording recorded(seed);
    recorded.addPoint(kIsSanitized ? 8'000 : 20'000);
    recorded.addPoint(10);
    recorded.addPoint(5'000);
    const auto trace = opened(recorded.file.finished());
    ASSERT_TRUE(trace);
    for (uint32_t point = 0; point < recorded.points.size(); ++point) {
      for (const unsigned threads : {1U, 2U, 5U}) {
        const RebuiltHeap result = heapAt(*trace, point, threads);
        ASSERT_TRUE(result.heap);
        EXPECT_TRUE(result.warnings.empty());
        expectSame(*result.heap, recorded.points[point]);
      }
    }
  }
}

TEST(RecordingPoints, CancellingStops) {
  RandomRecording recorded(4);
  recorded.addPoint(1000);
  const auto trace = opened(recorded.file.finished());
  ASSERT_TRUE(trace);
  Progress progress;
  progress.cancel();
  const auto result = trace->heapAt(PointIndex(0), progress, Threads(2));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::kCancelled);
}

}  // namespace
}  // namespace heaptrail
