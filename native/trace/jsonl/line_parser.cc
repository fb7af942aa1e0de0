#include "trace/jsonl/line_parser.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace heaptrail::jsonl {

namespace {

constexpr size_t kPieceBytes = size_t{256} << 10;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Goes through JSON text character by character and knows how deep it is: for the few places where a value must be
/// found before it is parsed.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool atEnd() const { return at_ >= text_.size(); }
  size_t position() const { return at_; }
  char current() const { return text_[at_]; }
  size_t depth() const { return depth_; }

  /// Over one character, or a whole string.
  void advance() {
    const char c = text_[at_++];
    if (c == '"') {
      while (!atEnd() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
      ++at_;
    } else if (c == '{' || c == '[') {
      ++depth_;
    } else if ((c == '}' || c == ']') && depth_ > 0) {
      --depth_;
    }
  }

  void skipSpaces() {
    while (!atEnd() && isSpace(current())) ++at_;
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
  size_t depth_ = 0;
};

}  // namespace

std::vector<std::span<char>> splitValues(std::span<char> text) {
  std::vector<std::span<char>> values;
  Scanner scanner({text.data(), text.size()});
  for (scanner.skipSpaces(); !scanner.atEnd(); scanner.skipSpaces()) {
    const size_t from = scanner.position();
    do {
      scanner.advance();
    } while (!scanner.atEnd() && scanner.depth() > 0);
    values.push_back(text.subspan(from, std::min(scanner.position(), text.size()) - from));
  }
  return values;
}

std::span<char> findReferences(std::span<char> text) {
  const std::string_view view(text.data(), text.size());
  Scanner scanner(view);
  while (!scanner.atEnd()) {
    const bool isKey = scanner.depth() == 1 && view.substr(scanner.position()).starts_with("\"refs\"");
    scanner.advance();
    if (!isKey) continue;
    scanner.skipSpaces();
    if (scanner.atEnd() || scanner.current() != ':') continue;
    scanner.advance();
    scanner.skipSpaces();
    if (scanner.atEnd() || scanner.current() != '[') return {};
    const size_t from = scanner.position();
    do {
      scanner.advance();
    } while (!scanner.atEnd() && scanner.depth() > 1);
    if (scanner.depth() > 1) return {};
    return text.subspan(from, std::min(scanner.position(), text.size()) - from);
  }
  return {};
}

Result<JsonObject> LineParser::parseObject(const Line& line, std::span<char> text) {
  Json value;
  const simdjson::error_code problem = parser_.parse(text.data(), text.size(), false).get(value);
  if (problem != simdjson::SUCCESS) return std::unexpected(complain(line, problem).error());
  JsonObject object;
  if (value.get(object) != simdjson::SUCCESS) {
    return lineError(file_, line, "a JSON object", fmt::format("\"{}\"", line.view().substr(0, 40)));
  }
  return object;
}

Status LineParser::complain(const Line& line, simdjson::error_code problem) const {
  std::string_view shown = line.view();
  const bool all = shown.size() <= 60;
  shown = shown.substr(0, 60);
  // Not in the middle of a character.
  while (!all && !shown.empty() && (shown.back() & 0xc0) == 0x80) shown.remove_suffix(1);
  return lineError(file_, line, "a JSON object",
                   fmt::format("{}{} ({})", shown, all ? "" : "…", simdjson::error_message(problem)));
}

Status LineParser::takeOutReferences(const Line& line, std::string& rest) {
  references_ = findReferences(line.text);
  const std::string_view all = line.view();
  if (references_.empty()) {
    rest = all;
  } else {
    const auto from = static_cast<size_t>(references_.data() - line.text.data());
    rest = all.substr(0, from + 1);
    rest += all.substr(from + references_.size() - 1);
  }
  if (rest.size() > LineReader::kLongestOther) {
    return lineError(file_, line, fmt::format("at most {} bytes besides \"refs\"", LineReader::kLongestOther),
                     fmt::format("{}", rest.size()));
  }
  rest.reserve(rest.size() + simdjson::SIMDJSON_PADDING);
  return {};
}

/// Takes elements off the front: from [ or a comma to a comma or ].
std::span<char> LineParser::nextPiece(std::span<char>& references) {
  Scanner scanner({references.data() + 1, references.size() - 1});
  while (!scanner.atEnd()) {
    const size_t at = scanner.position();
    if (scanner.depth() == 0 && scanner.current() == ',' && at >= kPieceBytes) {
      const std::span<char> piece = references.first(at + 2);
      references = references.subspan(at + 1);
      return piece;
    }
    scanner.advance();
  }
  return std::exchange(references, {});
}

}  // namespace heaptrail::jsonl
