// Text that came from outside, made fit to be shown and written as JSON: always valid UTF-8 afterwards.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace heaptrail {

/// Class files and heap dumps hold "modified UTF-8": surrogate pairs as two three-byte codes, NUL as C0 80. What is no
/// valid code becomes U+FFFD.
std::string fromModifiedUtf8(std::span<const uint8_t> bytes);

/// Java's UTF-16 code units; lone surrogates become U+FFFD.
std::string fromUtf16(std::span<const uint16_t> units);

/// Java's Latin-1 strings.
std::string fromLatin1(std::span<const uint8_t> bytes);

}  // namespace heaptrail
