#include "base/checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace heaptrail {

uint64_t checksum(std::span<const uint8_t> bytes, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace heaptrail
