// The shipped files as texts. What implements this is written by the build (shipped_texts.cmake).
#pragma once

#include <span>
#include <string_view>

namespace heaptrail::dsl {

struct ShippedText {
  std::string_view name;
  std::string_view text;
};

/// In the order of their names.
std::span<const ShippedText> shippedTexts();

}  // namespace heaptrail::dsl
