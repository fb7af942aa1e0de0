#include "base/bit_set.h"

#include <algorithm>
#include <cassert>

namespace heaptrail {

BitSet BitSet::full(uint64_t size) {
  BitSet result(size);
  for (uint64_t& word : result.words_) word = ~uint64_t{0};
  if ((size & 63) != 0) result.words_[size >> 6] = (uint64_t{1} << (size & 63)) - 1;
  return result;
}

uint64_t BitSet::count() const {
  uint64_t sum = 0;
  for (const uint64_t word : words_) sum += countBits(word);
  return sum;
}

BitSet& BitSet::operator|=(const BitSet& other) {
  assert(size_ == other.size_);
  for (size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
  return *this;
}

BitSet& BitSet::operator&=(const BitSet& other) {
  assert(size_ == other.size_);
  for (size_t w = 0; w < words_.size(); ++w) words_[w] &= other.words_[w];
  return *this;
}

BitSet& BitSet::operator-=(const BitSet& other) {
  assert(size_ == other.size_);
  for (size_t w = 0; w < words_.size(); ++w) words_[w] &= ~other.words_[w];
  return *this;
}

bool operator==(const BitSet& a, const BitSet& b) {
  return a.size_ == b.size_ && std::ranges::equal(a.words_, b.words_);
}

BitSet BitSet::copy() const {
  BitSet result(size_);
  std::ranges::copy(words_, result.words_.begin());
  return result;
}

}  // namespace heaptrail
