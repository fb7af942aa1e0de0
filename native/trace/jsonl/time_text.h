// Times of day as the header writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heaptrail::jsonl {

/// `2026-01-01T00:00:00Z`, with or without a fraction of seconds, as milliseconds since 1970.
std::optional<int64_t> millisOf(std::string_view time);

/// And back; nothing where the year has not four digits.
std::optional<std::string> timeOf(int64_t millis);

}  // namespace heaptrail::jsonl
