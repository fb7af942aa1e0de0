// The parts of the traced heap: Parallel's four spaces, or G1's regions.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "trace/anttracks/format.h"

namespace heaptrail::anttracks {

struct AddressRange {
  uint64_t from = 0;
  uint64_t to = 0;

  bool contains(uint64_t address) const { return address >= from && address < to; }
};

/// The same addresses, none of them twice, ascending. A damaged trace may name a range as often as it likes.
std::vector<AddressRange> withoutOverlaps(std::vector<AddressRange> ranges);

/// Ranges without overlaps, ascending.
class RangeSet {
 public:
  RangeSet() = default;
  explicit RangeSet(std::vector<AddressRange> ranges) : ranges_(withoutOverlaps(std::move(ranges))) {}

  bool contains(uint64_t address) const {
    if (!last_.contains(address)) find(address);
    return lastIsIn_;
  }
  auto begin() const { return ranges_.begin(); }
  auto end() const { return ranges_.end(); }

 private:
  void find(uint64_t address) const;

  std::vector<AddressRange> ranges_;
  // What was asked for last lies in this range, or in this gap between two: the next one mostly does, too.
  mutable AddressRange last_;
  mutable bool lastIsIn_ = false;
};

struct Space {
  AddressRange range;
  SpaceType type = SpaceType::kOld;
  bool inUse = false;
};

class Spaces {
 public:
  // Parallel has four, CMS five or six; G1 at least a few dozen regions, and at most 2048 by default.
  static constexpr uint32_t kMostSpaces = 1 << 20;
  // They are told one after the other; a number far beyond the others is none.
  static constexpr uint32_t kFarthestNext = 64;
  static constexpr uint32_t kFewSpaces = 8;

  /// The same for a space that is there already redefines it.
  void create(uint32_t index, uint64_t bottom, uint64_t bytes);
  void allocate(uint32_t index, SpaceType type);
  void release(uint32_t index);
  void destroy(uint32_t first, uint64_t count);

  /// None where there is no such space.
  const Space* at(uint32_t index) const { return index < spaces_.size() ? &spaces_[index] : nullptr; }
  /// What `address` lies in; none where no space is in use there. Where a damaged trace has spaces that overlap, it is
  /// the one that begins last.
  const Space* find(uint64_t address) const {
    if (!lastStretch_.contains(address)) return findOther(address);
    return spaces_[last_].inUse ? &spaces_[last_] : nullptr;
  }
  SpaceType typeAt(uint64_t address) const {
    const Space* space = find(address);
    return space == nullptr ? SpaceType::kOld : space->type;
  }
  bool areRegions() const { return spaces_.size() > kFewSpaces; }
  uint64_t count() const { return spaces_.size(); }

 private:
  void forgetOrder();
  void sort() const;
  const Space* findOther(uint64_t address) const;

  std::vector<Space> spaces_;
  mutable std::vector<uint32_t> byAddress_;
  mutable bool sorted_ = false;
  // Where the last one was found, and for which addresses that is the answer: the next one is mostly there, too.
  mutable uint32_t last_ = 0;
  mutable AddressRange lastStretch_;
};

}  // namespace heaptrail::anttracks
