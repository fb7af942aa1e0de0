// bytes: the shallow size of the object; in groupings by powers of two.
#pragma once

#include <fmt/format.h>

#include <bit>

#include "classify/number_property.h"
#include "text/numbers.h"

namespace heaptrail {

struct Bytes {
  static constexpr std::string_view kName = "bytes";
  static constexpr std::string_view kSentence = "The size of the object itself; rows are powers of two";
  static constexpr std::string_view kNotKnown = "(not known)";  // there is none
  static std::optional<std::string> whyNotTold(const Heap&) { return std::nullopt; }

  static std::optional<uint64_t> of(const Heap& heap, ObjectIndex object) { return heap.shallowBytes(object); }
  static uint32_t classes(const Heap&) { return 1 + classOf(~uint64_t{0}); }
  /// 0 alone, then by the number of binary digits.
  static uint32_t classOf(uint64_t bytes) { return static_cast<uint32_t>(std::bit_width(bytes)); }
  static std::string keyOf(uint32_t width) {
    if (width == 0) return "0";
    const uint64_t least = uint64_t{1} << (width - 1);
    return least == 1 ? "1" : fmt::format("{}-{}", groupedDigits(least), groupedDigits(least + (least - 1)));
  }
};

using BytesProperty = NumberProperty<Bytes>;

}  // namespace heaptrail
