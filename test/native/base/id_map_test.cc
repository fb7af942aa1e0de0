#include "base/id_map.h"

#include <gtest/gtest.h>

#include <random>
#include <unordered_map>

namespace heaptrail {
namespace {

TEST(IdMap, AnEmptyMapFindsNothing) { EXPECT_EQ(IdMap().find(0), IdMap::kMissing); }

TEST(IdMap, KeepsTheFirstValueOfAnId) {
  IdMap map;
  EXPECT_EQ(map.insert(42, 1), 1U);
  EXPECT_EQ(map.insert(42, 2), 1U);
  EXPECT_EQ(map.find(42), 1U);
  EXPECT_EQ(map.size(), 1U);
}

TEST(IdMap, AgreesWithTheStandardMap) {
  std::mt19937_64 random(3);
  IdMap map;
  std::unordered_map<uint64_t, uint32_t> expected;
  for (uint32_t i = 0; i < 20000; ++i) {
    const uint64_t id = (random() % 30000) * 8 + 0x700000000;  // addresses: many collide in their low bits
    EXPECT_EQ(map.insert(id, i), expected.emplace(id, i).first->second);
  }
  for (uint64_t id = 0x700000000; id < 0x700000000 + 30000 * 8; id += 4) {
    const auto place = expected.find(id);
    EXPECT_EQ(map.find(id), place == expected.end() ? IdMap::kMissing : place->second);
  }
}

}  // namespace
}  // namespace heaptrail
