// References are appended to rows, and all others stay where they are.
#include "trace/added_references.h"

#include <gtest/gtest.h>

#include <map>

namespace heaptrail {
namespace {

using Rows = std::map<uint32_t, std::map<uint32_t, uint32_t>>;  // object → slot → target

HeapParts partsOf(const Rows& rows, uint32_t objects) {
  HeapParts parts;
  ObjectIds::Builder ids;
  Array<uint32_t> degrees(objects + 1);
  for (uint32_t o = 0; o < objects; ++o) ids.add(ObjectId(o + 1));
  for (const auto& [object, row] : rows) degrees[object] = static_cast<uint32_t>(row.size());
  uint64_t duplicates = 0;
  parts.ids = std::move(ids).build(duplicates);
  parts.references = ReferenceColumns(std::move(degrees));
  ReferenceColumns::LongGaps longGaps;
  uint64_t place = 0;
  for (const auto& [object, row] : rows) {
    uint32_t expected = 0;
    for (const auto& [slot, target] : row) {
      parts.references.write(place++, ObjectIndex(target), slot - expected, longGaps);
      expected = slot + 1;
    }
  }
  parts.references.keep(std::move(longGaps));
  return parts;
}

Rows rowsOf(const HeapParts& parts) {
  Rows rows;
  for (uint32_t o = 0; o < parts.ids.size(); ++o) {
    parts.references.forEachSlot(o, [&](ObjectIndex target, uint32_t slot) { rows[o][slot] = target.value(); });
  }
  return rows;
}

TEST(AddedReferences, StandBehindThoseThatAreThereInTheOrderOfTheirSlots) {
  const Rows before{{0, {{0, 1}, {400, 2}}}, {2, {{3, 0}}}};
  HeapParts parts = partsOf(before, 4);
  addReferences(parts, {{ObjectIndex(3), 1, ObjectIndex(0)},
                        {ObjectIndex(0), 1000, ObjectIndex(3)},
                        {ObjectIndex(2), 5, ObjectIndex(2)},
                        {ObjectIndex(2), 4, ObjectIndex(1)}});
  const Rows expected{{0, {{0, 1}, {400, 2}, {1000, 3}}}, {2, {{3, 0}, {4, 1}, {5, 2}}}, {3, {{1, 0}}}};
  EXPECT_EQ(rowsOf(parts), expected);
}

TEST(AddedReferences, NothingToAddChangesNothing) {
  const Rows before{{0, {{0, 1}, {400, 2}}}};
  HeapParts parts = partsOf(before, 3);
  addReferences(parts, {});
  EXPECT_EQ(rowsOf(parts), before);
}

}  // namespace
}  // namespace heaptrail
