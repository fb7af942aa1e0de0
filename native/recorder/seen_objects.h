// Which objects a walk has met: bits by object number, in pages that appear where there are objects. Numbers are never
// used again, so those of a long recording are spread out.
#pragma once

#include <cstdint>

#include "recorder/by_number.h"

namespace heaptrail::recorder {

class SeenObjects {
 public:
  /// Says whether `id` was new.
  bool insert(uint64_t id) {
    uint64_t& word = words_[id / 64];
    const uint64_t bit = uint64_t{1} << (id % 64);
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
  }

  bool contains(uint64_t id) const {
    const uint64_t* const word = words_.find(id / 64);
    return word != nullptr && (*word >> (id % 64) & 1) != 0;
  }

 private:
  static constexpr uint64_t kWordsOfPage = 512;  // 4 KiB

  ByNumber<uint64_t, kWordsOfPage> words_;
};

}  // namespace heaptrail::recorder
