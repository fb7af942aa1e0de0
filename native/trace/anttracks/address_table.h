// Which object starts at an address: four bytes per 16 bytes of heap that are in use, in pages.
//
// Objects take at least 16 bytes, so at most one starts in each 16; which half it starts in is kept beside its number.
// A collection looks up and writes an address per object that it moves, which no search tree or hash map would bear.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

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

  /// Replaces every number by what `map` says.
  template <typename Map>
  void renumber(Map&& map);

 private:
  static constexpr unsigned kPageShift = 18;
  static constexpr unsigned kBlockShift = 4;
  static constexpr uint64_t kBlocks = uint64_t{1} << (kPageShift - kBlockShift);

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

  uint64_t firstPage_ = 0;
  std::vector<std::unique_ptr<uint32_t[]>> pages_;
  std::vector<uint64_t> used_;  // which there are
  uint64_t written_ = 0;        // entries so far: so many pages may be taken
};

template <typename Visit>
void AddressTable::forEachIn(uint64_t from, uint64_t to, Visit&& visit) const {
  if (from >= to) return;
  const uint64_t lastAddress = to - 1;
  forEachPageIn(from, to, [&](uint64_t place) {
    const uint64_t begin = (firstPage_ + place) << kPageShift;
    const uint64_t end = begin + (uint64_t{1} << kPageShift) - 1;
    const uint64_t firstBlock = begin >= from ? 0 : placeIn(from);
    const uint64_t lastBlock = end <= lastAddress ? kBlocks - 1 : placeIn(lastAddress);
    for (uint64_t block = firstBlock; block <= lastBlock; ++block) {
      const uint32_t entry = pages_[place][block];
      if (entry == 0) continue;
      const uint64_t address = begin + (block << kBlockShift) + ((entry & 1) << 3);
      if (address >= from && address <= lastAddress) visit(address, (entry >> 1) - 1);
    }
  });
}

template <typename Map>
void AddressTable::renumber(Map&& map) {
  for (const uint64_t number : used_) {
    const auto& page = pages_[number - firstPage_];
    for (uint64_t block = 0; block < kBlocks; ++block) {
      const uint32_t entry = page[block];
      if (entry == 0) continue;
      const uint32_t object = map((entry >> 1) - 1);
      page[block] = object == kNone ? 0 : (object + 1) << 1 | (entry & 1);
    }
  }
}

}  // namespace heaptrail::anttracks
