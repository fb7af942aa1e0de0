// length: how many elements an array has; in groupings by powers of ten.
#pragma once

#include <fmt/format.h>

#include "classify/number_property.h"
#include "text/numbers.h"

namespace heaptrail {

struct Length {
  static constexpr std::string_view kName = "length";
  static constexpr std::string_view kSentence = "How many elements an array has; rows are powers of ten";
  static constexpr std::string_view kNotKnown = "(no array)";
  static std::optional<std::string> whyNotTold(const Heap&) { return std::nullopt; }

  static std::optional<uint64_t> of(const Heap& heap, ObjectIndex object) {
    if (heap.symbols()[heap.typeOf(object)].shape == TypeShape::kInstance) return std::nullopt;
    return heap.lengthOf(object);
  }
  static uint32_t classes(const Heap&) { return 1 + classOf(~uint32_t{0}); }
  /// 0 alone, then by the number of digits.
  static uint32_t classOf(uint64_t length) {
    uint32_t digits = 0;
    for (; length > 0; length /= 10) ++digits;
    return digits;
  }
  static std::string keyOf(uint32_t digits) {
    if (digits == 0) return "0";
    uint64_t least = 1;
    for (uint32_t i = 1; i < digits; ++i) least *= 10;
    return fmt::format("{}-{}", groupedDigits(least), groupedDigits(10 * least - 1));
  }
};

using LengthProperty = NumberProperty<Length>;

}  // namespace heaptrail
