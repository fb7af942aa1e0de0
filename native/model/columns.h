// Columns that are narrower than what they hold looks: the memory of a heap with tens of millions of objects is these.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "base/array.h"
#include "base/bit_set.h"

namespace heaptrail {

/// A 32-bit number per object in 16 bits, where all of them fit. Written once, by any number of threads at different
/// places.
class NarrowColumn {
 public:
  NarrowColumn() = default;
  /// All values will be below `limit`.
  NarrowColumn(uint64_t size, uint64_t limit) {
    if (limit <= (uint64_t{1} << 16)) {
      narrow_ = Array<uint16_t>(size);
    } else {
      wide_ = Array<uint32_t>(size);
    }
  }

  uint32_t operator[](uint64_t i) const { return wide_.empty() ? narrow_[i] : wide_[i]; }
  void set(uint64_t i, uint32_t value) {
    if (wide_.empty()) {
      narrow_[i] = static_cast<uint16_t>(value);
    } else {
      wide_[i] = value;
    }
  }
  void prefetch(uint64_t i) const {
    __builtin_prefetch(wide_.empty() ? static_cast<const void*>(narrow_.data() + i) : wide_.data() + i);
  }
  bool empty() const { return wide_.empty() && narrow_.empty(); }
  uint64_t bytes() const { return wide_.bytes() + narrow_.bytes(); }

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.narrow_, self.wide_);
  }

 private:
  Array<uint16_t> narrow_;
  Array<uint32_t> wide_;
};

/// The same for numbers that an object may lack. Empty when no object has one.
class OptionalColumn {
 public:
  OptionalColumn() = default;
  /// All values will be below `limit`.
  OptionalColumn(uint64_t size, uint64_t limit) : oneMore_(size, limit + 1) {}

  bool empty() const { return oneMore_.empty(); }
  std::optional<uint32_t> operator[](uint64_t i) const {
    const uint32_t value = oneMore_.empty() ? 0 : oneMore_[i];
    return value == 0 ? std::nullopt : std::optional(value - 1);
  }
  void set(uint64_t i, uint32_t value) { oneMore_.set(i, value + 1); }

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.oneMore_);
  }

 private:
  NarrowColumn oneMore_;  // 0 for none
};

/// Which objects have something, and the how-manieth of them each is: a bit per object and a count per 512 of them.
class RankedBits {
 public:
  RankedBits() = default;
  explicit RankedBits(BitSet bits);

  bool test(uint64_t i) const { return bits_.test(i); }
  /// How many members are below `i`.
  uint64_t rank(uint64_t i) const;
  uint64_t count() const { return count_; }
  const BitSet& bits() const { return bits_; }

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.bits_, self.ranks_, self.count_);
  }

 private:
  BitSet bits_;
  Array<uint32_t> ranks_;
  uint64_t count_ = 0;
};

/// A 32-bit number for some of the objects only.
class SparseColumn {
 public:
  SparseColumn() = default;
  explicit SparseColumn(RankedBits present) : present_(std::move(present)), values_(present_.count()) {}

  bool has(uint64_t i) const { return present_.test(i); }
  /// For objects that have one.
  uint32_t operator[](uint64_t i) const { return values_[present_.rank(i)]; }
  void set(uint64_t i, uint32_t value) { values_[present_.rank(i)] = value; }

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.present_, self.values_);
  }

 private:
  RankedBits present_;
  Array<uint32_t> values_;
};

/// 64-bit numbers of which nearly all fit into 32 bits; the others stand in a list. Written once.
class MostlySmallNumbers {
 public:
  MostlySmallNumbers() = default;
  explicit MostlySmallNumbers(std::span<const uint64_t> numbers);

  uint64_t operator[](uint64_t i) const { return small_[i] < kLarge ? small_[i] : large(i); }

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.small_, self.large_);
  }

 private:
  static constexpr uint32_t kLarge = ~uint32_t{0};
  uint64_t large(uint64_t i) const;

  Array<uint32_t> small_;
  std::vector<std::pair<uint64_t, uint64_t>> large_;  // (index, number), ascending
};

/// Where each object's references begin in the column of all references. Offsets have 64 bits and cost 32: they ascend,
/// so the upper half changes at few places, and those are kept in a list (nearly always an empty one).
class Offsets {
 public:
  Offsets() = default;

  /// Takes the number of references per object (one entry more than there are objects; the last is ignored) and turns
  /// it, in place, into offsets.
  static Offsets fromDegrees(Array<uint32_t> degrees);

  uint64_t operator[](uint64_t i) const {
    if (carries_.empty()) return low_[i];
    const auto carries = std::ranges::upper_bound(carries_, i) - carries_.begin();
    return low_[i] + (static_cast<uint64_t>(carries) << 32);
  }
  std::pair<uint64_t, uint64_t> range(uint64_t i) const { return {(*this)[i], (*this)[i + 1]}; }
  uint64_t total() const { return low_.empty() ? 0 : (*this)[low_.size() - 1]; }
  void prefetch(uint64_t i) const { __builtin_prefetch(low_.data() + i); }

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.low_, self.carries_);
  }

 private:
  Array<uint32_t> low_;
  std::vector<uint64_t> carries_;  // from this index on, the upper half is one more
};

}  // namespace heaptrail
