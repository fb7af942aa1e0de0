// What a name in a description stands for, in words (Markdown).
#pragma once

#include <optional>
#include <string>

#include "language/known_types.h"
#include "language/place.h"

namespace heaptrail::dsl {

struct Hover {
  TextRange range;
  std::string markdown;
};

/// `known` may be null. None where no type or pattern stands.
std::optional<Hover> hoverAt(const DescriptionSet& set, uint32_t file, uint32_t offset, const KnownTypes* known);

}  // namespace heaptrail::dsl
