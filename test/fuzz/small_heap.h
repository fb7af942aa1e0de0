// A heap of some objects that tells all that properties of objects may ask of a heap, for the fuzzers of conditions and
// groupings.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "model/heap.h"

namespace heaptrail::fuzz {

/// An object of each of some types in packages below each other, the second a subclass of the first, then arrays of 0,
/// 7 and 100 elements. Sites of up to three frames, threads, ages and spaces are known of some of them.
inline std::shared_ptr<const Heap> smallHeap() {
  auto symbols = std::make_shared<Symbols>();
  for (const char* name :
       {"java.util.AbstractMap", "java.util.concurrent.Map", "int[]", "my (odd) Name", "", "java.Odd"}) {
    Type& type = symbols->types.emplace_back();
    type.name = name;
    type.bytes = 16;
  }
  symbols->types[1].superclass = TypeId(0);
  symbols->types[2].shape = TypeShape::kPrimitiveArray;
  symbols->types[2].elementBytes = 4;
  const Frame inner{"a.b.Web", "get", "Web.java", 7};
  const Frame outer{"a.Main", "run", "", 0};
  symbols->sites = {{{inner}}, {{inner, outer}}, {{inner, outer, outer}}};
  symbols->threads = {{"main", SiteId::none()}};
  constexpr uint32_t kTypes[] = {0, 1, 3, 4, 5, 2, 2, 2};
  constexpr uint32_t kObjects = 8;
  constexpr uint32_t kFirstArray = 5;
  HeapParts parts;
  ObjectIds::Builder ids;
  BitSet arrays(kObjects);
  parts.types = NarrowColumn(kObjects, symbols->types.size());
  parts.sites = OptionalColumn(kObjects, symbols->sites.size());
  parts.threads = OptionalColumn(kObjects, symbols->threads.size());
  parts.ages = OptionalColumn(kObjects, kObjects);
  parts.spaces = Array<HeapSpace>(kObjects);
  for (uint32_t o = 0; o < kObjects; ++o) {
    ids.add(ObjectId(16 * uint64_t{o}));
    parts.types.set(o, kTypes[o]);
    if (o % 4 > 0) parts.sites.set(o, o % 3);
    if (o % 2 > 0) parts.threads.set(o, 0);
    if (o > 0) parts.ages.set(o, o - 1);
    parts.spaces[o] = static_cast<HeapSpace>(o % kHeapSpaceWords.size());
    if (o >= kFirstArray) arrays.set(o);
  }
  uint64_t duplicates = 0;
  parts.ids = std::move(ids).build(duplicates);
  parts.extents = SparseColumn(RankedBits(std::move(arrays)));
  parts.extents.set(6, 7);
  parts.extents.set(7, 100);
  parts.references = ReferenceColumns(Array<uint32_t>(kObjects + 1));
  parts.classObjects.assign(symbols->types.size(), ObjectIndex::none());
  parts.loaders.assign(symbols->types.size(), ObjectIndex::none());
  parts.loaders[1] = ObjectIndex(2);
  parts.classSlots.resize(symbols->types.size());
  parts.weakSlots.resize(symbols->types.size());
  parts.symbols = std::move(symbols);
  return std::make_shared<const Heap>(std::move(parts));
}

}  // namespace heaptrail::fuzz
