// What the places of objects tell about their sizes. test/recorder compares with real JVMs; these are the corner cases.
#include <gtest/gtest.h>

#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;

uint64_t shallow(const Heap& heap, uint64_t id) { return heap.shallowBytes(at(heap, id)); }

TEST(HprofSizes, NeighboursWithoutAGapTellTheLayout) {
  // What a JVM without compressed references writes: a node of 16 + 8 + 4 bytes takes 32, an empty int[] 24.
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {{"next", 'L'}, {"value", 'I'}});
  dump.beginSegment();
  uint64_t address = 0x100000;
  for (int i = 0; i < 20; ++i) {
    dump.instance(address, node);
    address += 32;
    dump.primitiveArray(address, 'I', 3);
    address += 40;
  }
  dump.endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_FALSE(result.runtime.compressedReferences);
  EXPECT_EQ(result.runtime.headerBytes, 16U);
  EXPECT_EQ(shallow(*result.heap, 0x100000), 32U);
  EXPECT_EQ(shallow(*result.heap, 0x100020), 40U);
}

TEST(HprofSizes, InjectedFieldsAreFoundByMeasuring) {
  HprofBuilder dump;
  const uint64_t plain = dump.addClass("Plain", 0, {{"a", 'I'}});
  const uint64_t injected = dump.addClass("Injected", 0, {{"a", 'I'}});
  const uint64_t derived = dump.addClass("Derived", injected, {{"b", 'L'}});
  dump.beginSegment();
  uint64_t address = 0x100000;
  for (int i = 0; i < 20; ++i, address += 16) dump.instance(address, plain);
  for (int i = 0; i < 5; ++i, address += 32) dump.instance(address, injected);
  const uint64_t single = address;
  dump.instance(single, derived).instance(single + 4096, plain).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  EXPECT_EQ(shallow(*result.heap, 0x100000), 16U);
  EXPECT_EQ(shallow(*result.heap, 0x100000 + 20 * 16), 32U);
  EXPECT_EQ(shallow(*result.heap, single), 40U);  // 32 and a reference; the gap behind it proves nothing
}

TEST(HprofSizes, IdsThatAreNoAddressesMeasureNothing) {
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {{"next", 'L'}});
  dump.beginSegment();
  for (uint64_t id = 1; id < 100; ++id) dump.instance(id, node, {id + 1});
  dump.endSegment();
  EXPECT_EQ(shallow(*rebuilt(dump).heap, 1), 16U);
}

TEST(HprofSizes, CountingAloneAgreesWithTheHeap) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t node = dump.addClass("Node", object, {{"next", 'L'}}, {});
  const uint64_t array = dump.addClass("[LNode;", object, {});
  dump.beginSegment();
  for (uint64_t i = 0; i < 100; ++i) {
    dump.instance(0x100000 + 512 * i, node).objectArray(0x100010 + 512 * i, array, std::vector<uint64_t>(i));
    dump.primitiveArray(0x100110 + 512 * i, 'J', static_cast<uint32_t>(i % 20));
  }
  dump.endSegment();
  const TemporaryFile file(dump.content());
  Progress opening;
  const Result<std::unique_ptr<Trace>> trace = openTrace({file.path()}, opening);
  Progress progress;
  const Result<Census> census = (*trace)->censusAt(PointIndex(0), progress, Threads(2));
  const Result<RebuiltHeap> heap = (*trace)->heapAt(PointIndex(0), progress, Threads(1));
  ASSERT_TRUE(census && heap);
  std::map<std::string, std::pair<uint64_t, uint64_t>> counted;
  for (const Census::Row& row : census->rows) counted[row.type] = {row.objects, row.bytes};
  std::map<std::string, std::pair<uint64_t, uint64_t>> built;
  for (uint32_t i = 0; i < heap->heap->objectCount(); ++i) {
    auto& [objects, bytes] = built[heap->heap->symbols()[heap->heap->typeOf(ObjectIndex(i))].name];
    ++objects;
    bytes += heap->heap->shallowBytes(ObjectIndex(i));
  }
  EXPECT_EQ(counted, built);
}

}  // namespace
}  // namespace heaptrail
