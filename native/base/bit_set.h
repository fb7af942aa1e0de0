// A set of small integers as bits: the memory of "which objects".
//
// Fixed size, zero at first. `claim` may be called from several threads at once (it tells the one caller that was
// first); everything else needs the usual one-writer discipline.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

#include "base/array.h"
#include "base/count_bits.h"

namespace heaptrail {

class BitSet {
 public:
  BitSet() = default;
  explicit BitSet(uint64_t size) : words_((size + 63) / 64), size_(size) {}

  /// All of 0…size-1.
  static BitSet full(uint64_t size);

  uint64_t size() const { return size_; }
  uint64_t bytes() const { return words_.bytes(); }

  bool test(uint64_t i) const { return (words_[i >> 6] >> (i & 63)) & 1; }
  void set(uint64_t i) { words_[i >> 6] |= bit(i); }
  void clear(uint64_t i) { words_[i >> 6] &= ~bit(i); }

  /// Sets the bit and says whether it was clear before.
  bool insert(uint64_t i) {
    uint64_t& word = words_[i >> 6];
    const bool fresh = (word & bit(i)) == 0;
    word |= bit(i);
    return fresh;
  }

  /// `insert` for many threads: exactly one of the callers gets true.
  bool claim(uint64_t i) {
    const std::atomic_ref<uint64_t> word(words_[i >> 6]);
    if ((word.load(std::memory_order_relaxed) & bit(i)) != 0) return false;
    return (word.fetch_or(bit(i), std::memory_order_relaxed) & bit(i)) == 0;
  }

  void prefetch(uint64_t i) const { __builtin_prefetch(&words_[i >> 6]); }

  uint64_t count() const;

  /// How many members lie in [from, to); `from` must be a multiple of 64.
  uint64_t countIn(uint64_t from, uint64_t to) const {
    uint64_t sum = 0;
    for (uint64_t w = from >> 6; w < to >> 6; ++w) sum += countBits(words_[w]);
    if ((to & 63) != 0) sum += countBits(words_[to >> 6] & (bit(to) - 1));
    return sum;
  }

  /// Set operations with a set of the same size.
  BitSet& operator|=(const BitSet& other);
  BitSet& operator&=(const BitSet& other);
  BitSet& operator-=(const BitSet& other);
  friend bool operator==(const BitSet& a, const BitSet& b);

  BitSet copy() const;

  /// Calls `visit(i)` for every member, ascending.
  template <typename Visit>
  void forEach(Visit&& visit) const {
    forEachIn(0, size_, visit);
  }

  /// Calls `visit(i)` for every member in [from, to), ascending; `from` must be a multiple of 64.
  template <typename Visit>
  void forEachIn(uint64_t from, uint64_t to, Visit&& visit) const {
    for (uint64_t w = from >> 6; w < (to + 63) >> 6; ++w) {
      for (uint64_t word = words_[w]; word != 0; word &= word - 1) {
        const uint64_t i = (w << 6) + static_cast<uint64_t>(std::countr_zero(word));
        if (i >= to) return;
        visit(i);
      }
    }
  }

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.words_, self.size_);
  }

 private:
  static uint64_t bit(uint64_t i) { return uint64_t{1} << (i & 63); }

  Array<uint64_t> words_;
  uint64_t size_ = 0;
};

}  // namespace heaptrail
