#include "base/varint.h"

namespace heaptrail {

void appendVarint(std::vector<uint8_t>& out, uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<uint8_t>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<uint8_t>(value));
}

std::optional<uint64_t> takeVarint(std::span<const uint8_t>& bytes) {
  uint64_t value = 0;
  for (size_t i = 0; i < bytes.size() && i < kLongestVarint; ++i) {
    const uint64_t part = bytes[i] & 0x7f;
    if (i == kLongestVarint - 1 && part > 1) return std::nullopt;
    value |= part << (7 * i);
    if (bytes[i] < 0x80) {
      bytes = bytes.subspan(i + 1);
      return value;
    }
  }
  return std::nullopt;
}

}  // namespace heaptrail
