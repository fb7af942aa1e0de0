// Where objects are: the table of addresses, and sets of ranges, compared with what they stand for.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "trace/anttracks/address_table.h"
#include "trace/anttracks/spaces.h"

namespace heaptrail::anttracks {
namespace {

using Objects = std::map<uint64_t, uint32_t>;

Objects objectsOf(const AddressTable& table) {
  Objects objects;
  table.forEach([&](uint64_t address, uint32_t object) { objects[address] = object; });
  return objects;
}

TEST(AntTracksAddresses, TheTableIsAMapFromAddressesToObjects) {
  constexpr uint64_t kBase = 0x700000000;
  constexpr uint64_t kBytes = 4 << 20;  // sixteen pages of the table
  std::mt19937_64 random(1);
  AddressTable table;
  Objects expected;
  uint32_t number = 0;
  for (int round = 0; round < 40; ++round) {
    for (int i = 0; i < 500; ++i) {
      // Objects take 16 bytes at least: of two that begin in the same 16 the later one is there.
      const uint64_t address = kBase + random() % kBytes / 8 * 8;
      uint32_t previous = 0;
      ASSERT_TRUE(table.set(address, number, previous));
      const uint64_t block = address & ~uint64_t{15};
      const auto there = expected.lower_bound(block);
      const bool taken = there != expected.end() && there->first < block + 16;
      EXPECT_EQ(previous, taken ? there->second : AddressTable::kNone);
      if (taken) expected.erase(there);
      expected[address] = number++;
    }
    const uint64_t from = kBase + random() % kBytes;
    const uint64_t to = from + random() % (kBytes / 8);
    if (round % 2 == 0) {
      table.clearRange(from, to);
      expected.erase(expected.lower_bound(from), expected.lower_bound(to));
    } else {
      table.renumberIn(from, to, [](uint32_t object) { return object % 3 == 0 ? AddressTable::kNone : object + 1; });
      for (auto entry = expected.lower_bound(from); entry != expected.lower_bound(to);) {
        const bool goes = entry->second++ % 3 == 0;
        entry = goes ? expected.erase(entry) : std::next(entry);
      }
    }
    ASSERT_EQ(objectsOf(table), expected);
  }
  std::vector<std::pair<uint64_t, uint32_t>> ascending;
  table.forEachAscending([&](uint64_t address, uint32_t object) { ascending.emplace_back(address, object); });
  EXPECT_TRUE(std::ranges::equal(
      ascending, expected, [](const auto& a, const auto& b) { return a.first == b.first && a.second == b.second; }));
}

TEST(AntTracksAddresses, PagesThatAreUsedAgainAreEmpty) {
  AddressTable table;
  uint32_t previous = 0;
  for (int round = 0; round < 3; ++round) {
    const uint64_t base = 0x100000000 + (uint64_t{1} << 30) * static_cast<uint64_t>(round);
    for (uint64_t address = base; address < base + (1 << 20); address += 16) {
      table.set(address, 1, previous);
      ASSERT_EQ(previous, AddressTable::kNone);
    }
    if (round == 0) {
      table.clearAll();
    } else {
      table.clearRange(base, base + (1 << 20));
    }
    ASSERT_TRUE(objectsOf(table).empty());
  }
}

uint64_t residentBytes() {
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

TEST(AntTracksAddresses, FarAwayAddressesAreFoundAndCostNoMemoryInBetween) {
  constexpr uint64_t kFar = uint64_t{1} << 39;
  constexpr uint64_t kBase = uint64_t{1} << 44;
  const Objects expected = {{kBase - kFar, 2}, {kBase, 0}, {kBase + 8 * (1 << 18), 3}, {kBase + kFar - (65 << 18), 1}};
  const uint64_t before = residentBytes();
  std::array<AddressTable, 16> tables;
  uint32_t previous = 0;
  for (AddressTable& table : tables) {
    for (uint32_t object = 0; object < expected.size(); ++object) {
      const auto place = std::ranges::find(expected, object, &Objects::value_type::second);
      ASSERT_TRUE(table.set(place->first, object, previous)) << object;
    }
    EXPECT_FALSE(table.set(kBase + kFar, 4, previous)) << "more than 1 TiB above the lowest";
    EXPECT_FALSE(table.set(kBase - kFar - (256 << 18), 4, previous)) << "more than 1 TiB below the highest";
    EXPECT_EQ(objectsOf(table), expected);
  }
  // A directory of 32 MB each, all of it, would be 512 MB.
  EXPECT_LT(residentBytes() - before, uint64_t{200} << 20);
}

TEST(AntTracksAddresses, WhatLiesInTheSpareEndOfTheDirectoryCountsForItsLength) {
  constexpr uint64_t kPage = 1 << 18;
  constexpr uint64_t kBase = uint64_t{1} << 44;
  constexpr uint64_t kMostPages = uint64_t{1} << 22;
  AddressTable table;
  uint32_t previous = 0;
  ASSERT_TRUE(table.set(kBase, 0, previous));
  // Makes the directory as long as it may be, a quarter of it spare.
  ASSERT_TRUE(table.set(kBase + kMostPages * 3 / 4 * kPage, 1, previous));
  const uint64_t inSpareEnd = kBase + (kMostPages - 100) * kPage;
  ASSERT_TRUE(table.set(inSpareEnd, 2, previous));
  EXPECT_FALSE(table.set(kBase - 100 * kPage, 3, previous)) << "more than 1 TiB below the highest";
  EXPECT_EQ(objectsOf(table), (Objects{{kBase, 0}, {kBase + kMostPages * 3 / 4 * kPage, 1}, {inSpareEnd, 2}}));
}

TEST(AntTracksAddresses, WhatWasAskedBeforeDoesNotMatterWhereSpacesOverlap) {
  std::mt19937 random(3);
  for (int round = 0; round < 100; ++round) {
    Spaces asked;
    Spaces unasked;
    for (int step = 0; step < 40; ++step) {
      const auto index = static_cast<uint32_t>(random() % 5);
      const uint64_t bottom = random() % 100;
      const uint64_t bytes = 1 + random() % 40;
      for (Spaces* spaces : {&asked, &unasked}) {
        spaces->create(index, bottom, bytes);
        spaces->allocate(index, index % 2 == 0 ? SpaceType::kOld : SpaceType::kSurvivor);
      }
      for (int question = 0; question < 10; ++question) {
        const uint64_t address = random() % 150;
        const Spaces fresh = unasked;
        ASSERT_EQ(asked.typeAt(address), fresh.typeAt(address)) << "round " << round << ", address " << address;
      }
    }
  }
}

TEST(AntTracksAddresses, ASetOfRangesContainsWhatOneOfThemContains) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<AddressRange> ranges;
    for (uint64_t i = random() % 6; i > 0; --i) {
      const uint64_t from = random() % 100;
      ranges.push_back({from, from + random() % 20});
    }
    const RangeSet set(ranges);
    for (int question = 0; question < 300; ++question) {
      const uint64_t address = random() % 130;
      const bool expected =
          std::ranges::any_of(ranges, [address](const AddressRange& range) { return range.contains(address); });
      ASSERT_EQ(set.contains(address), expected) << "round " << round << ", address " << address;
    }
  }
}

}  // namespace
}  // namespace heaptrail::anttracks
