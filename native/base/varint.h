// Unsigned integers in as few bytes as they need: seven bits a byte, lowest first, the top bit says that more follow.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace heaptrail {

inline constexpr size_t kLongestVarint = 10;

/// Appends `value` to `out`.
void appendVarint(std::vector<uint8_t>& out, uint64_t value);

/// Takes one value off the front of `bytes`; nothing when they end too early or the value would not fit in 64 bits.
std::optional<uint64_t> takeVarint(std::span<const uint8_t>& bytes);

/// Signed values whose size is small get small codes: 0, -1, 1, -2, … become 0, 1, 2, 3, …
constexpr uint64_t zigzag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
constexpr int64_t unzigzag(uint64_t code) { return static_cast<int64_t>(code >> 1) ^ -static_cast<int64_t>(code & 1); }

}  // namespace heaptrail
