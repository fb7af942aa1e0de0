#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace heaptrail {

namespace {

constexpr uint32_t kReplacement = 0xfffd;

void append(std::string& out, uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

bool isHighSurrogate(uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool isLowSurrogate(uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

/// Takes one code of one to three bytes; U+FFFD and one byte where there is none.
uint32_t takeCode(std::span<const uint8_t>& bytes) {
  const auto follows = [&bytes](size_t i) { return i < bytes.size() && (bytes[i] & 0xc0) == 0x80; };
  const uint8_t first = bytes[0];
  uint32_t code = kReplacement;
  size_t length = 1;
  if (first < 0x80) {
    code = first;
  } else if ((first & 0xe0) == 0xc0 && follows(1)) {
    code = ((first & 0x1fU) << 6) | (bytes[1] & 0x3fU);
    length = 2;
  } else if ((first & 0xf0) == 0xe0 && follows(1) && follows(2)) {
    code = ((first & 0x0fU) << 12) | ((bytes[1] & 0x3fU) << 6) | (bytes[2] & 0x3fU);
    length = 3;
  } else if ((first & 0xf8) == 0xf0 && follows(1) && follows(2) && follows(3)) {
    code = ((first & 0x07U) << 18) | ((bytes[1] & 0x3fU) << 12) | ((bytes[2] & 0x3fU) << 6) | (bytes[3] & 0x3fU);
    if (code > 0x10ffff) code = kReplacement;
    length = 4;  // not modified UTF-8, but other producers write it
  }
  bytes = bytes.subspan(length);
  return code;
}

}  // namespace

std::string fromUtf16(std::span<const uint16_t> units) {
  std::string out;
  out.reserve(units.size());
  for (size_t i = 0; i < units.size(); ++i) {
    const uint32_t unit = units[i];
    if (isHighSurrogate(unit) && i + 1 < units.size() && isLowSurrogate(units[i + 1])) {
      append(out, 0x10000 + ((unit - 0xd800) << 10) + (units[++i] - 0xdc00U));
    } else {
      append(out, isHighSurrogate(unit) || isLowSurrogate(unit) ? kReplacement : unit);
    }
  }
  return out;
}

std::string fromModifiedUtf8(std::span<const uint8_t> bytes) {
  std::string out;
  out.reserve(bytes.size());
  uint32_t high = 0;  // a high surrogate that waits for its other half
  while (!bytes.empty()) {
    const uint32_t code = takeCode(bytes);
    if (high != 0 && isLowSurrogate(code)) {
      append(out, 0x10000 + ((high - 0xd800) << 10) + (code - 0xdc00));
      high = 0;
      continue;
    }
    if (high != 0) append(out, kReplacement);
    high = isHighSurrogate(code) ? code : 0;
    if (high == 0) append(out, isLowSurrogate(code) ? kReplacement : code);
  }
  if (high != 0) append(out, kReplacement);
  return out;
}

std::string fromLatin1(std::span<const uint8_t> bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (const uint8_t byte : bytes) append(out, byte);
  return out;
}

std::optional<uint64_t> firstInvalidUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const size_t length = first < 0x80   ? 1
                          : first < 0xc2 ? 0
                          : first < 0xe0 ? 2
                          : first < 0xf0 ? 3
                          : first < 0xf5 ? 4
                                         : 0;
    if (length == 0 || at + length > text.size()) return at;
    for (size_t i = 1; i < length; ++i) {
      if ((static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80) return at;
    }
    // Longer than needed, half of a pair, or beyond the last code: told by the second byte.
    const auto second = static_cast<unsigned char>(length > 1 ? text[at + 1] : 0);
    const bool wrong = (first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
                       (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90);
    if (wrong) return at;
    at += length;
  }
  return std::nullopt;
}

std::string lowerCase(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool matchesWildcard(std::string_view pattern, std::string_view name) {
  // Greedy with one place to return to: only the last star ever needs to take in more.
  size_t p = 0;
  size_t n = 0;
  size_t star = std::string_view::npos;
  size_t taken = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace heaptrail
