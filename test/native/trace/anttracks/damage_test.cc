// AntTracks traces that are not complete or damaged: what is there can be used, the rest is told.
#include <gtest/gtest.h>

#include <filesystem>

#include "trace/anttracks/anttracks_builder.h"
#include "trace/open.h"

namespace heaptrail {
namespace {

using namespace test;
using anttracks::GcType;
using anttracks::SpaceType;

constexpr uint32_t kSite = AntTracksBuilder::kBigSite;

AntTracksEvents spaces() {
  return AntTracksEvents().space(0, kOld, 0x10000, SpaceType::kOld).space(1, kEden, 0x10000, SpaceType::kEden);
}

/// Collection `id` leaves `objects` more in the old generation, from place `first` on.
void addCollection(AntTracksBuilder& builder, uint32_t id, uint32_t first, uint32_t objects) {
  AntTracksEvents program;
  program.tlab(kEden, 0x1000);
  for (uint32_t i = 0; i < objects; ++i) program.instance(kSite);
  AntTracksEvents moves;
  for (uint32_t i = 0; i < objects; ++i) moves.move(kEden + 16 * i, kOld + 16 * (first + i));
  builder.frame(2, program)
      .frame(1, AntTracksEvents().gcStart(GcType::kMinor, id, kEden).collects(1, id))
      .frame(3, moves)
      .frame(1, AntTracksEvents().gcEnd(GcType::kMinor, id));
}

AntTracksBuilder threeCollections(uint32_t run = 4711) {
  AntTracksBuilder builder(run, false);
  builder.type(1, "Ljava/lang/Object;", 16, {{}}).site(kSite, 1, {{"a.Main.main()V", 1}}).frame(1, spaces());
  for (uint32_t id = 1; id <= 3; ++id) addCollection(builder, id, 10 * (id - 1), 10);
  return builder;
}

struct Opened {
  std::vector<uint64_t> objects;  // by point
  std::string warnings;
  std::string error;
};

Opened open(const std::string& path) {
  Opened result;
  Progress progress;
  Result<std::unique_ptr<Trace>> trace = openTrace({path}, progress);
  if (!trace) {
    result.error = trace.error().describe();
    return result;
  }
  for (uint32_t p = 0; p < (*trace)->timeline().points.size(); ++p) {
    const Result<RebuiltHeap> heap = (*trace)->heapAt(PointIndex(p), progress, Threads(1));
    result.objects.push_back(heap ? heap->heap->objectCount() : 0);
  }
  for (const Warning& warning : (*trace)->warnings()) result.warnings += warning.message + "\n";
  return result;
}

using Counts = std::vector<uint64_t>;

bool says(const std::string& text, std::string_view what) { return text.find(what) != std::string::npos; }

TEST(AntTracksDamage, OpensFromItsFolderAndFromEachOfItsFiles) {
  const TraceFolderOnDisk folder(threeCollections().files());
  for (const std::string& path :
       {folder.path(), folder.file("trace"), folder.file("symbols"), folder.file("class_definitions")}) {
    EXPECT_EQ(open(path).objects, (Counts{10, 20, 30})) << path;
  }
}

TEST(AntTracksDamage, ATraceThatEndsInAFrameOpensUpToTheLastCollection) {
  auto files = threeCollections().files();
  files["trace"].resize(files["trace"].size() - 5);
  const TraceFolderOnDisk folder(files);
  const Opened found = open(folder.path());
  EXPECT_EQ(found.objects, (Counts{10, 20}));
  EXPECT_TRUE(says(found.warnings, "ends within a frame")) << found.warnings;
}

TEST(AntTracksDamage, MissingFilesAreNamed) {
  auto files = threeCollections().files();
  files.erase("symbols");
  const TraceFolderOnDisk withoutSymbols(files);
  EXPECT_TRUE(says(open(withoutSymbols.path()).error, "expected a symbols file"));

  files = threeCollections().files();
  files.erase("trace");
  const TraceFolderOnDisk withoutTrace(files);
  EXPECT_TRUE(says(open(withoutTrace.path()).error, "expected a trace file"));

  files = threeCollections().files();
  files.erase("class_definitions");
  const TraceFolderOnDisk withoutClasses(files);
  EXPECT_EQ(open(withoutClasses.path()).objects.size(), 3U);
  EXPECT_TRUE(says(open(withoutClasses.path()).warnings, "class definitions"));

  const TraceFolderOnDisk empty({});
  EXPECT_TRUE(says(open(empty.path()).error, "no trace that Heaptrail can open"));
}

TEST(AntTracksDamage, FilesOfAnotherRunAreNamed) {
  auto files = threeCollections().files();
  files["symbols"] = threeCollections(1).files()["symbols"];
  const TraceFolderOnDisk folder(files);
  const Opened found = open(folder.file("trace"));
  EXPECT_TRUE(says(found.error, "another run")) << found.error;
  EXPECT_TRUE(says(found.error, "symbols")) << found.error;
}

TEST(AntTracksDamage, ADamagedFrameIsLeftOutAndCounted) {
  AntTracksBuilder builder(4711, false);
  builder.type(1, "Ljava/lang/Object;", 16, {{}}).site(kSite, 1, {{"a.Main.main()V", 1}}).frame(1, spaces());
  builder.rawFrame(2, {0xff, 0xff, 0xff, 0xf0}, false).rawFrame(2, {1, 2, 3}, true);
  addCollection(builder, 1, 0, 10);
  const TraceFolderOnDisk folder(builder.files());
  const Opened found = open(folder.path());
  EXPECT_EQ(found.objects, (Counts{10}));
  EXPECT_TRUE(says(found.warnings, "2 frames could not be read")) << found.warnings;
}

TEST(AntTracksDamage, RotatedFilesGoOnWhereTheOneBeforeEnded) {
  AntTracksBuilder builder = threeCollections();
  const auto sync = [&builder](uint32_t id) {
    AntTracksEvents told;
    for (uint32_t i = 0; i < 30; ++i) {
      told.event(anttracks::Event::kSyncObjectNarrow, kSite, {1, static_cast<uint32_t>(kOld + 16 * i), kOld >> 32});
    }
    builder.frame(1, spaces())
        .frame(1, AntTracksEvents().gcStart(GcType::kMajorSync, id))
        .frame(3, told)
        .frame(1, AntTracksEvents().gcEnd(GcType::kMajor, id));
  };
  builder.nextFile(1);
  sync(4);
  const auto files = builder.files();
  const TraceFolderOnDisk whole(files);
  EXPECT_EQ(open(whole.path()).objects, (Counts{10, 20, 30, 30}));

  auto later = files;
  later.erase("trace_0");
  const TraceFolderOnDisk rest(later);
  const Opened found = open(rest.path());
  EXPECT_EQ(found.objects, (Counts{30}));
  EXPECT_TRUE(says(found.warnings, "overwritten")) << found.warnings;
}

TEST(AntTracksDamage, NumbersOfObjectsAreNotUsedAgainBehindAGap) {
  AntTracksBuilder builder = threeCollections();
  builder.nextFile(2)
      .frame(1, spaces())
      .frame(1, AntTracksEvents().gcStart(GcType::kMajorSync, 9))
      .frame(3, AntTracksEvents().event(anttracks::Event::kSyncObjectNarrow, kSite,
                                        {1, static_cast<uint32_t>(kOld), kOld >> 32}))
      .frame(1, AntTracksEvents().gcEnd(GcType::kMajor, 9));
  const TraceFolderOnDisk folder(builder.files());
  Progress progress;
  const auto trace = openTrace({folder.path()}, progress);
  ASSERT_TRUE(trace);
  ASSERT_EQ((*trace)->timeline().points.size(), 4U);
  const auto heap = (*trace)->heapAt(PointIndex(3), progress, Threads(1));
  ASSERT_TRUE(heap);
  ASSERT_EQ(heap->heap->objectCount(), 1U);
  EXPECT_EQ(heap->heap->idOf(ObjectIndex(0)).value(), 31U);
  // Nobody saw its birth.
  EXPECT_FALSE(heap->heap->ageOf(ObjectIndex(0)).has_value());
  EXPECT_EQ(heap->heap->spaceOf(ObjectIndex(0)), HeapSpace::kOld);
  EXPECT_TRUE(says(open(folder.path()).warnings, "files are missing in between"));
}

/// A trace whose collections keep something in place, so that what is in use is counted anew from the addresses.
AntTracksBuilder contradictingTrace() {
  AntTracksBuilder builder(4711, false);
  builder.type(1, "Ljava/lang/Object;", 16, {{}})
      .arrayType(2, "[I", 16, 4)
      .site(kSite, 1, {{"a.Main.main()V", 1}})
      .frame(1, spaces());
  return builder;
}

void addMinor(AntTracksBuilder& builder, uint32_t id, const AntTracksEvents& events) {
  builder.frame(1, AntTracksEvents().gcStart(GcType::kMinor, id, kEden).collects(1, id))
      .frame(3, events)
      .frame(1, AntTracksEvents().gcEnd(GcType::kMinor, id));
}

std::vector<Size> sizesAt(const AntTracksBuilder& builder) {
  const TraceFolderOnDisk folder(builder.files());
  Progress progress;
  const auto trace = openTrace({folder.path()}, progress);
  std::vector<Size> sizes;
  if (!trace) return sizes;
  for (const Point& point : (*trace)->timeline().points) sizes.push_back(point.reached.value_or(Size{}));
  return sizes;
}
using Sizes = std::vector<Size>;

TEST(AntTracksDamage, AnObjectMovesOnce) {
  AntTracksBuilder builder = contradictingTrace();
  builder.frame(2, AntTracksEvents().tlab(kEden, 0x1000).instance(kSite).instance(kSite).instance(kSite));
  // Nothing can be at the second place.
  addMinor(builder, 1,
           AntTracksEvents()
               .move(kEden, kOld + 0x100)
               .move(kEden, kOld + 0x203)
               .move(kEden + 16, kOld)
               .keep(kEden + 32, {}));
  addMinor(builder, 2, AntTracksEvents().keep(kOld + 0x100, {}));
  EXPECT_EQ(sizesAt(builder), (Sizes{{3, 48}, {2, 32}}));
}

TEST(AntTracksDamage, WhatMovesIsNotWhereItWas) {
  AntTracksBuilder builder = contradictingTrace();
  builder.frame(2, AntTracksEvents().tlab(kEden, 0x1000).instance(kSite).instance(kSite));
  addMinor(builder, 1, AntTracksEvents().move(kEden, kOld).move(kEden + 16, kOld + 16));
  // Out of a space that is not collected; then another object is on top of it, and it is moved from where it was.
  addMinor(builder, 2, AntTracksEvents().move(kOld, kOld + 0x100));
  builder.frame(2, AntTracksEvents().objectAt(kOld + 0x100, 1));
  addMinor(builder, 3, AntTracksEvents().move(kOld, kOld + 0x200).keep(kOld + 16, {}));
  EXPECT_EQ(sizesAt(builder), (Sizes{{2, 32}, {2, 32}, {2, 32}}));
}

TEST(AntTracksDamage, WhatWasOverwrittenIsNotPutBackByItsOwnMove) {
  AntTracksBuilder builder = contradictingTrace();
  builder.frame(2, AntTracksEvents().tlab(kEden, 0x1000).instance(kSite).instance(kSite));
  addMinor(builder, 1, AntTracksEvents().move(kEden, kOld).move(kEden + 16, kOld + 16));
  addMinor(builder, 2, AntTracksEvents().move(kOld + 16, kOld).keep(kOld, {}));
  addMinor(builder, 3, AntTracksEvents().move(kOld, kOld + 0x100));
  EXPECT_EQ(sizesAt(builder), (Sizes{{2, 32}, {1, 16}, {1, 16}}));
}

TEST(AntTracksDamage, NothingLeadsToWhatWasOverwritten) {
  AntTracksBuilder builder = contradictingTrace();
  builder.frame(2, AntTracksEvents().tlab(kEden, 0x1000).instance(kSite).instance(kSite));
  addMinor(builder, 1, AntTracksEvents().move(kEden, kOld).move(kEden + 16, kOld).oldObject(kEden, {kOld}));
  addMinor(builder, 2, AntTracksEvents());
  EXPECT_EQ(sizesAt(builder), (Sizes{{1, 16}, {1, 16}}));
}

TEST(AntTracksDamage, WhatAFillerCoversCannotBeMovedLater) {
  AntTracksBuilder builder = contradictingTrace();
  builder.frame(2, AntTracksEvents().tlab(kEden, 0x1000).instance(kSite).instance(kSite));
  addMinor(builder, 1, AntTracksEvents().move(kEden, kOld).move(kEden + 16, kOld + 16));
  addMinor(builder, 2, AntTracksEvents().fails(0).objectAt(kOld, 2, 4));
  addMinor(builder, 3, AntTracksEvents().move(kOld + 16, kOld + 0x100).keep(kOld, {}));
  EXPECT_EQ(sizesAt(builder), (Sizes{{2, 32}, {1, 32}, {1, 32}}));
}

TEST(AntTracksDamage, WhatIsPutBesideWhereAnObjectWasDoesNotKillIt) {
  AntTracksBuilder builder = contradictingTrace();
  builder.frame(2, AntTracksEvents().objectAt(kEden + 8, 1));
  // Both cannot have been there.
  addMinor(builder, 1, AntTracksEvents().move(kEden + 8, kOld).objectAt(kEden, 1).oldObject(kOld, {}));
  addMinor(builder, 2, AntTracksEvents().oldObject(kOld, {}));
  EXPECT_EQ(sizesAt(builder), (Sizes{{2, 32}, {1, 16}}));
}

TEST(AntTracksDamage, CutAnywhereItOpensOrSaysWhy) {
  const auto files = threeCollections().files();
  for (const char* name : {"trace", "symbols", "class_definitions"}) {
    for (size_t size = 0; size < files.at(name).size(); size += 7) {
      auto cut = files;
      cut[name].resize(size);
      const TraceFolderOnDisk folder(cut);
      const Opened found = open(folder.path());
      EXPECT_NE(found.objects.empty(), found.error.empty()) << name << " " << size;
    }
  }
}

}  // namespace
}  // namespace heaptrail
