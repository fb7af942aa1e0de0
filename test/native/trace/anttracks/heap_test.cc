// Heaps of AntTracks traces: what lives after each collection, where it came from, and what refers to what.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "trace/anttracks/anttracks_builder.h"
#include "trace/anttracks/checkpoints.h"
#include "trace/anttracks/lzw.h"
#include "trace/anttracks/symbols_file.h"
#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;
using anttracks::GcType;
using anttracks::SpaceType;

constexpr uint64_t kFrom = 0x300000000;
constexpr uint64_t kTo = 0x300010000;
constexpr uint32_t kNodeSite = AntTracksBuilder::kBigSite;
constexpr uint32_t kArraySite = 20;
constexpr uint64_t kVm = 0x7000;
constexpr uint64_t kMain = 0x8000;
constexpr uint64_t kWorker = 0x9000;

enum TypeNumber : uint32_t { kObject = 1, kClass, kInts, kNodes, kNode, kLeaf };

/// Classes Node (next, a static cache, children) and Leaf, which extends it (value).
AntTracksBuilder someClasses(bool pointers = true, uint32_t run = 4711) {
  const std::vector<FieldText> node{{"La.Node;", "next"}, {"La.Node;", "cache", true}, {"[La.Node;", "children"}};
  AntTracksBuilder builder(run, pointers);
  builder.cause(14, "Allocation Failure")
      .type(kObject, "Ljava/lang/Object;", 16, {{}})
      .type(kClass, "Ljava/lang/Class;", 32, {{{"Ljava.lang.String;", "name"}}, {}})
      .arrayType(kInts, "[I", 16, 4)
      .arrayType(kNodes, "[La/Node;", 16, 4)
      .type(kNode, "La/Node;", 24, {node, {}})
      .type(kLeaf, "La/Leaf;", 32, {{{"I", "size"}, {"Ljava.lang.Object;", "value"}}, node, {}})
      .mirror(kClass, 40, "La/Node;", node)
      .site(kNodeSite, kNode, {{"a.Node.make(I)La/Node;", 3}, {"a.Main.main([Ljava/lang/String;)V", 12}})
      .site(kNodeSite + 1, kLeaf, {{"a.Leaf.make()La/Leaf;", 0}})
      .site(kArraySite, kNodes, {{"a.Node.<init>()V", 7}});
  builder.frame(kVm, AntTracksEvents()
                         .space(0, kOld, 0x10000, SpaceType::kOld)
                         .space(1, kEden, 0x10000, SpaceType::kEden)
                         .space(2, kFrom, 0x10000, SpaceType::kSurvivor)
                         .space(3, kTo, 0x10000, SpaceType::kSurvivor));
  return builder;
}

/// What `main` makes: two nodes, an array of two, a leaf, the class object of Node, and one thing that nobody keeps.
AntTracksEvents someObjects() {
  return AntTracksEvents()
      .thread(kMain, "main")
      .tlab(kEden, 0x1000)
      .instance(kNodeSite)                   // 1
      .instance(kNodeSite)                   // 2
      .array(kArraySite, 2)                  // 3
      .instance(kNodeSite + 1)               // 4
      .objectAt(kEden + 104, kClass, 0, 40)  // 5: lies in the buffer
      .instance(kNodeSite);                  // 6
}

void addMinor(AntTracksBuilder& builder, bool pointers) {
  builder.frame(kVm, AntTracksEvents().gcStart(GcType::kMinor, 1, kEden))
      .frame(kVm, AntTracksEvents().collects(1, 1).collects(2, 1));
  AntTracksEvents events;
  events.plab(kTo, 0x1000).plab(kOld, 0x1000);
  if (pointers) {
    // Fields come backwards, the leaf's own first; addresses may be those before the collection.
    events.move(kEden, kTo, {kEden + 48, kEden + 24})
        .move(kEden + 24, kTo + 24, {0, kTo})
        .move(kEden + 48, kTo + 48, {kEden + 72, 0})
        .move(kEden + 72, kOld, {kEden, 0, kEden + 24})
        .move(kEden + 104, kOld + 32, {0, 0, 0, 0, kEden})
        .roots(2, {kEden + 72})
        .roots(kMain, {kEden});
  } else {
    events.event(anttracks::Event::kMoveFastNarrow, 1U << 24)
        .event(anttracks::Event::kMoveFast, 1U << 24, {24 / 8})
        .move(kEden + 48, kTo + 48)
        .move(kEden + 72, kOld)
        .move(kEden + 104, kOld + 32);
  }
  builder.frame(kWorker, events).frame(kVm, AntTracksEvents().gcEnd(GcType::kMinor, 1));
}

/// Lets go of 2.
void addMajor(AntTracksBuilder& builder) {
  builder.frame(kVm, AntTracksEvents().gcStart(GcType::kMajor, 2))
      .frame(kWorker, AntTracksEvents()
                          .keep(kOld, {0, kOld + 72, kOld + 72})
                          .keep(kOld + 32, {0, 0, 0, 0, kOld + 72})
                          .move(kTo, kOld + 72, {0, kOld + 96})
                          .move(kTo + 48, kOld + 96, {kOld, 0})
                          .roots(3, {kOld, kOld + 32}))
      .frame(kVm, AntTracksEvents().gcEnd(GcType::kMajor, 2));
}

AntTracksBuilder smallTrace(bool packed = false) {
  AntTracksBuilder builder = someClasses();
  builder.frame(kMain, someObjects(), packed);
  addMinor(builder, true);
  addMajor(builder);
  return builder;
}

std::unique_ptr<Trace> openedFolder(const std::string& path) {
  Progress progress;
  Result<std::unique_ptr<Trace>> trace = openTrace({path}, progress);
  if (!trace) ADD_FAILURE() << trace.error().describe();
  return trace ? std::move(*trace) : nullptr;
}

RebuiltHeap heapAfter(Trace& trace, uint32_t point) {
  Progress progress;
  Result<RebuiltHeap> heap = trace.heapAt(PointIndex(point), progress, Threads(2));
  if (!heap) ADD_FAILURE() << heap.error().describe();
  return heap.value_or(RebuiltHeap{});
}

std::vector<uint64_t> idsOf(const Heap& heap) {
  std::vector<uint64_t> ids;
  for (uint32_t i = 0; i < heap.objectCount(); ++i) ids.push_back(heap.idOf(ObjectIndex(i)).value());
  return ids;
}
using Ids = std::vector<uint64_t>;

TEST(AntTracksHeap, ObjectsKeepTheirIdsThroughMovesAndDie) {
  const TraceFolderOnDisk folder(smallTrace().files());
  const auto trace = openedFolder(folder.path());
  ASSERT_EQ(trace->timeline().points.size(), 2U);
  EXPECT_TRUE(trace->info().identity);
  const RebuiltHeap first = heapAfter(*trace, 0);
  EXPECT_EQ(idsOf(*first.heap), (Ids{1, 2, 3, 4, 5}));
  EXPECT_EQ(idsOf(*heapAfter(*trace, 1).heap), (Ids{1, 3, 4, 5}));
  EXPECT_EQ(typeName(*first.heap, 3), "a.Node[]");
  EXPECT_EQ(first.heap->lengthOf(at(*first.heap, 3)), 2U);
  EXPECT_EQ(first.heap->shallowBytes(at(*first.heap, 5)), 40U);
  EXPECT_EQ(trace->timeline().points[0].reached, (Size{5, 24 + 24 + 24 + 32 + 40}));
}

/// Three points: after the third collection 7 lives, too, behind the others in the young generation.
AntTracksBuilder traceOfThreePoints() {
  AntTracksBuilder builder = smallTrace();
  builder.frame(kMain, AntTracksEvents().tlab(kEden, 0x1000).instance(kNodeSite))
      .frame(kVm, AntTracksEvents().gcStart(GcType::kMinor, 3).collects(1, 3))
      .frame(kWorker, AntTracksEvents().move(kEden, kTo, {0, 0}))
      .frame(kVm, AntTracksEvents().gcEnd(GcType::kMinor, 3));
  return builder;
}

std::string textOfHeap(const Heap& heap) {
  std::string text;
  for (const uint64_t id : idsOf(heap)) {
    text += std::to_string(id) + " " + typeName(heap, id) + " " + std::to_string(heap.ageOf(at(heap, id)).value());
    for (const std::string& reference : referencesOf(heap, id)) text += " " + reference;
    text += "\n";
  }
  return text;
}

TEST(AntTracksHeap, OneReplayGivesTheHeapsOfManyPoints) {
  const TraceFolderOnDisk folder(traceOfThreePoints().files());
  const auto trace = openedFolder(folder.path());
  ASSERT_EQ(trace->timeline().points.size(), 3U);
  EXPECT_TRUE(trace->readsInOrder());
  for (const std::vector<uint32_t>& wanted : {std::vector<uint32_t>{0, 1, 2}, {0, 2}, {1}, {}}) {
    std::vector<PointIndex> points;
    for (const uint32_t point : wanted) points.emplace_back(point);
    std::vector<uint32_t> visited;
    Progress progress;
    const Status done = trace->visitPoints(
        points, progress, Threads(1), [&](PointIndex point, const RebuiltHeap& rebuilt, Progress&) -> Result<bool> {
          visited.push_back(point.value());
          EXPECT_EQ(textOfHeap(*rebuilt.heap), textOfHeap(*heapAfter(*trace, point.value()).heap));
          return true;
        });
    EXPECT_TRUE(done);
    EXPECT_EQ(visited, wanted);
  }
}

TEST(AntTracksHeap, AVisitEndsWhereItIsToldToAndWhereItFails) {
  const TraceFolderOnDisk folder(traceOfThreePoints().files());
  const auto trace = openedFolder(folder.path());
  const std::vector<PointIndex> points{PointIndex(0), PointIndex(1), PointIndex(2)};
  size_t visited = 0;
  Progress progress;
  const auto visitUntil = [&](const Result<bool>& answerAtSecond) {
    visited = 0;
    return trace->visitPoints(points, progress, Threads(1), [&](PointIndex, const RebuiltHeap&, Progress&) {
      return ++visited == 2 ? answerAtSecond : Result<bool>(true);
    });
  };
  EXPECT_TRUE(visitUntil(false));
  EXPECT_EQ(visited, 2U);
  const Status failed = visitUntil(usageError("no"));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "no");
  EXPECT_EQ(visited, 2U);
  const std::vector<PointIndex> beyond{PointIndex(0), PointIndex(3)};
  EXPECT_FALSE(trace->visitPoints(beyond, progress, Threads(1),
                                  [](PointIndex, const RebuiltHeap&, Progress&) -> Result<bool> { return true; }));
}

TEST(AntTracksHeap, FieldsHaveTheirNamesWhicheverWayTheCollectorWent) {
  const TraceFolderOnDisk folder(smallTrace().files());
  const auto trace = openedFolder(folder.path());
  const RebuiltHeap rebuiltMinor = heapAfter(*trace, 0);
  const Heap& minor = *rebuiltMinor.heap;
  EXPECT_EQ(referencesOf(minor, 1), (Texts{"next→2", "children→3"}));
  EXPECT_EQ(referencesOf(minor, 2), (Texts{"next→1"}));
  EXPECT_EQ(referencesOf(minor, 3), (Texts{"[0]→4"}));
  EXPECT_EQ(referencesOf(minor, 4), (Texts{"value→1", "next→2"}));
  EXPECT_EQ(referencesOf(minor, 5), (Texts{"static cache→1"}));
  const RebuiltHeap rebuiltMajor = heapAfter(*trace, 1);
  const Heap& major = *rebuiltMajor.heap;
  EXPECT_EQ(referencesOf(major, 1), (Texts{"children→3"}));
  EXPECT_EQ(referencesOf(major, 4), (Texts{"value→1", "children→1"}));
  EXPECT_EQ(referencesOf(major, 5), (Texts{"static cache→1"}));
}

TEST(AntTracksHeap, SitesAndThreadsTellWhereObjectsWereMade) {
  const TraceFolderOnDisk folder(smallTrace().files());
  const auto trace = openedFolder(folder.path());
  const RebuiltHeap rebuilt = heapAfter(*trace, 1);
  const Heap& heap = *rebuilt.heap;
  const Site& site = heap.symbols()[heap.siteOf(at(heap, 1))];
  ASSERT_EQ(site.frames.size(), 2U);
  EXPECT_EQ(site.frames[0].className + "." + site.frames[0].method, "a.Node.make");
  EXPECT_EQ(site.frames[1].className + "." + site.frames[1].method, "a.Main.main");
  EXPECT_EQ(heap.symbols()[heap.threadOf(at(heap, 1))].name, "main");
}

TEST(AntTracksHeap, AgesCountCollectionsAndSpacesAreWhereObjectsLie) {
  const TraceFolderOnDisk folder(traceOfThreePoints().files());
  const auto trace = openedFolder(folder.path());
  EXPECT_TRUE(trace->info().ages);
  const auto agesAt = [&](uint32_t point) {
    Texts texts;
    const RebuiltHeap rebuilt = heapAfter(*trace, point);
    for (const uint64_t id : idsOf(*rebuilt.heap)) {
      const ObjectIndex object = at(*rebuilt.heap, id);
      const std::string age = std::to_string(rebuilt.heap->ageOf(object).value());
      texts.push_back(std::to_string(id) + " " + std::string(heapSpaceWord(rebuilt.heap->spaceOf(object))) + " " + age);
    }
    return texts;
  };
  EXPECT_EQ(agesAt(0), (Texts{"1 survivor 1", "2 survivor 1", "3 survivor 1", "4 old 1", "5 old 1"}));
  EXPECT_EQ(agesAt(1), (Texts{"1 old 2", "3 old 2", "4 old 2", "5 old 2"}));
  EXPECT_EQ(agesAt(2), (Texts{"1 old 3", "3 old 3", "4 old 3", "5 old 3", "7 survivor 1"}));
}

TEST(AntTracksHeap, RootsOfOldObjectsHoldUntilTheNextFullCollection) {
  AntTracksBuilder builder = smallTrace();
  builder.frame(kVm, AntTracksEvents().gcStart(GcType::kMinor, 3).collects(1, 3))
      .frame(kVm, AntTracksEvents().gcEnd(GcType::kMinor, 3));
  const TraceFolderOnDisk folder(builder.files());
  const auto trace = openedFolder(folder.path());
  const auto rootsAt = [&](uint32_t point) {
    Texts texts;
    const RebuiltHeap rebuilt = heapAfter(*trace, point);
    const Heap& heap = *rebuilt.heap;
    for (const Root& root : heap.roots()) {
      texts.push_back(std::string(rootKindWord(root.kind)) + " " + std::to_string(heap.idOf(root.object).value()));
    }
    return texts;
  };
  EXPECT_EQ(rootsAt(0), (Texts{"java-frame 1", "jni-global 4"}));
  EXPECT_EQ(rootsAt(1), (Texts{"java-frame 4", "system-class 5"}));
  EXPECT_EQ(rootsAt(2), rootsAt(1));
}

TEST(AntTracksHeap, TheTimelineHasEveryCollection) {
  const TraceFolderOnDisk folder(smallTrace().files());
  const auto trace = openedFolder(folder.path());
  const auto& collections = trace->timeline().collections;
  ASSERT_EQ(collections.size(), 2U);
  EXPECT_EQ(collections[0].kind, CollectionKind::kMinor);
  EXPECT_EQ(collections[1].kind, CollectionKind::kMajor);
  EXPECT_EQ(collections[0].cause, "Allocation Failure");
  EXPECT_DOUBLE_EQ(collections[0].start, 0.1);
  EXPECT_DOUBLE_EQ(collections[0].end, 0.105);
  EXPECT_EQ(collections[0].usedBefore.at("eden"), 168U);
  EXPECT_EQ(collections[0].usedAfter.at("eden"), 0U);
  EXPECT_EQ(collections[0].usedAfter.at("survivor"), 72U);
  EXPECT_EQ(collections[0].usedAfter.at("old"), 72U);
}

TEST(AntTracksHeap, WithoutPointersEverythingCountsAsLive) {
  AntTracksBuilder builder = someClasses(false);
  builder.frame(kMain, someObjects());
  addMinor(builder, false);
  const TraceFolderOnDisk folder(builder.files());
  const auto trace = openedFolder(folder.path());
  const RebuiltHeap heap = heapAfter(*trace, 0);
  EXPECT_EQ(idsOf(*heap.heap), (Ids{1, 2, 3, 4, 5}));
  EXPECT_EQ(heap.heap->referenceCount(), 0U);
  EXPECT_TRUE(heap.heap->leavesOutHolders());
  ASSERT_FALSE(heap.warnings.empty());
  EXPECT_NE(heap.warnings[0].message.find("no references"), std::string::npos);
}

TEST(AntTracksHeap, PackedFramesSayTheSame) {
  const TraceFolderOnDisk plain(smallTrace(false).files());
  const TraceFolderOnDisk packed(smallTrace(true).files());
  const auto trace = openedFolder(packed.path());
  EXPECT_LT(trace->info().fileBytes, openedFolder(plain.path())->info().fileBytes);
  EXPECT_EQ(idsOf(*heapAfter(*trace, 0).heap), (Ids{1, 2, 3, 4, 5}));
}

TEST(AntTracksHeap, LongListsContinueAndChunksOfArraysJoin) {
  AntTracksBuilder builder = someClasses();
  builder.frame(kMain, AntTracksEvents().tlab(kEden, 0x8000).array(kArraySite, 30).array(kArraySite, 300));
  std::vector<uint64_t> thirty(30);
  for (size_t i = 0; i < 30; i += 3) thirty[i] = kOld;
  std::vector<uint64_t> last(50);
  last[49] = kOld;
  std::vector<uint64_t> first(250);
  first[3] = kOld + 136;
  builder.frame(kVm, AntTracksEvents().gcStart(GcType::kMinor, 1, kEden).collects(1, 1))
      .frame(kWorker, AntTracksEvents()
                          .move(kEden, kOld, thirty)
                          .move(kEden + 136, kOld + 136, std::vector<uint64_t>())
                          .chunk(kOld + 136, last)
                          .chunk(kOld + 136, first)
                          .roots(2, {kOld, kOld + 136}))
      .frame(kVm, AntTracksEvents().gcEnd(GcType::kMinor, 1));
  const TraceFolderOnDisk folder(builder.files());
  const RebuiltHeap rebuilt = heapAfter(*openedFolder(folder.path()), 0);
  const Heap& heap = *rebuilt.heap;
  EXPECT_EQ(referencesOf(heap, 1).size(), 10U);
  EXPECT_EQ(referencesOf(heap, 1).back(), "[27]→1");
  EXPECT_EQ(referencesOf(heap, 2), (Texts{"[3]→2", "[299]→1"}));
}

TEST(AntTracksHeap, FailedScavengesLeaveCopiesUntilTheFullCollection) {
  AntTracksBuilder builder = someClasses(false);
  builder.frame(kMain, AntTracksEvents().tlab(kEden, 0x1000).instance(kNodeSite).instance(kNodeSite))
      .frame(kVm, AntTracksEvents().gcStart(GcType::kMinor, 1, kEden).collects(1, 1))
      .frame(kWorker, AntTracksEvents().move(kEden, kTo))
      .frame(kVm, AntTracksEvents().fails(1).gcEnd(GcType::kMinor, 1))
      .frame(kVm, AntTracksEvents().gcStart(GcType::kMajor, 2))
      .frame(kWorker, AntTracksEvents().moves(1, kTo, kOld).moves(1, kEden + 24, kOld + 24))
      .frame(kVm, AntTracksEvents().gcEnd(GcType::kMajor, 2));
  const TraceFolderOnDisk folder(builder.files());
  const auto trace = openedFolder(folder.path());
  EXPECT_EQ(idsOf(*heapAfter(*trace, 0).heap), (Ids{1, 2, 3}));
  EXPECT_EQ(idsOf(*heapAfter(*trace, 1).heap), (Ids{1, 2}));
}

TEST(AntTracksHeap, ARestoredStateGoesOnAsTheOneItWasTakenFrom) {
  const TraceFolderOnDisk folder(smallTrace().files());
  Result<anttracks::TraceFolder> found = anttracks::findFolder(folder.path());
  ASSERT_TRUE(found);
  Result<anttracks::SymbolRecords> records = anttracks::readSymbols(found->symbols);
  ASSERT_TRUE(records);
  const anttracks::TypeTable types(std::move(*records), {});
  anttracks::Replay whole(types, false);
  std::unique_ptr<anttracks::Checkpoint> taken;
  anttracks::FrameSource source(*found);
  Progress progress;
  const auto read = [&](anttracks::TracePlace from, anttracks::Replay& replay, bool take) {
    const Status done = source.forEach(from, progress, Threads(1), [&](const anttracks::EventFrame& frame) {
      replay.read(frame);
      if (take && replay.heap().collections == 1 && taken == nullptr) {
        taken = std::make_unique<anttracks::Checkpoint>(replay, frame.next);
      }
      return true;
    });
    ASSERT_TRUE(done);
  };
  read({}, whole, true);
  ASSERT_NE(taken, nullptr);
  anttracks::Replay restored(types, false, taken->heap());
  EXPECT_EQ(restored.heap().size(), (Size{5, 144}));
  read(taken->next(), restored, false);
  EXPECT_EQ(restored.heap().collections, 2U);
  EXPECT_EQ(restored.heap().size(), whole.heap().size());
  ASSERT_EQ(restored.heap().store.rows(), whole.heap().store.rows());
  for (uint32_t row = 0; row < whole.heap().store.rows(); ++row) {
    EXPECT_EQ(restored.heap().store.idOf(row), whole.heap().store.idOf(row));
    EXPECT_EQ(restored.heap().store[row].site, whole.heap().store[row].site);
    EXPECT_TRUE(std::ranges::equal(restored.heap().store.references(row), whole.heap().store.references(row)));
  }
  EXPECT_EQ(restored.heap().roots.size(), whole.heap().roots.size());
}

TEST(AntTracksLzw, UnpacksWhatWasPacked) {
  uint32_t random = 1;
  const auto next = [&random] { return random = random * 1664525 + 1013904223; };
  anttracks::LzwDecoder decoder;
  anttracks::UnpackedFrame unpacked;
  for (const uint32_t different : {1U, 2U, 5U, 200U, 256U}) {
    for (const size_t size : {1U, 2U, 3U, 300U, 5000U, 30000U}) {
      TraceBytes plain(size);
      for (uint8_t& byte : plain) byte = static_cast<uint8_t>((next() >> 16) % different);
      ASSERT_TRUE(decoder.decode(packLzw(plain), unpacked)) << different << " " << size;
      EXPECT_TRUE(std::ranges::equal(unpacked.bytes(), plain)) << different << " " << size;
    }
  }
}

TEST(AntTracksLzw, SaysWhenTheEndIsMissing) {
  const TraceBytes plain(1000, 7);
  TraceBytes packed = packLzw(plain);
  packed.resize(packed.size() / 2);
  anttracks::LzwDecoder decoder;
  anttracks::UnpackedFrame unpacked;
  EXPECT_FALSE(decoder.decode(packed, unpacked));
  EXPECT_LT(unpacked.bytes().size(), plain.size());
}

}  // namespace
}  // namespace heaptrail
