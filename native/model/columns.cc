#include "model/columns.h"

namespace heaptrail {

namespace {
constexpr uint64_t kRankBlock = 512;  // a cache line of bits
}

RankedBits::RankedBits(BitSet bits) : bits_(std::move(bits)), ranks_(bits_.size() / kRankBlock + 1) {
  for (uint64_t block = 0; block < ranks_.size(); ++block) {
    ranks_[block] = static_cast<uint32_t>(count_);
    count_ += bits_.countIn(block * kRankBlock, std::min(bits_.size(), (block + 1) * kRankBlock));
  }
}

uint64_t RankedBits::rank(uint64_t i) const {
  const uint64_t block = i / kRankBlock;
  return ranks_[block] + bits_.countIn(block * kRankBlock, i);
}

MostlySmallNumbers::MostlySmallNumbers(std::span<const uint64_t> numbers) : small_(numbers.size()) {
  for (uint64_t i = 0; i < numbers.size(); ++i) {
    small_[i] = static_cast<uint32_t>(std::min<uint64_t>(numbers[i], kLarge));
    if (small_[i] == kLarge) large_.emplace_back(i, numbers[i]);
  }
}

uint64_t MostlySmallNumbers::large(uint64_t i) const {
  return std::ranges::lower_bound(large_, i, {}, [](const auto& entry) { return entry.first; })->second;
}

Offsets Offsets::fromDegrees(Array<uint32_t> degrees) {
  Offsets result;
  uint64_t sum = 0;
  for (uint64_t i = 0; i < degrees.size(); ++i) {
    const uint32_t degree = degrees[i];
    // A single step may pass several multiples of 2^32 only if one object had more than 2^32 references: it cannot.
    if ((sum >> 32) > result.carries_.size()) result.carries_.push_back(i);
    degrees[i] = static_cast<uint32_t>(sum);
    sum += degree;
  }
  result.low_ = std::move(degrees);
  return result;
}

}  // namespace heaptrail
