// Which objects a walk has met: bits by object number, in pages that appear where there are objects. Numbers are never
// used again, so those of a long recording are spread out.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace heaptrail::recorder {

class SeenObjects {
 public:
  /// Says whether `id` was new.
  bool insert(uint64_t id) {
    const uint64_t page = id / kPageBits;
    if (page >= pages_.size()) pages_.resize(page + page / 2 + 1);
    if (!pages_[page]) pages_[page] = std::make_unique<Page>();
    uint64_t& word = (*pages_[page])[id % kPageBits / 64];
    const uint64_t bit = uint64_t{1} << (id % 64);
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
  }

  bool contains(uint64_t id) const {
    const uint64_t page = id / kPageBits;
    if (page >= pages_.size() || !pages_[page]) return false;
    return ((*pages_[page])[id % kPageBits / 64] >> (id % 64) & 1) != 0;
  }

 private:
  static constexpr uint64_t kPageBits = 1 << 15;  // 4 KiB
  using Page = std::array<uint64_t, kPageBits / 64>;

  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace heaptrail::recorder
