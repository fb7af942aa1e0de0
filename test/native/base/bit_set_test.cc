#include "base/bit_set.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <set>

#include "base/parallel.h"

namespace heaptrail {
namespace {

BitSet of(uint64_t size, std::initializer_list<uint64_t> members) {
  BitSet set(size);
  for (const uint64_t member : members) set.set(member);
  return set;
}

std::vector<uint64_t> membersOf(const BitSet& set) {
  std::vector<uint64_t> members;
  set.forEach([&](uint64_t i) { members.push_back(i); });
  return members;
}

TEST(BitSet, HoldsWhatWasPutIn) {
  BitSet set = of(130, {0, 63, 64, 129});
  EXPECT_EQ(membersOf(set), (std::vector<uint64_t>{0, 63, 64, 129}));
  EXPECT_EQ(set.count(), 4U);
  EXPECT_FALSE(set.test(1));
  set.clear(64);
  EXPECT_FALSE(set.test(64));
}

TEST(BitSet, InsertTellsWhetherTheMemberIsNew) {
  BitSet set(10);
  EXPECT_TRUE(set.insert(3));
  EXPECT_FALSE(set.insert(3));
}

TEST(BitSet, FullHasNoMembersBehindItsSize) {
  EXPECT_EQ(BitSet::full(70).count(), 70U);
  EXPECT_EQ(BitSet::full(128).count(), 128U);
  EXPECT_EQ(BitSet::full(0).count(), 0U);
}

TEST(BitSet, SetOperationsAreThoseOfSets) {
  std::mt19937 random(7);
  for (int round = 0; round < 100; ++round) {
    const uint64_t size = 1 + random() % 300;
    BitSet a(size);
    BitSet b(size);
    std::set<uint64_t> left;
    std::set<uint64_t> right;
    for (uint64_t i = 0; i < size; ++i) {
      if (random() % 2 == 0) a.set(i), left.insert(i);
      if (random() % 2 == 0) b.set(i), right.insert(i);
    }
    BitSet both = a.copy();
    both &= b;
    BitSet either = a.copy();
    either |= b;
    BitSet only = a.copy();
    only -= b;
    for (uint64_t i = 0; i < size; ++i) {
      EXPECT_EQ(both.test(i), left.contains(i) && right.contains(i));
      EXPECT_EQ(either.test(i), left.contains(i) || right.contains(i));
      EXPECT_EQ(only.test(i), left.contains(i) && !right.contains(i));
    }
  }
}

TEST(BitSet, CountInCountsARange) {
  const BitSet set = of(200, {1, 63, 64, 65, 127, 128, 199});
  EXPECT_EQ(set.countIn(64, 128), 3U);
  EXPECT_EQ(set.countIn(64, 66), 2U);
  EXPECT_EQ(set.countIn(0, 200), 7U);
  EXPECT_EQ(set.countIn(128, 128), 0U);
}

TEST(BitSet, ClaimIsWonByExactlyOneThread) {
  constexpr uint64_t kSize = 10000;
  BitSet set(kSize);
  std::atomic<uint64_t> won = 0;
  forEachBlock(Threads(4), 4, [&](uint64_t) {
    for (uint64_t i = 0; i < kSize; ++i) {
      if (set.claim(i)) ++won;
    }
  });
  EXPECT_EQ(won, kSize);
  EXPECT_EQ(set.count(), kSize);
}

}  // namespace
}  // namespace heaptrail
