// Java's texts as people read them on one line: long ones are cut, and what cannot be seen (control characters, marks
// of writing direction, halves of surrogate pairs) is written as Java source would write it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/values.h"

namespace heaptrail {

/// UTF-16 code units, perhaps only the first of a longer text.
struct JavaText {
  std::vector<uint16_t> units;
  bool cut = false;
};

/// `"text"`, with `…` before the closing mark where it is cut.
std::string quoted(const JavaText& text);

/// Without marks: for texts that are no strings of their own, such as the name of an enum constant.
std::string unquoted(const JavaText& text);

/// What stands between the marks in Java source: `a`, `\n`, `\u0000`, `\ud83d`.
std::string charText(uint16_t unit);

/// The first `longest` of these elements, which are chars, or the bytes of a compact string: Latin-1, or with `wide`
/// UTF-16 in the byte order of x86 and ARM. A surrogate pair is not cut apart.
JavaText textOf(std::span<const StoredValue> elements, bool wide, size_t longest);

/// Leaves at most `longest` units.
void cut(JavaText& text, size_t longest);

/// The first `longest` characters of bytes in UTF-8; U+FFFD for what is none.
JavaText textOfUtf8(std::span<const StoredValue> bytes, size_t longest);

/// A primitive value as Java would print it: `true`, `-1`, `NaN`, `a`.
std::string valueText(const StoredValue& value);

/// The same as it is compared: a char as it would be in a text without marks, so that `'` and `\` are themselves.
std::string plainText(const StoredValue& value);

/// Whole numbers, chars and booleans as a number.
int64_t integerOf(const StoredValue& value);

}  // namespace heaptrail
