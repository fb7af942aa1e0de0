#include "trace/anttracks/address_table.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace heaptrail::anttracks {

namespace {

constexpr uint64_t kLongestDirectory = uint64_t{1} << 22;  // 1 TiB between the lowest and the highest object

// A page costs 64 KiB. Heaps have thousands of objects in one; damaged traces must not have one for each.
constexpr uint64_t kPagesInAnyCase = 4096;
constexpr uint64_t kEntriesPerPage = 32;

constexpr uint64_t kMaxPagesPerSlab = 64;  // 4 MiB: so much at least may get huge pages

constexpr uint64_t kSpareBefore = 64;  // pages below the first one: heaps grow downwards, too

}  // namespace

uint32_t* AddressTable::newEntryOf(uint64_t address) {
  if ((address & 7) != 0) return nullptr;
  if (used_.size() >= kPagesInAnyCase + written_ / kEntriesPerPage) return nullptr;
  const uint64_t page = address >> kPageShift;
  if (page - firstPage_ >= pages_.size() && !reach(page)) return nullptr;
  const uint64_t place = page - firstPage_;
  if (pages_[place] == nullptr) {
    pages_[place] = newPage();
    used_.push_back(page);
    lastPage_ = std::max(lastPage_, page);
  }
  ++written_;
  return &pages_[place][placeIn(address)];
}

/// Makes the directory long enough for a page; false when it would have to be too long.
bool AddressTable::reach(uint64_t page) {
  const bool isFirst = pages_.empty();
  const uint64_t first = isFirst || page < firstPage_ ? page - std::min(page, kSpareBefore) : firstPage_;
  const uint64_t last = isFirst ? page : std::max(lastPage_, page);
  if (last - first >= kLongestDirectory) return false;
  const uint64_t needed = last - first + 1;
  Array<uint32_t*> longer(std::min(needed + needed / 2, kLongestDirectory));
  for (const uint64_t used : used_) longer[used - first] = pages_[used - firstPage_];
  pages_ = std::move(longer);
  firstPage_ = first;
  return true;
}

uint32_t* AddressTable::newPage() {
  if (free_.empty()) {
    const uint64_t pages = slabs_.empty() ? 1 : std::min(2 * slabs_.back().size() / kBlocks, kMaxPagesPerSlab);
    slabs_.emplace_back(pages * kBlocks);
    for (uint64_t i = pages; i > 0; --i) free_.push_back(slabs_.back().data() + (i - 1) * kBlocks);
  }
  uint32_t* const page = free_.back();
  free_.pop_back();
  return page;
}

/// It will be another one: to clear it costs less than to get zeroed memory again.
void AddressTable::freePage(uint64_t place) {
  std::memset(pages_[place], 0, kBlocks * sizeof(uint32_t));
  free_.push_back(pages_[place]);
  pages_[place] = nullptr;
}

void AddressTable::clearRange(uint64_t from, uint64_t to) {
  uint64_t freed = 0;
  forEachPageIn(from, to, [&](uint64_t place) {
    const uint64_t begin = (firstPage_ + place) << kPageShift;
    const uint64_t end = begin + (uint64_t{1} << kPageShift);
    if (from <= begin && end <= to) {
      freePage(place);
      ++freed;
      return;
    }
    forEachEntryOfPage(*this, place, from, to - 1, [](uint32_t& entry, uint64_t) { entry = 0; });
  });
  if (freed > 0) {
    std::erase_if(used_, [this](uint64_t page) { return pages_[page - firstPage_] == nullptr; });
  }
}

void AddressTable::clearAll() {
  for (const uint64_t page : used_) freePage(page - firstPage_);
  used_.clear();
}

}  // namespace heaptrail::anttracks
