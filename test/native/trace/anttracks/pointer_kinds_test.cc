// The two bits that each pointer of an event has: all sixteen million ways to set them, against going from one to the
// next.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "trace/anttracks/event_decoder.h"

namespace heaptrail::anttracks {
namespace {

TEST(AntTracksPointerKinds, CountPointersAndTheirWordsAsGoingThroughThemDoes) {
  constexpr uint32_t kEventNumber = 0xA5000000;  // stands in front of them in the same word
  for (uint32_t kinds = 0; kinds < uint32_t{1} << 24; ++kinds) {
    const PointerKinds asked(kEventNumber | kinds);
    uint32_t count = 0;
    size_t words = 0;
    for (uint32_t left = kinds << 8; left >> 30 != 0; left <<= 2, ++count) {
      const uint32_t kind = left >> 30;
      words += kind == PointerKinds::kNull ? 0 : kind;
      ASSERT_EQ(asked[count], kind) << std::hex << kinds;
    }
    ASSERT_EQ(asked.count(), count) << std::hex << kinds;
    ASSERT_EQ(asked.words(), words) << std::hex << kinds;
  }
}

}  // namespace
}  // namespace heaptrail::anttracks
