// How the heap may be divided over records, and what lengths may claim.
#include <gtest/gtest.h>

#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;

/// `count` objects in a chain, each in a segment of `perSegment` objects.
HprofBuilder chain(uint32_t count, uint32_t perSegment, uint8_t tag = 0x1c) {
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {{"next", 'L'}});
  for (uint32_t i = 0; i < count; ++i) {
    if (i % perSegment == 0) dump.beginSegment(tag);
    if (i == 0) dump.root(0xff, 0x100000);
    dump.instance(0x100000 + 16 * i, node, {i + 1 < count ? 0x100000 + 16 * (i + 1) : 0});
    if (i % perSegment == perSegment - 1 || i + 1 == count) dump.endSegment();
  }
  return dump;
}

void expectChain(const Heap& heap, uint32_t count) {
  for (uint32_t i = 0; i + 1 < count; ++i) {
    const auto references = heap.references(at(heap, 0x100000 + 16 * i));
    ASSERT_EQ(references.size(), 1U);
    ASSERT_EQ(heap.idOf(references[0]).value(), 0x100000 + 16 * (i + 1));
  }
}

TEST(HprofSegments, OneLargeDumpRecordIsReadInPieces) {
  const RebuiltHeap result = rebuilt(chain(300000, 300000, 0x0c));
  EXPECT_TRUE(result.warnings.empty());
  expectChain(*result.heap, 300000);
}

TEST(HprofSegments, VeryManyShortSegmentsAreOneHeap) {
  const RebuiltHeap result = rebuilt(chain(50000, 1));
  EXPECT_TRUE(result.warnings.empty());
  expectChain(*result.heap, 50000);
}

TEST(HprofSegments, RecordsOfOtherKindsMayStandBetweenSegments) {
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {{"next", 'L'}});
  dump.beginSegment().instance(0x800, node, {0x810}).endSegment();
  dump.record(0x2c, {});
  dump.string("in between");
  dump.record(0x07, std::vector<uint8_t>(24, 1));
  dump.beginSegment().instance(0x810, node).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_EQ(referencesOf(*result.heap, 0x800), (Texts{"next→810"}));
}

TEST(HprofSegments, AnEmptySegmentIsNoEnd) {
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {{"next", 'L'}});
  dump.beginSegment().endSegment();
  dump.beginSegment().instance(0x800, node).root(0xff, 0x800).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_TRUE(result.warnings.empty());
  EXPECT_EQ(result.heap->objectCount(), 2U);
}

TEST(HprofSegments, ALengthOfZeroThatAKilledJvmLeftIsReadToTheEnd) {
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {{"next", 'L'}});
  dump.beginSegment(0x0c);
  for (uint32_t i = 0; i < 1000; ++i) dump.instance(0x100000 + 16 * i, node, {0x100000});
  dump.endSegmentClaiming(0);
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_EQ(result.heap->objectCount(), 1001U);
}

TEST(HprofSegments, AHeapLargerThanItsLengthCanSayIsReadToItsEnd) {
  // One array of 4.8 GB in one record: what a JVM before 8u102 wrote, with the lower 32 bits as its length.
  constexpr uint32_t kElements = 600'000'000;
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {{"next", 'L'}});
  dump.beginSegment(0x0c).instance(0x800, node, {0x900});
  const size_t from = dump.content().size() - 33;
  dump.raw({0x23, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0x23, 0xc3, 0x46, 0, 11});
  const size_t elementsAt = dump.content().size();
  dump.instance(0x900, node, {0x800}).instance(0x910, node).root(0xff, 0x800);
  dump.endSegmentClaiming(static_cast<uint32_t>(dump.content().size() - from + uint64_t{kElements} * 8));
  dump.record(0x2c, {});
  const TemporaryFile file(dump.content());
  file.insertHole(elementsAt, uint64_t{kElements} * 8);
  Progress opening;
  Result<std::unique_ptr<Trace>> trace = openTrace({file.path()}, opening);
  ASSERT_TRUE(trace);
  Progress progress;
  const Result<RebuiltHeap> result = (*trace)->heapAt(PointIndex(0), progress, Threads(2));
  ASSERT_TRUE(result) << result.error().describe();
  for (const Warning& warning : result->warnings) ADD_FAILURE() << warning.message;
  EXPECT_EQ(result->heap->objectCount(), 5U);
  EXPECT_EQ(result->heap->lengthOf(at(*result->heap, 0x20000)), kElements);
  EXPECT_EQ(referencesOf(*result->heap, 0x900), (Texts{"next→800"}));
}

TEST(HprofSegments, TheHeapIsTheSameWithAnyNumberOfThreads) {
  const HprofBuilder dump = chain(400000, 1000);
  const Result<RebuiltHeap> one = rebuild(dump.content(), 1);
  const Result<RebuiltHeap> many = rebuild(dump.content(), 5);
  ASSERT_TRUE(one && many);
  ASSERT_EQ(one->heap->objectCount(), many->heap->objectCount());
  for (uint32_t i = 0; i < one->heap->objectCount(); ++i) {
    const ObjectIndex object(i);
    ASSERT_EQ(one->heap->typeOf(object), many->heap->typeOf(object));
    ASSERT_TRUE(std::ranges::equal(one->heap->references(object), many->heap->references(object)));
  }
}

TEST(HprofSegments, GzipGivesTheSameHeap) {
  const HprofBuilder dump = chain(100000, 700);
  const Result<RebuiltHeap> packed = rebuild(gzip(dump.content()));
  ASSERT_TRUE(packed) << packed.error().describe();
  EXPECT_TRUE(packed->warnings.empty());
  expectChain(*packed->heap, 100000);
}

}  // namespace
}  // namespace heaptrail
