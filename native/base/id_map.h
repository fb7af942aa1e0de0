// A hash map from 64-bit ids to small numbers, for look-ups by the million: open addressing, one cache line per
// look-up, nothing else. Ids only come, they never go.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heaptrail {

class IdMap {
 public:
  static constexpr uint32_t kMissing = ~uint32_t{0};

  /// The value of `id`, or kMissing.
  uint32_t find(uint64_t id) const {
    if (slots_.empty()) return kMissing;
    for (size_t i = home(id);; i = (i + 1) & mask_) {
      if (slots_[i].value == kMissing || slots_[i].id == id) return slots_[i].value;
    }
  }

  /// Keeps the value that is there already, if any, and returns what is kept. `value` must not be kMissing.
  uint32_t insert(uint64_t id, uint32_t value) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    for (size_t i = home(id);; i = (i + 1) & mask_) {
      if (slots_[i].value == kMissing) {
        slots_[i] = {id, value};
        ++size_;
        return value;
      }
      if (slots_[i].id == id) return slots_[i].value;
    }
  }

  size_t size() const { return size_; }

 private:
  struct Slot {
    uint64_t id = 0;
    uint32_t value = kMissing;
  };

  // Fibonacci hashing: the upper bits of the product are well mixed even for addresses, whose low bits are all alike.
  size_t home(uint64_t id) const { return (id * 0x9E3779B97F4A7C15U) >> shift_; }

  void grow() {
    const std::vector<Slot> old = std::move(slots_);
    const size_t capacity = old.empty() ? 64 : 2 * old.size();
    slots_.assign(capacity, Slot{});
    mask_ = capacity - 1;
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(capacity));
    for (const Slot& slot : old) {
      if (slot.value == kMissing) continue;
      size_t i = home(slot.id);
      while (slots_[i].value != kMissing) i = (i + 1) & mask_;
      slots_[i] = slot;
    }
  }

  std::vector<Slot> slots_;
  size_t mask_ = 0;
  unsigned shift_ = 63;
  size_t size_ = 0;
};

}  // namespace heaptrail
