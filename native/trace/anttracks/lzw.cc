#include "trace/anttracks/lzw.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace heaptrail::anttracks {

namespace {

constexpr unsigned kFirstWidth = 8;
constexpr unsigned kWidestCode = 24;
constexpr uint32_t kSingleBytes = 256;
constexpr size_t kSlack = 16;  // short strings are copied in one piece of this size

/// Codes, the highest bit first.
class CodeReader {
 public:
  explicit CodeReader(std::span<const uint8_t> bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool read(unsigned width, uint32_t& code) {
    if (bits_ < width) refill();
    if (bits_ < width) return false;
    bits_ -= width;
    code = static_cast<uint32_t>(buffer_ >> bits_) & ((uint32_t{1} << width) - 1);
    return true;
  }

 private:
  void refill() {
    if (end_ - at_ >= 8) {
      // As many bytes as there is room for, in one read.
      uint64_t next = 0;
      std::memcpy(&next, at_, sizeof next);
      const unsigned bytes = (63 - bits_) / 8;
      buffer_ = buffer_ << (8 * bytes) | std::byteswap(next) >> (64 - 8 * bytes);
      at_ += bytes;
      bits_ += 8 * bytes;
      return;
    }
    while (bits_ <= 56 && at_ != end_) {
      buffer_ = buffer_ << 8 | *at_++;
      bits_ += 8;
    }
  }

  const uint8_t* at_;
  const uint8_t* end_;
  uint64_t buffer_ = 0;
  unsigned bits_ = 0;
};

}  // namespace

bool LzwDecoder::decode(std::span<const uint8_t> packed, std::vector<uint8_t>& out) {
  // The string of a new code is that of the code before and the byte after it: both stand in the output already, one
  // behind the other. So a string is a stretch of the output, and a copy is all there is to do.
  // A code has at least eight bits, and stands for at least one byte.
  begins_.resize(std::max(begins_.size(), std::min(packed.size(), kLongestFrame) + 1));
  out.resize(std::max(out.capacity(), std::min(packed.size() * 4, kLongestFrame) + kSlack));
  // Bytes may be written anywhere, for all that the compiler knows, also over what vectors know of themselves: so these
  // are asked only when they have changed.
  constexpr size_t kMostRoom = kLongestFrame + kSlack;
  uint32_t* const begins = begins_.data();
  uint8_t* bytes = out.data();
  size_t room = std::min(out.size(), kMostRoom);
  size_t size = 0;
  size_t entries = 0;
  unsigned width = kFirstWidth;
  CodeReader codes(packed);
  uint32_t code = 0;
  bool widened = false;
  bool whole = false;
  while (codes.read(width, code)) {
    if (code == (uint32_t{1} << width) - 1) {
      if (++width > kWidestCode) break;
      widened = true;
      continue;
    }
    if (widened && code == 0) {
      whole = true;
      break;
    }
    widened = false;
    begins[entries] = static_cast<uint32_t>(size);  // and the end of the one before, which this code may mean
    size_t from = 0;
    size_t length = 1;
    if (code >= kSingleBytes) {
      const size_t entry = code - kSingleBytes;
      if (entry >= entries) break;
      from = begins[entry];
      length = begins[entry + 1] - from + 1;
    }
    if (size + length + kSlack > room) {
      if (size + length > kLongestFrame) break;
      out.resize(2 * (size + length + kSlack));
      bytes = out.data();
      room = std::min(out.size(), kMostRoom);
    }
    uint8_t* const to = bytes + size;
    const uint8_t* const source = bytes + from;
    if (code < kSingleBytes) {
      *to = static_cast<uint8_t>(code);
    } else if (length <= kSlack && from + length <= size) {
      std::memmove(to, source, kSlack);
    } else {
      // The last byte may be the first one of this very copy.
      std::memcpy(to, source, length - 1);
      to[length - 1] = source[length - 1];
    }
    ++entries;
    size += length;
  }
  out.resize(size);
  return whole;
}

}  // namespace heaptrail::anttracks
