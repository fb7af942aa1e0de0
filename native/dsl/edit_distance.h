// How far two words are apart, for proposals: "did you mean …".
#pragma once

#include <cstddef>
#include <string_view>

namespace heaptrail::dsl {

/// How many letters must be inserted, left out, replaced or swapped with their neighbour. Gives up beyond `most` and
/// answers most + 1.
size_t editDistance(std::string_view a, std::string_view b, size_t most = static_cast<size_t>(-2));

}  // namespace heaptrail::dsl
