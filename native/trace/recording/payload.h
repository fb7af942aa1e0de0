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
    if (value < 0x80) {
      bytes_.push_back(static_cast<uint8_t>(value));
    } else {
      appendVarint(bytes_, value);
    }
  }
  void signedNumber(int64_t value) { number(zigzag(value)); }
  void text(std::string_view text) {
    number(text.size());
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }
  void append(const PayloadWriter& other) { bytes_.insert(bytes_.end(), other.bytes_.begin(), other.bytes_.end()); }

  size_t size() const { return bytes_.size(); }
  bool empty() const { return bytes_.empty(); }
  void clear() { bytes_.clear(); }
  std::span<const uint8_t> bytes() const { return bytes_; }
  std::vector<uint8_t> take() { return std::exchange(bytes_, {}); }

 private:
  std::vector<uint8_t> bytes_;
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
