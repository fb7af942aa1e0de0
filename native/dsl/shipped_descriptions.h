// The descriptions that come with the product, compiled in from dsl-grammar/descriptions.
#pragma once

#include "dsl/description_set.h"

namespace heaptrail::dsl {

/// Their files are called `heaptrail:java.util.ds` and so on: they are no files on the user's disk.
inline constexpr std::string_view kShippedPrefix = "heaptrail:";

/// Parsed once.
const DescriptionSet::Files& shippedDescriptions();

}  // namespace heaptrail::dsl
