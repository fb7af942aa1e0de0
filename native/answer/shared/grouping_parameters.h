// What questions say of parameters that choose objects by groupings.
#pragma once

#include <string_view>

namespace heaptrail {

inline constexpr std::string_view kTypeGrouping = "type";

inline constexpr std::string_view kGroupingSentence =
    "What to group by: properties separated by commas, each dividing the rows of the one before it, such as "
    "\"type, site\" or \"type, leaves(deep)[type, site]\" (docs/groupings.md lists them)";
inline constexpr std::string_view kFilterSentence =
    "structures: only data structures, each as one object; top-level: only those that no other one owns";

}  // namespace heaptrail
