// fill: how many of an array's elements are not null, in percent; in groupings by tens.
#pragma once

#include <fmt/format.h>

#include "classify/number_property.h"

namespace heaptrail {

struct Fill {
  static constexpr std::string_view kName = "fill";
  static constexpr std::string_view kSentence =
      "How many of the elements of an array of references are not null, in percent; rows are tens";
  static constexpr std::string_view kNotKnown = "(no array of references)";
  static std::optional<std::string> whyNotTold(const Heap&) { return std::nullopt; }

  static std::optional<uint64_t> of(const Heap& heap, ObjectIndex object) {
    if (heap.symbols()[heap.typeOf(object)].shape != TypeShape::kReferenceArray) return std::nullopt;
    const uint64_t length = heap.lengthOf(object);
    return length == 0 ? std::nullopt : std::optional(heap.references(object).size() * 100 / length);
  }
  static uint32_t classes(const Heap&) { return 1 + classOf(100); }
  /// 100 has the last one for itself.
  static uint32_t classOf(uint64_t percent) { return static_cast<uint32_t>(percent / 10); }
  static std::string keyOf(uint32_t tens) {
    return tens == 10 ? "100 %" : fmt::format("{}-{} %", 10 * tens, 10 * tens + 9);
  }
};

using FillProperty = NumberProperty<Fill>;

}  // namespace heaptrail
