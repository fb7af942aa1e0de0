// Comma-separated values (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace heaptrail {

/// A field of a line: quoted where it must be.
std::string csvField(std::string_view text);

}  // namespace heaptrail
