// Numbers as Java's DataOutput writes them: most significant byte first, at any address.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace heaptrail {

inline uint16_t loadBig16(const uint8_t* p) {
  uint16_t v = 0;
  std::memcpy(&v, p, sizeof v);
  return std::byteswap(v);
}
inline uint32_t loadBig32(const uint8_t* p) {
  uint32_t v = 0;
  std::memcpy(&v, p, sizeof v);
  return std::byteswap(v);
}
inline uint64_t loadBig64(const uint8_t* p) {
  uint64_t v = 0;
  std::memcpy(&v, p, sizeof v);
  return std::byteswap(v);
}

static_assert(std::endian::native == std::endian::little, "the loads above swap bytes unconditionally");

}  // namespace heaptrail
