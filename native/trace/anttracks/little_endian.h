// A walk over little-endian bytes that cannot leave them: beyond the end everything is zero, and `good` tells.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace heaptrail::anttracks {

class ByteWalk {
 public:
  explicit ByteWalk(std::span<const uint8_t> bytes, size_t at = 0) : bytes_(bytes), at_(at) {}

  bool good() const { return good_; }
  bool atEnd() const { return at_ >= bytes_.size(); }
  size_t position() const { return at_; }
  size_t left() const { return bytes_.size() - at_; }

  uint8_t u8() { return number<uint8_t>(); }
  uint16_t u16() { return number<uint16_t>(); }
  uint32_t u32() { return number<uint32_t>(); }
  uint64_t u64() { return number<uint64_t>(); }

  std::span<const uint8_t> take(size_t size) {
    if (size > left()) return fail(), std::span<const uint8_t>();
    const auto result = bytes_.subspan(at_, size);
    at_ += size;
    return result;
  }

  /// Up to `end`, which is passed but not part of the text.
  std::string_view textUntil(char end) {
    const void* found = left() == 0 ? nullptr : std::memchr(bytes_.data() + at_, end, left());
    if (found == nullptr) return fail(), std::string_view();
    const auto size = static_cast<size_t>(static_cast<const uint8_t*>(found) - (bytes_.data() + at_));
    const std::string_view text = asText(take(size));
    ++at_;
    return text;
  }

  /// The descriptor of a type, which ends by itself: `[[I`, `Ljava/lang/String;`.
  std::string_view descriptor() {
    const size_t begin = at_;
    while (at_ < bytes_.size() && bytes_[at_] == '[') ++at_;
    if (u8() == 'L') textUntil(';');
    return good_ ? asText(bytes_.subspan(begin, at_ - begin)) : std::string_view();
  }

  static std::string_view asText(std::span<const uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

 private:
  template <typename Number>
  Number number() {
    Number value = 0;
    if (left() < sizeof value) return fail(), value;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  void fail() {
    good_ = false;
    at_ = bytes_.size();
  }

  std::span<const uint8_t> bytes_;
  size_t at_;
  bool good_ = true;
};

}  // namespace heaptrail::anttracks
