#include "model/object_ids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace heaptrail {
namespace {

/// Builds from `ids` and checks every way through against a sorted set.
void expectHolds(const std::vector<uint64_t>& ids, uint64_t expectedDuplicates = 0) {
  ObjectIds::Builder builder;
  for (const uint64_t id : ids) builder.add(ObjectId(id));
  uint64_t duplicates = 0;
  const ObjectIds built = std::move(builder).build(duplicates);
  const std::set<uint64_t> expected(ids.begin(), ids.end());
  ASSERT_EQ(built.size(), expected.size());
  EXPECT_EQ(duplicates, expectedDuplicates);
  uint32_t index = 0;
  for (const uint64_t id : expected) {
    ASSERT_EQ(built.find(ObjectId(id)), ObjectIndex(index));
    ASSERT_EQ(built[ObjectIndex(index)], ObjectId(id));
    if (!expected.contains(id + 8)) {
      ASSERT_EQ(built.find(ObjectId(id + 8)), std::nullopt);
    }
    if (!expected.contains(id + 1)) {
      ASSERT_EQ(built.find(ObjectId(id + 1)), std::nullopt);
    }
    ++index;
  }
  EXPECT_EQ(built.find(ObjectId(*expected.begin() - 8)), std::nullopt);
  auto next = expected.begin();
  uint32_t seen = 0;
  built.forEach([&](ObjectIndex i, ObjectId id) {
    EXPECT_EQ(i.value(), seen++);
    EXPECT_EQ(id.value(), *next++);
  });
  EXPECT_EQ(next, expected.end());
}

std::vector<uint64_t> addresses(size_t count, uint64_t base, uint64_t span) {
  std::mt19937_64 random(count);
  std::set<uint64_t> ids;
  while (ids.size() < count) ids.insert(base + random() % (span / 8) * 8);
  std::vector<uint64_t> shuffled(ids.begin(), ids.end());
  std::ranges::shuffle(shuffled, random);
  return shuffled;
}

TEST(ObjectIds, NumberAddressesInTheirOrder) { expectHolds(addresses(3000, 0x700000000, 3 << 20)); }

TEST(ObjectIds, CopeWithHolesBetweenRegions) {
  std::vector<uint64_t> ids = addresses(500, 0x700000000, 1 << 20);
  for (const uint64_t id : addresses(500, 0x7f0000000, 1 << 20)) ids.push_back(id);
  expectHolds(ids);
}

TEST(ObjectIds, CopeWithIdsThatAreNoAddresses) {
  expectHolds({1, 2, 3, 7, 100});
  expectHolds({8, 16, 24, 25});
}

TEST(ObjectIds, CopeWithIdsAllOverTheRange) {
  std::mt19937_64 random(9);
  std::vector<uint64_t> ids{16, uint64_t{1} << 63};
  for (int i = 0; i < 20000; ++i) ids.push_back((random() | 16) & ~uint64_t{15});
  std::ranges::sort(ids);
  const auto repeated = std::ranges::unique(ids);
  ids.erase(repeated.begin(), repeated.end());
  expectHolds(ids);
}

TEST(ObjectIds, CountDuplicates) {
  expectHolds({0x1000, 0x1008, 0x1000, 0x1000}, 2);
  expectHolds({1, 2, 1}, 1);
}

TEST(ObjectIds, AnAddressSpaceCostsAboutAByteForEightBytesOfHeapAtMost) {
  ObjectIds::Builder builder;
  constexpr uint64_t kHeap = 64 << 20;
  for (uint64_t at = 0; at < kHeap; at += 32) builder.add(ObjectId(0x700000000 + at));
  uint64_t duplicates = 0;
  EXPECT_LT(std::move(builder).build(duplicates).bytes(), kHeap / 50);
}

}  // namespace
}  // namespace heaptrail
