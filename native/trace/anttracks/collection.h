// What is known of a collection while it runs. Its events are applied when it ends, for until then addresses mean the
// heap as it was when it began.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "base/growing_array.h"
#include "trace/anttracks/event_decoder.h"
#include "trace/anttracks/object_store.h"
#include "trace/anttracks/pointer_lists.h"
#include "trace/anttracks/spaces.h"

namespace heaptrail::anttracks {

/// Fillers, mostly: what is allocated during a collection. There are few of them; every move asks whether it is of one.
class BornInCollection {
 public:
  void add(uint64_t address, uint32_t row) {
    rows_[address] = row;
    seen_[wordOf(address)] |= bitOf(address);
  }
  /// The row at an address, or kNone.
  uint32_t find(uint64_t address) const {
    if ((seen_[wordOf(address)] & bitOf(address)) == 0) return ObjectStore::kNone;
    const auto found = rows_.find(address);
    return found == rows_.end() ? ObjectStore::kNone : found->second;
  }
  /// By address.
  const std::map<uint64_t, uint32_t>& rows() const { return rows_; }
  /// Replaces every row by what `map(row)` says; kNone takes it out.
  template <typename Map>
  void renumber(Map&& map) {
    for (auto& [address, row] : rows_) row = map(row);
    std::erase_if(rows_, [](const auto& entry) { return entry.second == ObjectStore::kNone; });
  }
  void clear() {
    rows_.clear();
    seen_ = {};
  }

 private:
  static constexpr uint64_t kWords = 64;

  static uint64_t mixed(uint64_t address) { return address * 0x9e3779b97f4a7c15; }
  static uint64_t wordOf(uint64_t address) { return mixed(address) >> 58; }
  static uint64_t bitOf(uint64_t address) { return uint64_t{1} << (mixed(address) >> 52 & 63); }

  std::map<uint64_t, uint32_t> rows_;
  std::array<uint64_t, kWords> seen_{};  // a bit for every so many addresses
};

struct OpenCollection {
  struct Move {
    uint64_t from = 0;
    uint64_t to = 0;
    uint32_t row = 0;
    uint32_t bytes = 0;  // the size of the object; of one that is too large for this, as much as fits
  };
  static constexpr uint32_t kTooLarge = ~uint32_t{0};

  struct RootPointer {
    uint64_t list = 0;  // a category, or the address of a thread
    uint64_t address = 0;
  };

  GcEvent start;
  Spaces spaces;                        // as they were when it began
  std::vector<AddressRange> collected;  // where all die that are not moved: unless everything is
  std::vector<AddressRange> failed;     // where objects may stay after all
  GrowingArray<Move> moves;
  BornInCollection born;
  PointerLists pointers;
  std::vector<RootPointer> roots;
  bool keepsInPlace = false;  // objects in spaces that are collected stay where they are

  /// Makes it a new one; the memory stays.
  void begin(const GcEvent& gc, const Spaces& now) {
    start = gc;
    spaces = now;
    collected.clear();
    failed.clear();
    moves.clear();
    born.clear();
    pointers.clear();
    roots.clear();
    keepsInPlace = false;
  }

  bool isMajor() const { return start.type == GcType::kMajor || start.type == GcType::kMajorSync; }
  bool isSync() const { return start.type == GcType::kMajorSync || start.type == GcType::kMinorSync; }
};

/// What the end of a collection needs besides: memory that one after the other uses.
struct CollectionWorkspace {
  GrowingArray<uint32_t> youngNumbers;
  GrowingArray<uint32_t> oldNumbers;
  GrowingArray<uint64_t> departures;
};

}  // namespace heaptrail::anttracks
