// The one place that starts threads for loops.
//
// `forEachBlock` runs `body(block)` once for each block number, on up to `threads` threads at the same time, in no
// promised order. Results stay deterministic because each block writes only what is its own; whoever needs a sum keeps
// one value per block and adds them up in order afterwards.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

namespace heaptrail {

/// How many threads a loop may use: as many as the machine has processors, unless a number other than 0 says otherwise.
class Threads {
 public:
  Threads() : Threads(0) {}
  explicit Threads(unsigned count);
  unsigned count() const { return count_; }

 private:
  unsigned count_;
};

void forEachBlock(Threads threads, uint64_t blocks, const std::function<void(uint64_t block)>& body);

/// Things from `from` on, up to `to`.
struct Block {
  uint64_t number = 0;
  uint64_t from = 0;
  uint64_t to = 0;

  uint64_t size() const { return to - from; }
};

/// Numbered things in blocks of the same size; the last one may have fewer.
struct Blocks {
  uint64_t things = 0;
  uint64_t perBlock = 1;

  uint64_t count() const { return (things + perBlock - 1) / perBlock; }
  Block operator[](uint64_t number) const {
    return {number, number * perBlock, std::min(things, (number + 1) * perBlock)};
  }
};

void forEachBlock(Threads threads, const Blocks& blocks, const std::function<void(const Block& block)>& body);

}  // namespace heaptrail
