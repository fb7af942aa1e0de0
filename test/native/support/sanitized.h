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
constexpr uint32_t randomCases(uint32_t all) { return kIsSanitized ? all / 30 : all; }

/// How many damaged inputs are tried of so many: a part, beside what fuzzers try.
constexpr uint32_t damagedInputs(uint32_t all) { return kIsSanitized ? all / 4 : all; }

/// How long lists are on which recursion would end the stack: under sanitizers each call takes many times as much of
/// it.
constexpr uint32_t kTooLongForRecursion = kIsSanitized ? 200'000 : 1'000'000;

}  // namespace heaptrail
