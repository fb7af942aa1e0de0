#include "values/java_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/text.h"

namespace heaptrail {

namespace {

bool isHigh(uint16_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool isLow(uint16_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

/// Whether it shows as nothing, or changes how what is around it shows.
bool isInvisible(uint16_t unit) {
  return unit < 0x20 || (unit >= 0x7f && unit < 0xa0) || unit == 0x200e || unit == 0x200f ||
         (unit >= 0x2028 && unit <= 0x202e) || (unit >= 0x2066 && unit <= 0x2069) || unit == 0xfeff;
}

/// @param mark what ends the text, and is escaped in it; 0 for none
std::string escaped(std::span<const uint16_t> units, char mark) {
  std::string text;
  for (size_t i = 0; i < units.size(); ++i) {
    const uint16_t unit = units[i];
    if (isHigh(unit) && i + 1 < units.size() && isLow(units[i + 1])) {
      text += fromUtf16(units.subspan(i++, 2));
    } else if (unit == '\n') {
      text += "\\n";
    } else if (unit == '\r') {
      text += "\\r";
    } else if (unit == '\t') {
      text += "\\t";
    } else if (mark != 0 && (unit == '\\' || unit == static_cast<uint16_t>(mark))) {
      text += {'\\', static_cast<char>(unit)};
    } else if (isInvisible(unit) || isHigh(unit) || isLow(unit)) {
      text += fmt::format("\\u{:04x}", unit);
    } else {
      text += fromUtf16({&unit, 1});
    }
  }
  return text;
}

template <typename Number>
std::string realText(Number number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number < 0 ? "-Infinity" : "Infinity";
  return fmt::format("{}", number);
}

}  // namespace

std::string quoted(const JavaText& text) { return '"' + escaped(text.units, '"') + (text.cut ? "…\"" : "\""); }

std::string unquoted(const JavaText& text) { return escaped(text.units, 0) + (text.cut ? "…" : ""); }

std::string charText(uint16_t unit) { return escaped({&unit, 1}, '\''); }

JavaText textOf(std::span<const StoredValue> elements, bool wide, size_t longest) {
  JavaText text;
  const bool chars = !elements.empty() && elements.front().kind == ValueKind::kChar;
  const size_t step = wide && !chars ? 2 : 1;
  for (size_t i = 0; i + step <= elements.size() && text.units.size() <= longest; i += step) {
    const uint64_t unit = step == 2 ? elements[i].bits | elements[i + 1].bits << 8 : elements[i].bits;
    text.units.push_back(static_cast<uint16_t>(unit));
  }
  cut(text, longest);
  return text;
}

void cut(JavaText& text, size_t longest) {
  if (text.units.size() <= longest) return;
  text.units.resize(longest);
  text.cut = true;
  if (!text.units.empty() && isHigh(text.units.back())) text.units.pop_back();
}

JavaText textOfUtf8(std::span<const StoredValue> bytes, size_t longest) {
  std::vector<uint8_t> raw;
  for (const StoredValue& byte : bytes) raw.push_back(static_cast<uint8_t>(byte.bits));
  const std::string text = fromModifiedUtf8(raw);  // valid from here on
  JavaText result;
  for (size_t i = 0; i < text.size();) {
    const auto first = static_cast<uint8_t>(text[i]);
    const size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    uint32_t code = length == 1 ? first : first & (0x7fU >> length);
    for (size_t k = 1; k < length; ++k) code = code << 6 | (static_cast<uint8_t>(text[i + k]) & 0x3fU);
    const size_t units = code < 0x10000 ? 1 : 2;
    if (result.units.size() + units > longest) {
      result.cut = true;
      break;
    }
    if (units == 1) {
      result.units.push_back(static_cast<uint16_t>(code));
    } else {
      result.units.push_back(static_cast<uint16_t>(0xd800 + ((code - 0x10000) >> 10)));
      result.units.push_back(static_cast<uint16_t>(0xdc00 + ((code - 0x10000) & 0x3ff)));
    }
    i += length;
  }
  return result;
}

int64_t integerOf(const StoredValue& value) {
  switch (value.kind) {
    case ValueKind::kByte:
      return static_cast<int8_t>(value.bits);
    case ValueKind::kShort:
      return static_cast<int16_t>(value.bits);
    case ValueKind::kInt:
      return static_cast<int32_t>(value.bits);
    default:
      return static_cast<int64_t>(value.bits);
  }
}

std::string valueText(const StoredValue& value) {
  switch (value.kind) {
    case ValueKind::kBoolean:
      return value.bits != 0 ? "true" : "false";
    case ValueKind::kChar:
      return charText(static_cast<uint16_t>(value.bits));
    case ValueKind::kFloat:
      return realText(std::bit_cast<float>(static_cast<uint32_t>(value.bits)));
    case ValueKind::kDouble:
      return realText(std::bit_cast<double>(value.bits));
    default:
      return fmt::format("{}", integerOf(value));
  }
}

std::string plainText(const StoredValue& value) {
  if (value.kind != ValueKind::kChar) return valueText(value);
  const auto unit = static_cast<uint16_t>(value.bits);
  return escaped({&unit, 1}, 0);
}

}  // namespace heaptrail
