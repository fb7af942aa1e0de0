// JSON as people read it.
#pragma once

#include <string>
#include <string_view>

namespace heaptrail::test {

/// The same JSON over several lines: what fits into a line stays on one, everything else is indented. Text that is no
/// JSON comes out somehow, and nothing of it is lost.
std::string laidOut(std::string_view json);

}  // namespace heaptrail::test
