#include "dsl/diagnostic_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace heaptrail::dsl {

namespace {

// Of longer lines a part is shown.
constexpr size_t kMostCharacters = 140;
constexpr size_t kBefore = 60;

bool beginsCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

/// What a character is drawn as: nothing in a file may move the cursor of a terminal.
void appendShown(std::string& text, std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  const bool isControl = first < 0x20 || first == 0x7F || character == "\xC2\x9B";
  text += isControl && first != '\t' ? std::string_view("?") : character;
}

/// The line of a place, and below it a mark from the place's beginning to its end or the end of the line.
std::string marked(const SourceText& source, TextRange range) {
  const uint32_t line = source.lineOf(range.begin);
  const std::string_view text = source.line(line);
  std::vector<std::string_view> characters;
  size_t begin = 0;
  size_t end = 0;
  const auto lineStart = static_cast<uint32_t>(text.data() - source.text().data());
  for (size_t i = 0; i < text.size();) {
    size_t next = i + 1;
    while (next < text.size() && !beginsCharacter(text[next])) ++next;
    if (lineStart + i < range.begin) begin = characters.size() + 1;
    if (lineStart + i < range.end) end = characters.size() + 1;
    characters.push_back(text.substr(i, next - i));
    i = next;
  }
  end = std::max(end, begin + 1);
  size_t from = 0;
  if (characters.size() > kMostCharacters && begin > kBefore) from = begin - kBefore;
  const size_t to = std::min(characters.size(), from + kMostCharacters);
  std::string shown = from > 0 ? "  …" : "  ";
  std::string mark = from > 0 ? "   " : "  ";
  for (size_t i = from; i < to; ++i) {
    appendShown(shown, characters[i]);
    if (i < begin) mark += characters[i] == "\t" ? '\t' : ' ';
  }
  if (to < characters.size()) shown += "…";
  mark += '^';
  for (size_t i = begin + 1; i < std::min(end, to); ++i) mark += '~';
  return shown + "\n" + mark + "\n";
}

std::string lowerFirst(std::string text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

}  // namespace

std::string describe(const Diagnostic& diagnostic, const SourceText& source,
                     const std::function<const SourceText*(const std::string& file)>& sourceOf) {
  std::string text = fmt::format("{}:{}: {}: {} [{}]\n", source.name(), source.describe(diagnostic.range.begin),
                                 toString(severityOf(diagnostic.code)), diagnostic.message, toString(diagnostic.code));
  text += marked(source, diagnostic.range);
  for (const Fix& fix : diagnostic.fixes) text += fmt::format("  fix: {}\n", lowerFirst(fix.title));
  for (const RelatedPlace& place : diagnostic.related) {
    const SourceText* related = sourceOf(place.file);
    if (related == nullptr) {
      text += fmt::format("{}: note: {}\n", place.file, place.message);
      continue;
    }
    text += fmt::format("{}:{}: note: {}\n", place.file, related->describe(place.range.begin), place.message);
    text += marked(*related, place.range);
  }
  return text;
}

}  // namespace heaptrail::dsl
