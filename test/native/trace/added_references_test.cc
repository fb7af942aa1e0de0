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
  parts.offsets = Offsets::fromDegrees(std::move(degrees));
  parts.targets = Array<ObjectIndex>(parts.offsets.total());
  parts.gaps = Array<uint8_t>(parts.offsets.total());
  uint64_t at = 0;
  for (const auto& [object, row] : rows) {
    uint32_t expected = 0;
    for (const auto& [slot, target] : row) {
      const uint32_t gap = slot - expected;
      if (gap >= kLongGap) parts.longGaps.emplace_back(at, gap);
      parts.gaps[at] = static_cast<uint8_t>(std::min<uint32_t>(gap, kLongGap));
      parts.targets[at++] = ObjectIndex(target);
      expected = slot + 1;
    }
  }
  return parts;
}

Rows rowsOf(const HeapParts& parts) {
  Rows rows;
  auto longGap = parts.longGaps.begin();
  for (uint32_t o = 0; o < parts.ids.size(); ++o) {
    const auto [from, to] = parts.offsets.range(o);
    uint32_t slot = 0;
    for (uint64_t r = from; r < to; ++r, ++slot) {
      slot += parts.gaps[r] < kLongGap ? parts.gaps[r] : (longGap++)->second;
      rows[o][slot] = parts.targets[r].value();
    }
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
