// Broken files: an error that says where and what, or a usable heap with a warning; never more than that.
#include <gtest/gtest.h>

#include <random>

#include "support/sanitized.h"
#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;

HprofBuilder ordinaryDump() {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t node = dump.addClass("Node", object, {{"next", 'L'}, {"value", 'I'}});
  const uint64_t array = dump.addClass("[LNode;", object, {});
  dump.frame(0x77, "run", "Run.java", 1, 3);
  dump.stack(1, 1, {0x77});
  for (uint64_t segment = 0; segment < 4; ++segment) {
    dump.beginSegment();
    for (uint64_t i = 0; i < 50; ++i) {
      const uint64_t id = 0x100000 + (segment * 50 + i) * 64;
      dump.instance(id, node, {id + 64, i}).bytes(id + 16, "text").objectArray(id + 40, array, {0, id});
    }
    dump.javaFrame(0x100000, 1, 0).endSegment();
  }
  return dump;
}

void expectUsableOrError(const std::vector<uint8_t>& content) {
  const Result<RebuiltHeap> result = rebuild(content);
  if (!result) {
    EXPECT_EQ(result.error().kind, ErrorKind::kInput);
    EXPECT_FALSE(result.error().message.empty());
    EXPECT_TRUE(result.error().where);
    return;
  }
  // Walk everything there is: what the reader let through must be whole.
  const Heap& heap = *result->heap;
  for (uint32_t i = 0; i < heap.objectCount(); ++i) {
    ASSERT_LT(heap.typeOf(ObjectIndex(i)).value(), heap.symbols().types.size());
    for (const ObjectIndex target : heap.references(ObjectIndex(i))) ASSERT_LT(target.value(), heap.objectCount());
  }
}

TEST(HprofDamage, AFileCutOffAnywhereIsUsableOrAClearError) {
  const std::vector<uint8_t> whole = ordinaryDump().content();
  for (size_t size = 1; size < whole.size(); size += kIsSanitized ? 29 : 7) {
    expectUsableOrError({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
  }
}

TEST(HprofDamage, WhatLiesBeforeTheCutIsThere) {
  std::vector<uint8_t> content = ordinaryDump().content();
  content.resize(content.size() - 100);
  const Result<RebuiltHeap> result = rebuild(content);
  ASSERT_TRUE(result);
  EXPECT_GT(result->heap->objectCount(), 590U);
  ASSERT_EQ(result->warnings.size(), 1U);
  EXPECT_NE(result->warnings[0].message.find("the file ends in the middle of a record"), std::string::npos);
  EXPECT_TRUE(result->warnings[0].offset);
}

TEST(HprofDamage, ADumpWithoutItsRootsSaysThatNothingCountsAsLive) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  dump.beginSegment().instance(0x800, object).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_NE(result.warnings[0].message.find("no GC roots"), std::string::npos);
}

TEST(HprofDamage, AnyByteMayBeWrong) {
  const std::vector<uint8_t> whole = ordinaryDump().content();
  std::mt19937 random(17);
  for (uint32_t round = 0; round < damagedInputs(2000); ++round) {
    std::vector<uint8_t> content = whole;
    for (uint64_t flips = 1 + random() % 3; flips > 0; --flips)
      content[random() % content.size()] = static_cast<uint8_t>(random());
    expectUsableOrError(content);
  }
}

TEST(HprofDamage, AfterADamagedRecordTheNextSegmentIsReadAgain) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  dump.beginSegment()
      .root(0xff, 0x800)
      .instance(0x800, object)
      .raw({0x77, 1, 2, 3})
      .instance(0x808, object)
      .endSegment();
  dump.beginSegment().instance(0x810, object).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_TRUE(at(*result.heap, 0x800).exists());
  EXPECT_FALSE(at(*result.heap, 0x808).exists());
  EXPECT_TRUE(at(*result.heap, 0x810).exists());
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_NE(result.warnings[0].message.find("found 0x77"), std::string::npos);
}

TEST(HprofDamage, AnArrayLongerThanItsSegmentIsNotBelieved) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  dump.beginSegment()
      .root(0xff, 0x800)
      .instance(0x800, object)
      .raw({0x23, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 11})
      .endSegment();
  const RebuiltHeap result = rebuilt(dump);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_NE(result.warnings[0].message.find("ends inside its segment"), std::string::npos);
}

TEST(HprofDamage, AnInstanceOfAClassOfArraysIsAnEmptyArray) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t array = dump.addClass("[Ljava/lang/Object;", object, {});
  dump.beginSegment().instance(0x800, array).objectArray(0x900, array, {0x800}).root(0xff, 0x900).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_EQ(result.heap->lengthOf(at(*result.heap, 0x800)), 0U);
  EXPECT_EQ(result.heap->lengthOf(at(*result.heap, 0x900)), 1U);
  EXPECT_EQ(result.heap->shallowBytes(at(*result.heap, 0x800)), 16U);
}

TEST(HprofDamage, AClassThatIsItsOwnAncestorEndsNothing) {
  HprofBuilder dump;
  dump.loadClass(0x10000, "A");
  dump.loadClass(0x11000, "B");
  dump.beginSegment().classDump(0x10000, 0x11000, {}).classDump(0x11000, 0x10000, {}).endSegment();
  EXPECT_EQ(rebuilt(dump).heap->objectCount(), 2U);
}

TEST(HprofDamage, WhatIsNoHeapDumpSaysWhatItIs) {
  const auto complaint = [](const std::string& text) {
    const Result<RebuiltHeap> result = rebuild({text.begin(), text.end()});
    return result ? std::string("opened") : result.error().message;
  };
  EXPECT_NE(complaint("").find("empty"), std::string::npos);
  EXPECT_NE(complaint("x").find("found \"x\""), std::string::npos);
  EXPECT_NE(complaint("Hello, world. This is text.").find("found \"Hello, world. Th\""), std::string::npos);
  EXPECT_NE(complaint("JAVA PROFILE 1.0.2").find("end of the file"), std::string::npos);
  EXPECT_NE(
      complaint(std::string("JAVA PROFILE 1.0.2\0\0\0\0\5\0\0\0\0\0\0\0\0", 31)).find("ids of 4 or 8 bytes, found 5"),
      std::string::npos);
  EXPECT_NE(
      complaint(std::string("JAVA PROFILE 9.9\0\0\0\0\10\0\0\0\0\0\0\0\0", 29)).find("found \"JAVA PROFILE 9.9\""),
      std::string::npos);
}

TEST(HprofDamage, CancellingEndsTheReading) {
  const TemporaryFile file(ordinaryDump().content());
  Progress opening;
  Result<std::unique_ptr<Trace>> trace = openTrace({file.path()}, opening);
  ASSERT_TRUE(trace);
  Progress progress;
  progress.cancel();
  const Result<RebuiltHeap> result = (*trace)->heapAt(PointIndex(0), progress, Threads(2));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::kCancelled);
}

}  // namespace
}  // namespace heaptrail
