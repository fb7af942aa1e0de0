// A heap of some objects that tells all that properties of objects may ask of a heap, for the fuzzers of conditions and
// groupings.
#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "model/heap.h"

namespace heaptrail::fuzz {

/// An object of each of some types in packages below each other, the second a subclass of the first, then arrays of 0,
/// 7 and 100 elements. Sites of up to three frames, threads, ages and spaces are known of some of them. Behind them are
/// objects with fields, whose values are in small_values.h.
inline std::shared_ptr<const Heap> smallHeap() {
  auto symbols = std::make_shared<Symbols>();
  for (const char* name :
       {"java.util.AbstractMap", "java.util.concurrent.Map", "int[]", "my (odd) Name", "", "java.Odd"}) {
    Type& type = symbols->types.emplace_back();
    type.name = name;
    type.bytes = 16;
  }
  symbols->types[1].superclass = TypeId(0);
  const auto addType = [&symbols](const char* name, std::vector<Field> fields, TypeId superclass = TypeId::none()) {
    Type& type = symbols->types.emplace_back();
    type.name = name;
    type.bytes = 48;
    type.fields = std::move(fields);
    type.superclass = superclass;
  };
  const Field value{"value", ValueKind::kReference};
  const Field coder{"coder", ValueKind::kByte};
  addType("byte[]", {});  // 6
  symbols->types[6].shape = TypeShape::kPrimitiveArray;
  symbols->types[6].element = ValueKind::kByte;
  symbols->types[6].elementBytes = 1;
  addType("java.lang.String", {value, coder});
  addType("java.lang.Integer", {{"value", ValueKind::kInt}});
  addType("java.lang.AbstractStringBuilder", {value, coder, {"count", ValueKind::kInt}});
  addType("java.lang.Enum", {{"name", ValueKind::kReference}});  // 10
  addType("com.x.Session", {{"user", ValueKind::kReference},
                            {"count", ValueKind::kInt},
                            {"done", ValueKind::kBoolean},
                            {"rate", ValueKind::kDouble},
                            {"letter", ValueKind::kChar},
                            {"age", ValueKind::kLong}});
  addType("com.x.LateSession",
          {{"count", ValueKind::kFloat}, {"next", ValueKind::kReference}, {"state", ValueKind::kReference}},
          TypeId(11));
  symbols->types[2].shape = TypeShape::kPrimitiveArray;
  symbols->types[2].elementBytes = 4;
  const Frame inner{"a.b.Web", "get", "Web.java", 7};
  const Frame outer{"a.Main", "run", "", 0};
  symbols->sites = {{{inner}}, {{inner, outer}}, {{inner, outer, outer}}};
  symbols->threads = {{"main", SiteId::none()}};
  constexpr uint32_t kTypes[] = {0, 1, 3, 4, 5, 2, 2, 2, 6, 7, 6, 7, 8, 9, 10, 11, 12, 12};
  constexpr uint32_t kObjects = std::size(kTypes);
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
    if (symbols->types[kTypes[o]].shape != TypeShape::kInstance) arrays.set(o);
  }
  uint64_t duplicates = 0;
  parts.ids = std::move(ids).build(duplicates);
  parts.extents = SparseColumn(RankedBits(std::move(arrays)));
  parts.extents.set(6, 7);
  parts.extents.set(7, 100);
  parts.extents.set(8, 4);
  parts.extents.set(10, 6);
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
