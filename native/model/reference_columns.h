// What each object of a heap refers to, in compressed sparse rows: the references of an object stand together, in the
// order of their slots, nulls left out and counted. 4 bytes per object, 5 per reference.
//
// Filled in two passes. The first counts the references of each object. The second writes them, row by row, each in its
// slot; any number of threads may, each at other objects. How slots are packed is known here only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/array.h"
#include "model/columns.h"
#include "model/ids.h"

namespace heaptrail {

class ReferenceColumns {
 public:
  /// Numbers of nulls that do not fit into their column, by reference. Each thread that writes has its own.
  using LongGaps = std::vector<std::pair<uint64_t, uint32_t>>;

  ReferenceColumns() = default;
  /// Room for so many references of each object. `degrees` has one entry more than there are objects; the last is
  /// ignored.
  explicit ReferenceColumns(Array<uint32_t> degrees)
      : offsets_(Offsets::fromDegrees(std::move(degrees))), targets_(offsets_.total()), gaps_(offsets_.total()) {}

  uint64_t count() const { return targets_.size(); }
  /// The references of an object, from the first to the one after the last.
  std::pair<uint64_t, uint64_t> range(uint64_t object) const { return offsets_.range(object); }
  uint32_t degree(uint64_t object) const {
    const auto [from, to] = range(object);
    return static_cast<uint32_t>(to - from);
  }
  std::span<const ObjectIndex> of(uint64_t object) const {
    const auto [from, to] = range(object);
    return {targets_.data() + from, to - from};
  }
  /// Of all objects.
  std::span<const ObjectIndex> targets() const { return {targets_.data(), targets_.size()}; }
  ObjectIndex target(uint64_t reference) const { return targets_[reference]; }
  uint32_t nullsBefore(uint64_t reference) const {
    const uint8_t gap = gaps_[reference];
    return gap < kLongGap ? gap : longGap(reference);
  }

  /// Calls `visit(target, slot)` for every reference of an object.
  template <typename Visit>
  void forEachSlot(uint64_t object, Visit&& visit) const {
    const auto [from, to] = range(object);
    uint32_t slot = 0;
    for (uint64_t reference = from; reference < to; ++reference, ++slot) {
      slot += nullsBefore(reference);
      visit(targets_[reference], slot);
    }
  }

  /// Writes what one object refers to, in the order of its slots.
  class Row {
   public:
    Row(ReferenceColumns& columns, uint64_t object, LongGaps& longGaps) : columns_(columns), longGaps_(longGaps) {
      std::tie(next_, end_) = columns.range(object);
    }

    /// All that were counted are written.
    bool isFull() const { return next_ == end_; }
    void addNull() { ++slot_; }
    void add(ObjectIndex target) { addAt(slot_, target); }
    /// In a slot behind all before it; those between are nulls.
    void addAt(uint64_t slot, ObjectIndex target) {
      columns_.write(next_++, target, slot - behindLast_, longGaps_);
      slot_ = behindLast_ = slot + 1;
    }

   private:
    ReferenceColumns& columns_;
    LongGaps& longGaps_;
    uint64_t next_ = 0;
    uint64_t end_ = 0;
    uint64_t slot_ = 0;
    uint64_t behindLast_ = 0;
  };

  /// One reference, where rows are not written as a whole.
  void write(uint64_t reference, ObjectIndex target, uint64_t nullsBefore, LongGaps& longGaps) {
    targets_[reference] = target;
    writeNullsBefore(reference, nullsBefore, longGaps);
  }
  void writeNullsBefore(uint64_t reference, uint64_t nulls, LongGaps& longGaps) {
    gaps_[reference] = static_cast<uint8_t>(std::min<uint64_t>(nulls, kLongGap));
    if (nulls >= kLongGap) longGaps.emplace_back(reference, static_cast<uint32_t>(nulls));
  }

  /// When all are written: the long gaps of all threads, in any order.
  void keep(LongGaps longGaps) {
    longGaps_ = std::move(longGaps);
    std::ranges::sort(longGaps_);
  }
  /// To write some rows once more, and keep them again.
  LongGaps takeLongGaps() { return std::exchange(longGaps_, {}); }

  /// Fetch into the processor's cache where the references of an object are; these themselves, for which the former
  /// should have arrived.
  void prefetchRange(uint64_t object) const { offsets_.prefetch(object); }
  void prefetchTargets(uint64_t object) const { __builtin_prefetch(targets_.data() + offsets_[object]); }

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.offsets_, self.targets_, self.gaps_, self.longGaps_);
  }

 private:
  static constexpr uint8_t kLongGap = 255;  // the number stands in `longGaps_`

  uint32_t longGap(uint64_t reference) const {
    return std::ranges::lower_bound(longGaps_, reference, {}, [](const auto& gap) { return gap.first; })->second;
  }

  Offsets offsets_;
  Array<ObjectIndex> targets_;
  Array<uint8_t> gaps_;
  LongGaps longGaps_;  // ascending
};

}  // namespace heaptrail
