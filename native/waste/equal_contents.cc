#include "waste/equal_contents.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "base/try.h"
#include "model/columns.h"
#include "waste/string_contents.h"

namespace heaptrail {

namespace {

constexpr size_t kBuckets = 256;
// Of strings with two bytes per character: they are equal to none with one.
constexpr uint64_t kWide = 0x9e3779b97f4a7c15;

size_t bucketOf(uint64_t checksum) { return checksum >> 56; }

}  // namespace

EqualContents::Groups EqualContents::groupBySum(std::vector<Summed> summed, Threads threads) {
  std::array<size_t, kBuckets + 1> begins{};
  for (const Summed& one : summed) ++begins[bucketOf(one.checksum) + 1];
  for (size_t i = 0; i < kBuckets; ++i) begins[i + 1] += begins[i];
  std::vector<Summed> sorted(summed.size());
  {
    std::array<size_t, kBuckets> next{};
    std::copy_n(begins.begin(), kBuckets, next.begin());
    for (const Summed& one : summed) sorted[next[bucketOf(one.checksum)]++] = one;
    summed = {};
  }
  forEachBlock(threads, kBuckets, [&](uint64_t bucket) {
    std::ranges::sort(std::span(sorted).subspan(begins[bucket], begins[bucket + 1] - begins[bucket]), {},
                      [](const Summed& one) { return std::pair(one.checksum, one.object.value()); });
  });
  Groups groups;
  for (size_t i = 0; i < sorted.size();) {
    size_t end = i + 1;
    while (end < sorted.size() && sorted[end].checksum == sorted[i].checksum) ++end;
    if (end - i > 1) {
      groups.begins.push_back(groups.objects.size());
      for (size_t same = i; same < end; ++same) groups.objects.push_back(sorted[same].object);
    }
    i = end;
  }
  return groups;
}

Result<EqualContents> EqualContents::find(const LiveGraph& graph, const StoredValues& values, Threads threads,
                                          Progress& progress) {
  const Heap& heap = graph.heap();
  const uint64_t objects = heap.objectCount();
  std::vector<uint8_t> isPrimitiveArray;
  for (const Type& type : heap.symbols().types) {
    isPrimitiveArray.push_back(type.shape == TypeShape::kPrimitiveArray ? 1 : 0);
  }
  const StringContents contents(heap);
  BitSet compared(objects);
  BitSet ofStrings(objects);
  graph.live().forEach([&](uint64_t i) {
    const ObjectIndex object(static_cast<uint32_t>(i));
    const TypeId type = heap.typeOf(object);
    if (isPrimitiveArray[type.value()] != 0) {
      if (heap.lengthOf(object) > 0) compared.set(i);
    } else if (type == contents.type()) {
      if (const ObjectIndex content = contents.of(object); content.exists()) ofStrings.set(content.value());
    }
  });

  const RankedBits arrays(std::move(compared));
  Array<uint64_t> sums(arrays.count());
  BitSet wide(objects);
  const ContentsWanted wanted{
      .arrays = &arrays.bits(),
      .array =
          [&](ObjectIndex array, uint64_t sum) {
            std::atomic_ref(sums[arrays.rank(array.value())]).store(sum, std::memory_order_relaxed);
          },
      .type = contents.coder() ? contents.type() : TypeId::none(),
      .field = contents.coder().value_or(0),
      .flagged = [&](ObjectIndex string) { wide.claim(string.value()); }};
  progress.begin("Comparing strings and arrays", 0, 1, values.contentBytes());
  TRY(values.compareContents(wanted, threads, progress));

  EqualContents equal;
  if (contents.areWhole()) {
    std::vector<Summed> texts;
    graph.live().forEach([&](uint64_t i) {
      const ObjectIndex string(static_cast<uint32_t>(i));
      const ObjectIndex content = contents.of(string);
      if (!content.exists()) return;
      // No file has a checksum of what is empty.
      const uint64_t sum = arrays.test(content.value()) ? sums[arrays.rank(content.value())] : 0;
      texts.push_back({wide.test(i) ? sum ^ kWide : sum, string});
    });
    equal.texts_ = groupBySum(std::move(texts), threads);
  }
  if (progress.cancelled()) return cancelledError();
  std::vector<Summed> others;
  arrays.bits().forEach([&](uint64_t i) {
    const ObjectIndex array(static_cast<uint32_t>(i));
    if (!contents.areWhole() || !ofStrings.test(i)) others.push_back({sums[arrays.rank(i)], array});
  });
  equal.arrays_ = groupBySum(std::move(others), threads);
  return equal;
}

}  // namespace heaptrail
