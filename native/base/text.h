// Text that came from outside, made fit to be shown and written as JSON: always valid UTF-8 afterwards. And how users
// look for names.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace heaptrail {

/// Class files and heap dumps hold "modified UTF-8": surrogate pairs as two three-byte codes, NUL as C0 80. What is no
/// valid code becomes U+FFFD.
std::string fromModifiedUtf8(std::span<const uint8_t> bytes);

/// Java's UTF-16 code units; lone surrogates become U+FFFD.
std::string fromUtf16(std::span<const uint16_t> units);

/// Java's Latin-1 strings.
std::string fromLatin1(std::span<const uint8_t> bytes);

/// Where a text stops being UTF-8, if it does.
std::optional<uint64_t> firstInvalidUtf8(std::string_view text);

/// ASCII letters only: names in programs.
std::string lowerCase(std::string_view text);

/// Whether a name fits a pattern in which a star stands for any run of characters, an empty one too.
bool matchesWildcard(std::string_view pattern, std::string_view name);

}  // namespace heaptrail
