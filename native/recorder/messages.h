// What the recorder says on the standard error stream: one line, and only when something is not as it was meant.
#pragma once

#include <string_view>

namespace heaptrail::recorder {

void say(std::string_view message);

}  // namespace heaptrail::recorder
