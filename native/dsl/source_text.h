// A file of descriptions as text, and places in it.
//
// Inside the engine a place is a byte offset; editors count lines and UTF-16 code units, people count lines and
// characters. SourceText knows how to get from one to the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heaptrail::dsl {

/// Bytes [begin, end) of a text.
struct TextRange {
  uint32_t begin = 0;
  uint32_t end = 0;

  bool empty() const { return begin == end; }
  bool holds(uint32_t offset) const { return begin <= offset && offset < end; }
  /// Also where the range ends: a cursor right behind a name is still at the name.
  bool touches(uint32_t offset) const { return begin <= offset && offset <= end; }
  friend bool operator==(TextRange, TextRange) = default;
};

/// Whether the byte is inside of a character of UTF-8, not its first.
inline bool continuesCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

inline TextRange spanning(TextRange first, TextRange last) { return {first.begin, last.end}; }

/// As editors count: both from 0, columns in UTF-16 code units.
struct EditorPosition {
  uint32_t line = 0;
  uint32_t character = 0;
  friend bool operator==(EditorPosition, EditorPosition) = default;
};

/// As people count: both from 1, columns in characters.
struct LinePlace {
  uint32_t line = 1;
  uint32_t column = 1;
};

class SourceText {
 public:
  /// Longer texts are cut off: nobody writes descriptions of 64 MiB, and places have 32 bits.
  static constexpr uint32_t kMostBytes = uint32_t{64} << 20;

  /// `name`: the path or URI that messages name.
  SourceText(std::string name, std::string text);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  std::string_view at(TextRange range) const {
    return std::string_view(text_).substr(range.begin, range.end - range.begin);
  }

  uint32_t lineCount() const { return static_cast<uint32_t>(lineStarts_.size()); }
  /// From 0.
  uint32_t lineOf(uint32_t offset) const;
  /// The line's text without what ends it.
  std::string_view line(uint32_t line) const;
  /// What ends lines in this text: `\r\n` if it ends the first one.
  std::string_view lineEnd() const;

  EditorPosition editorPosition(uint32_t offset) const;
  /// Places beyond a line's or the text's end count as that end.
  uint32_t offsetOf(EditorPosition position) const;

  /// For people.
  LinePlace place(uint32_t offset) const;
  /// The same as `12:5`.
  std::string describe(uint32_t offset) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<uint32_t> lineStarts_;
};

}  // namespace heaptrail::dsl
