// Tells whether bytes are still what they were: XXH3 with 64 bits, fast enough (tens of GB/s) to check everything we
// read back. It guards against damage, not against an adversary.
#pragma once

#include <cstdint>
#include <span>

namespace heaptrail {

/// With a seed, which may be the checksum of what came before.
uint64_t checksum(std::span<const uint8_t> bytes, uint64_t seed = 0);

}  // namespace heaptrail
