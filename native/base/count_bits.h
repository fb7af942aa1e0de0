// How many bits of a number are set. std::popcount is a call into a library where the processor's own instruction
// cannot be relied on, and this is asked millions of times.
#pragma once

#include <cstdint>

namespace heaptrail {

constexpr uint32_t countBits(uint64_t bits) {
  bits -= (bits >> 1) & 0x5555555555555555U;
  bits = (bits & 0x3333333333333333U) + ((bits >> 2) & 0x3333333333333333U);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fU;
  return static_cast<uint32_t>((bits * 0x0101010101010101U) >> 56);
}

}  // namespace heaptrail
