#include "base/checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace heaptrail {

uint64_t checksum(std::span<const uint8_t> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace heaptrail
