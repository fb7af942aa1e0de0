// What differs where sanitizers watch, since they make everything several times slower.
#pragma once

#include <cstdint>

namespace heaptrail {

#if defined(__has_feature)
constexpr bool kIsSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kIsSanitized = false;
#endif

/// How many random cases are tried of so many: a part, for the build without sanitizers tries all of them.
constexpr uint32_t randomCases(uint32_t all) { return kIsSanitized ? all / 5 : all; }

}  // namespace heaptrail
