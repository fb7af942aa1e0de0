// What is inside a chunk: numbers of variable length and text, one after the other.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/varint.h"

namespace heaptrail::recording {

class PayloadWriter {
 public:
  void number(uint64_t value) {
    numbers(1, [value](auto&& put) { put(value); });
  }
  /// Calls `write(put)`, which calls `put(number)` at most so many times: faster than one `number` after the other.
  template <typename Write>
  void numbers(size_t most, Write&& write) {
    makeRoom(most * kLongestVarint);
    uint8_t* at = bytes_.data() + size_;
    write([&at](uint64_t value) {
      for (; value >= 0x80; value >>= 7) *at++ = static_cast<uint8_t>(value | 0x80);
      *at++ = static_cast<uint8_t>(value);
    });
    size_ = static_cast<size_t>(at - bytes_.data());
  }
  void signedNumber(int64_t value) { number(zigzag(value)); }
  void text(std::string_view text) {
    number(text.size());
    append(text.data(), text.size());
  }
  void append(const PayloadWriter& other) { append(other.bytes_.data(), other.size_); }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void clear() { size_ = 0; }
  std::span<const uint8_t> bytes() const { return {bytes_.data(), size_}; }
  std::vector<uint8_t> take() {
    bytes_.resize(std::exchange(size_, 0));
    return std::exchange(bytes_, {});
  }

 private:
  void append(const void* bytes, size_t size) {
    if (size == 0) return;
    makeRoom(size);
    std::memcpy(bytes_.data() + size_, bytes, size);
    size_ += size;
  }
  void makeRoom(size_t bytes) {
    if (bytes_.size() - size_ < bytes) bytes_.resize(2 * bytes_.size() + bytes);
  }

  std::vector<uint8_t> bytes_;  // larger than what is written: a heap's worth of numbers cannot be a call each
  size_t size_ = 0;
};

/// Reads what a PayloadWriter wrote. Reading beyond the end, or what cannot be, makes it bad and everything zero.
class PayloadReader {
 public:
  PayloadReader() = default;
  explicit PayloadReader(std::span<const uint8_t> bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool good() const { return good_; }
  bool atEnd() const { return at_ == end_; }
  size_t left() const { return static_cast<size_t>(end_ - at_); }

  uint64_t number() {
    if (at_ != end_ && *at_ < 0x80) return *at_++;
    return longNumber();
  }
  int64_t signedNumber() { return unzigzag(number()); }
  uint32_t number32() {
    const uint64_t value = number();
    if (value <= ~uint32_t{0}) return static_cast<uint32_t>(value);
    fail();
    return 0;
  }
  /// One of those words of an enumeration that are not behind the last.
  template <typename Enum>
  Enum upTo(Enum last) {
    const uint64_t value = number();
    if (value <= static_cast<uint64_t>(last)) return static_cast<Enum>(value);
    fail();
    return {};
  }
  /// How many things follow that take a byte each at least.
  size_t count() {
    const uint64_t value = number();
    if (value <= left()) return value;
    fail();
    return 0;
  }
  std::string_view text() {
    const uint64_t size = number();
    if (size > left()) {
      fail();
      return {};
    }
    const std::string_view text(reinterpret_cast<const char*>(at_), size);
    at_ += size;
    return text;
  }
  /// The next bytes as a payload of their own.
  PayloadReader part(uint64_t size) {
    if (size > left()) {
      fail();
      return {};
    }
    const PayloadReader result(std::span(at_, size));
    at_ += size;
    return result;
  }
  void fail() {
    good_ = false;
    at_ = end_;
  }

 private:
  uint64_t longNumber() {
    // Most of the others have two to four bytes: a heap's worth of them is too many for a call each.
    if (left() >= 4) {
      uint64_t value = at_[0] & 0x7fU;
      for (unsigned i = 1; i < 4; ++i) {
        value |= uint64_t{at_[i] & 0x7fU} << (7 * i);
        if (at_[i] < 0x80) {
          at_ += i + 1;
          return value;
        }
      }
    }
    std::span<const uint8_t> rest(at_, end_);
    const std::optional<uint64_t> value = takeVarint(rest);
    if (!value) {
      fail();
      return 0;
    }
    at_ = rest.data();
    return *value;
  }

  const uint8_t* at_ = nullptr;
  const uint8_t* end_ = nullptr;
  bool good_ = true;
};

}  // namespace heaptrail::recording
