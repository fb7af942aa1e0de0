// Lays a file of descriptions out: two spaces of indentation, a pointed-to type per line, one blank line at the most
// where there were any. A description that stands on one line and fits there stays there. Comments keep their words
// and their places; a comment behind code that stands in a column of its own stays in it.
//
// What is laid out already does not change.
#pragma once

#include <optional>
#include <string>

#include "dsl/description_set.h"

namespace heaptrail::dsl {

/// Nothing where the file has syntax errors: what is not understood cannot be laid out.
std::optional<std::string> format(const DescriptionFile& file);

}  // namespace heaptrail::dsl
