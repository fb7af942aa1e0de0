// Which object starts at an address: four bytes per 16 bytes of heap that are in use, in pages.
//
// Objects take at least 16 bytes, so at most one starts in each 16; which half it starts in is kept beside its number.
// A collection looks up and writes an address per object that it moves, which no search tree or hash map would bear.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "base/array.h"

namespace heaptrail::anttracks {

class AddressTable {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};
  static constexpr uint32_t kMostObjects = (uint32_t{1} << 31) - 2;

  /// The object that starts at `address`, or kNone.
  uint32_t find(uint64_t address) const {
    const uint64_t page = (address >> kPageShift) - firstPage_;
    if (page >= pages_.size() || pages_[page] == nullptr || (address & 7) != 0) return kNone;
    const uint32_t entry = pages_[page][placeIn(address)];
    return entry != 0 && (entry & 1) == halfOf(address) ? (entry >> 1) - 1 : kNone;
  }

  void prefetch(uint64_t address) const {
    const uint64_t page = (address >> kPageShift) - firstPage_;
    if (page < pages_.size() && pages_[page] != nullptr) __builtin_prefetch(&pages_[page][placeIn(address)]);
  }

  /// False when no object can be there: the address is odd, or so far from all others that it cannot be true.
  /// `previous` tells which object was there (or 8 bytes beside it, which leaves no room for both), or kNone.
  bool set(uint64_t address, uint32_t object, uint32_t& previous) {
    previous = kNone;
    uint32_t* const place = entryOf(address);
    if (place == nullptr) return false;
    if (*place != 0) previous = (*place >> 1) - 1;
    *place = (object + 1) << 1 | halfOf(address);
    return true;
  }

  /// Whether no two objects can be at these addresses.
  static bool overlap(uint64_t address, uint64_t other) { return address >> kBlockShift == other >> kBlockShift; }

  void clear(uint64_t address) {
    if (find(address) != kNone) pages_[(address >> kPageShift) - firstPage_][placeIn(address)] = 0;
  }
  void clearRange(uint64_t from, uint64_t to);
  void clearAll();

  /// Calls `visit(address, object)` for all that start in [from, to).
  template <typename Visit>
  void forEachIn(uint64_t from, uint64_t to, Visit&& visit) const;
  template <typename Visit>
  void forEach(Visit&& visit) const {
    forEachIn(0, ~uint64_t{0}, visit);
  }
  /// The same in the order of addresses, which costs sorting of pages.
  template <typename Visit>
  void forEachAscending(Visit&& visit) const {
    std::vector<uint64_t> pages = used_;
    std::ranges::sort(pages);
    for (const uint64_t page : pages) forEachIn(page << kPageShift, (page + 1) << kPageShift, visit);
  }

  /// Replaces every number, or those of objects that start in [from, to), by what `map(object)` says; kNone clears.
  template <typename Map>
  void renumberIn(uint64_t from, uint64_t to, Map&& map);
  template <typename Map>
  void renumber(Map&& map) {
    renumberIn(0, ~uint64_t{0}, map);
  }

 private:
  static constexpr unsigned kPageShift = 18;
  static constexpr unsigned kBlockShift = 4;
  static constexpr uint64_t kBlocks = uint64_t{1} << (kPageShift - kBlockShift);

  // Stretches in which no object starts are passed over at once: in small and in sparse heaps these are most of a page.
  static constexpr uint64_t kBlocksPerStretch = 1024;
  static bool isEmpty(const uint32_t* stretch) {
    constexpr size_t kBytes = kBlocksPerStretch * sizeof(uint32_t);
    return *stretch == 0 && std::memcmp(stretch, stretch + 1, kBytes - sizeof(uint32_t)) == 0;
  }

  static uint64_t placeIn(uint64_t address) { return (address >> kBlockShift) & (kBlocks - 1); }
  static uint32_t halfOf(uint64_t address) { return static_cast<uint32_t>(address >> 3) & 1; }

  /// Which pages [from, to) touches: the first, and the one behind the last.
  std::pair<uint64_t, uint64_t> pagesOf(uint64_t from, uint64_t to) const {
    const uint64_t first = from >> kPageShift;
    const uint64_t last = from < to ? ((to - 1) >> kPageShift) + 1 : 0;
    return {first < firstPage_ ? 0 : first - firstPage_,
            last < firstPage_ ? 0 : std::min<uint64_t>(last - firstPage_, pages_.size())};
  }

  uint32_t* entryOf(uint64_t address) {
    const uint64_t page = (address >> kPageShift) - firstPage_;
    if (page < pages_.size() && pages_[page] != nullptr && (address & 7) == 0) {
      ++written_;
      return &pages_[page][placeIn(address)];
    }
    return newEntryOf(address);
  }
  uint32_t* newEntryOf(uint64_t address);
  bool reach(uint64_t page);
  uint32_t* newPage();
  void freePage(uint64_t place);

  /// Calls `visit(place)` for the pages in use that [from, to) touches.
  template <typename Visit>
  void forEachPageIn(uint64_t from, uint64_t to, Visit&& visit) const {
    const auto [first, end] = pagesOf(from, to);
    if (end > first && end - first <= used_.size()) {
      for (uint64_t place = first; place < end; ++place) {
        if (pages_[place] != nullptr) visit(place);
      }
      return;
    }
    for (const uint64_t page : used_) {
      if (page - firstPage_ >= first && page - firstPage_ < end) visit(page - firstPage_);
    }
  }

  /// Calls `visit(entry, address)` for all entries in use of objects that start in [from, to), whether the entry may be
  /// changed or not.
  template <typename Self, typename Visit>
  static void forEachEntryIn(Self& self, uint64_t from, uint64_t to, Visit&& visit);
  /// Does that for the page at `place`, up to and with `lastAddress`.
  template <typename Self, typename Visit>
  static void forEachEntryOfPage(Self& self, uint64_t place, uint64_t from, uint64_t lastAddress, Visit&& visit);

  uint64_t firstPage_ = 0;
  uint64_t lastPage_ = 0;   // that was ever used
  Array<uint32_t*> pages_;  // what no page is used of costs no memory: an address may be far away in a damaged trace
  std::vector<Array<uint32_t>> slabs_;  // what pages are cut from: one page first, then twice as many each time
  std::vector<uint32_t*> free_;
  std::vector<uint64_t> used_;  // which there are
  uint64_t written_ = 0;        // entries so far: so many pages may be taken
};

template <typename Self, typename Visit>
void AddressTable::forEachEntryOfPage(Self& self, uint64_t place, uint64_t from, uint64_t lastAddress, Visit&& visit) {
  const uint64_t begin = (self.firstPage_ + place) << kPageShift;
  const uint64_t end = begin + (uint64_t{1} << kPageShift) - 1;
  const uint64_t lastBlock = end <= lastAddress ? kBlocks - 1 : placeIn(lastAddress);
  auto* const page = self.pages_[place];
  for (uint64_t block = begin >= from ? 0 : placeIn(from); block <= lastBlock; ++block) {
    if (block % kBlocksPerStretch == 0 && isEmpty(page + block)) {
      block += kBlocksPerStretch - 1;
      continue;
    }
    auto& entry = page[block];
    if (entry == 0) continue;
    const uint64_t address = begin + (block << kBlockShift) + ((entry & 1) << 3);
    if (address >= from && address <= lastAddress) visit(entry, address);
  }
}

template <typename Self, typename Visit>
void AddressTable::forEachEntryIn(Self& self, uint64_t from, uint64_t to, Visit&& visit) {
  if (from >= to) return;
  self.forEachPageIn(from, to, [&](uint64_t place) { forEachEntryOfPage(self, place, from, to - 1, visit); });
}

template <typename Visit>
void AddressTable::forEachIn(uint64_t from, uint64_t to, Visit&& visit) const {
  forEachEntryIn(*this, from, to, [&](uint32_t entry, uint64_t address) { visit(address, (entry >> 1) - 1); });
}

template <typename Map>
void AddressTable::renumberIn(uint64_t from, uint64_t to, Map&& map) {
  forEachEntryIn(*this, from, to, [&](uint32_t& entry, uint64_t) {
    const uint32_t object = map((entry >> 1) - 1);
    entry = object == kNone ? 0 : (object + 1) << 1 | (entry & 1);
  });
}

}  // namespace heaptrail::anttracks
