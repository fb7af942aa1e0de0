#include "trace/anttracks/lzw.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace heaptrail::anttracks {

namespace {

constexpr unsigned kFirstWidth = 8;
constexpr unsigned kWidestCode = 24;
constexpr uint32_t kSingleBytes = 256;
constexpr size_t kShort = 16;  // strings are copied in one piece of this size

/// Codes, the highest bit first.
class CodeReader {
 public:
  static constexpr unsigned kBitsAhead = 57;  // at least so many are there in a look ahead, unless the end comes

  explicit CodeReader(std::span<const uint8_t> bytes) : bytes_(bytes) {
    // A look takes eight bytes: behind the last ones there have to be more.
    const std::span<const uint8_t> last = bytes.last(std::min(bytes.size(), sizeof(uint64_t)));
    std::ranges::copy(last, end_.begin());
    endFrom_ = bytes.size() - last.size();
  }

  bool has(unsigned bits) const { return at_ + bits <= 8 * uint64_t{bytes_.size()}; }
  /// What comes next, in the highest bits.
  uint64_t ahead() const {
    const uint64_t byte = at_ >> 3;
    const uint8_t* const from = byte < endFrom_ ? bytes_.data() + byte : end_.data() + (byte - endFrom_);
    uint64_t next = 0;
    std::memcpy(&next, from, sizeof next);
    return std::byteswap(next) << (at_ & 7);
  }
  uint32_t peek(unsigned width) const { return static_cast<uint32_t>(ahead() >> (64 - width)); }
  void skip(unsigned bits) { at_ += bits; }

 private:
  std::span<const uint8_t> bytes_;
  std::array<uint8_t, 2 * sizeof(uint64_t)> end_{};
  uint64_t endFrom_ = 0;
  uint64_t at_ = 0;  // in bits
};

}  // namespace

UnpackedFrame::UnpackedFrame() : memory_(kInFront) {
  for (size_t byte = 0; byte < kInFront; ++byte) memory_[byte] = static_cast<uint8_t>(byte);
}

LzwDecoder::LzwDecoder() : strings_(kSingleBytes) {
  for (uint32_t byte = 0; byte < kSingleBytes; ++byte) strings_[byte] = {byte, 1};
}

bool LzwDecoder::decode(std::span<const uint8_t> packed, UnpackedFrame& out) {
  // The string of a new code is that of the code before and the byte after it: both stand in the output already, one
  // behind the other. So a copy is all there is to do.
  constexpr size_t kInFront = UnpackedFrame::kInFront;
  constexpr unsigned kMostAtOnce = CodeReader::kBitsAhead / kFirstWidth;
  constexpr size_t kRoomAhead = kMostAtOnce * kShort;
  // A code has at least eight bits, and stands for at least one byte.
  const size_t mostCodes = std::min(packed.size(), kLongestFrame) + kMostAtOnce;
  strings_.resize(std::max(strings_.size(), kSingleBytes + mostCodes));
  std::vector<uint8_t>& memory = out.memory_;
  memory.resize(std::max(memory.size(), kInFront + std::min(4 * packed.size(), kLongestFrame) + kRoomAhead));
  // Bytes may be written anywhere, for all that the compiler knows, also over what vectors know of themselves: so these
  // are asked only when they have changed.
  String* const strings = strings_.data();
  uint8_t* bytes = memory.data();
  size_t room = memory.size();
  size_t size = kInFront;
  uint32_t known = kSingleBytes;
  unsigned width = kFirstWidth;
  CodeReader codes(packed);
  bool whole = false;
  while (true) {
    // Most codes mean short strings that are not at the very end of the output: several of them out of one look ahead.
    if (codes.has(64) && size + kRoomAhead <= room && size < kInFront + kLongestFrame) {
      uint64_t ahead = codes.ahead();
      unsigned left = CodeReader::kBitsAhead / width;
      for (; left > 0; --left) {
        const auto code = static_cast<uint32_t>(ahead >> (64 - width));
        if (code >= known || code == (uint32_t{1} << width) - 1) break;
        const String string = strings[code];
        if (string.length > kShort || string.from + string.length > size) break;
        std::memmove(bytes + size, bytes + string.from, kShort);
        strings[known++] = {static_cast<uint32_t>(size), string.length + 1};
        size += string.length;
        ahead <<= width;
        codes.skip(width);
      }
      if (left == 0) continue;
    }
    if (!codes.has(width)) break;
    const uint32_t code = codes.peek(width);
    codes.skip(width);
    if (code == (uint32_t{1} << width) - 1) {
      if (++width > kWidestCode) break;
      // A 0 right behind that is the end.
      whole = codes.has(width) && codes.peek(width) == 0;
      if (whole) break;
      continue;
    }
    if (code >= known) break;
    const String string = strings[code];
    if (size + string.length > kInFront + kLongestFrame) break;
    if (size + string.length > room) {
      memory.resize(2 * (size + string.length));
      bytes = memory.data();
      room = memory.size();
    }
    // The last byte may be the first one of this very copy.
    std::memcpy(bytes + size, bytes + string.from, string.length - 1);
    bytes[size + string.length - 1] = bytes[string.from + string.length - 1];
    strings[known++] = {static_cast<uint32_t>(size), string.length + 1};
    size += string.length;
  }
  out.size_ = size - kInFront;
  return whole;
}

}  // namespace heaptrail::anttracks
