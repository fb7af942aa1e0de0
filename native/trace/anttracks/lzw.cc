#include "trace/anttracks/lzw.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace heaptrail::anttracks {

namespace {

constexpr unsigned kFirstWidth = 8;
constexpr unsigned kWidestCode = 24;
constexpr unsigned kWidestUsualCode = 16;  // enough for frames of 64 KiB
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

void UnpackedFrame::begin(size_t size) {
  const bool isFirst = memory_.empty();
  memory_.resize(std::max(memory_.size(), size));
  for (size_t byte = 0; isFirst && byte < kInFront; ++byte) memory_[byte] = static_cast<uint8_t>(byte);
}

LzwDecoder::LzwDecoder() : strings_(kSingleBytes) {
  for (uint32_t byte = 0; byte < kSingleBytes; ++byte) strings_[byte] = {byte, 1};
}

/// What there is of a frame so far. Bytes may be written anywhere, for all that the compiler knows, also over what
/// vectors know of themselves: so they are asked only when that has changed.
struct LzwDecoder::Output {
  static constexpr size_t kInFront = UnpackedFrame::kInFront;
  static constexpr size_t kMostSize = kInFront + kLongestFrame;
  static constexpr unsigned kMostAtOnce = CodeReader::kBitsAhead / kFirstWidth;
  static constexpr size_t kRoomAhead = kMostAtOnce * kShort;

  String* strings;
  uint8_t* bytes;
  size_t room;
  size_t size = kInFront;
  uint32_t known = kSingleBytes;

  /// Most codes mean short strings that are not at the very end of the output: several of them are taken out of one
  /// look ahead, until there is one that means something else. The width is a constant because a processor shifts by
  /// it, and goes round so many times, in a fraction of the time that it takes for a variable.
  template <unsigned kWidth>
  static Output takeShortStrings(CodeReader& codes, Output out) {
    while (codes.has(64) && out.size + kRoomAhead <= out.room && out.size < kMostSize) {
      uint64_t ahead = codes.ahead();
      for (unsigned left = CodeReader::kBitsAhead / kWidth; left > 0; --left) {
        const auto code = static_cast<uint32_t>(ahead >> (64 - kWidth));
        if (code >= out.known || code == (uint32_t{1} << kWidth) - 1) return out;
        const String string = out.strings[code];
        if (string.length > kShort || string.from + string.length > out.size) return out;
        std::memmove(out.bytes + out.size, out.bytes + string.from, kShort);
        out.strings[out.known++] = {static_cast<uint32_t>(out.size), string.length + 1};
        out.size += string.length;
        ahead <<= kWidth;
        codes.skip(kWidth);
      }
    }
    return out;
  }

  template <unsigned... kMore>
  static Output takeShortStringsOf(unsigned width, CodeReader& codes, const Output& out,
                                   std::integer_sequence<unsigned, kMore...>) {
    static constexpr std::array<Output (*)(CodeReader&, Output), sizeof...(kMore)> kByWidth = {
        takeShortStrings<kFirstWidth + kMore>...};
    return width - kFirstWidth < kByWidth.size() ? kByWidth[width - kFirstWidth](codes, out) : out;
  }
};

bool LzwDecoder::decode(std::span<const uint8_t> packed, UnpackedFrame& out) {
  // The string of a new code is that of the code before and the byte after it: both stand in the output already, one
  // behind the other. So a copy is all there is to do.
  constexpr std::make_integer_sequence<unsigned, kWidestUsualCode - kFirstWidth + 1> kUsualWidths;
  // A code has at least eight bits, and stands for at least one byte.
  const size_t mostCodes = std::min(packed.size(), kLongestFrame) + Output::kMostAtOnce;
  strings_.resize(std::max(strings_.size(), kSingleBytes + mostCodes));
  const size_t usualSize = Output::kInFront + std::min(4 * packed.size(), kLongestFrame);
  out.begin(usualSize + Output::kRoomAhead);
  std::vector<uint8_t>& memory = out.memory_;
  Output output{strings_.data(), memory.data(), memory.size()};
  unsigned width = kFirstWidth;
  CodeReader codes(packed);
  bool whole = false;
  while (true) {
    output = Output::takeShortStringsOf(width, codes, output, kUsualWidths);
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
    if (code >= output.known) break;
    const String string = output.strings[code];
    if (output.size + string.length > Output::kMostSize) break;
    if (output.size + string.length > output.room) {
      memory.resize(2 * (output.size + string.length));
      output.bytes = memory.data();
      output.room = memory.size();
    }
    // The last byte may be the first one of this very copy.
    uint8_t* const to = output.bytes + output.size;
    std::memcpy(to, output.bytes + string.from, string.length - 1);
    to[string.length - 1] = output.bytes[string.from + string.length - 1];
    output.strings[output.known++] = {static_cast<uint32_t>(output.size), string.length + 1};
    output.size += string.length;
  }
  out.size_ = output.size - Output::kInFront;
  return whole;
}

}  // namespace heaptrail::anttracks
