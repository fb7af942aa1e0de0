#include "dsl/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heaptrail::dsl {

namespace {

/// What a byte of UTF-8 adds to a length in UTF-16 units: its character's first byte counts, twice beyond the first
/// plane.
uint32_t utf16Units(char byte) {
  if (continuesCharacter(byte)) return 0;
  return static_cast<unsigned char>(byte) >= 0xF0 ? 2 : 1;
}

}  // namespace

SourceText::SourceText(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  if (text_.size() > kMostBytes) text_.resize(kMostBytes);
  lineStarts_.push_back(0);
  for (size_t i = 0; i < text_.size(); ++i) {
    const bool endsLine = text_[i] == '\n' || (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n'));
    if (endsLine) lineStarts_.push_back(static_cast<uint32_t>(i + 1));
  }
}

uint32_t SourceText::lineOf(uint32_t offset) const {
  return static_cast<uint32_t>(std::ranges::upper_bound(lineStarts_, offset) - lineStarts_.begin()) - 1;
}

std::string_view SourceText::line(uint32_t line) const {
  const uint32_t end = line + 1 < lineStarts_.size() ? lineStarts_[line + 1] : static_cast<uint32_t>(text_.size());
  std::string_view result = at({lineStarts_[line], end});
  while (!result.empty() && (result.back() == '\n' || result.back() == '\r')) result.remove_suffix(1);
  return result;
}

std::string_view SourceText::lineEnd() const {
  const bool returns = lineStarts_.size() > 1 && at({0, lineStarts_[1]}).ends_with("\r\n");
  return returns ? "\r\n" : "\n";
}

EditorPosition SourceText::editorPosition(uint32_t offset) const {
  EditorPosition position{lineOf(offset), 0};
  for (const char byte : at({lineStarts_[position.line], offset})) position.character += utf16Units(byte);
  return position;
}

uint32_t SourceText::offsetOf(EditorPosition position) const {
  if (position.line >= lineCount()) return static_cast<uint32_t>(text_.size());
  const std::string_view text = line(position.line);
  uint32_t units = 0;
  uint32_t at = 0;
  while (at < text.size() && (units < position.character || continuesCharacter(text[at])))
    units += utf16Units(text[at++]);
  return lineStarts_[position.line] + at;
}

LinePlace SourceText::place(uint32_t offset) const {
  const uint32_t line = lineOf(offset);
  const std::string_view before = at({lineStarts_[line], offset});
  const auto characters = std::ranges::count_if(before, [](char byte) { return !continuesCharacter(byte); });
  return {line + 1, static_cast<uint32_t>(characters + 1)};
}

std::string SourceText::describe(uint32_t offset) const {
  const auto [line, column] = place(offset);
  return fmt::format("{}:{}", line, column);
}

}  // namespace heaptrail::dsl
