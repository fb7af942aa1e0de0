#include "dsl/token_reader.h"

#include <fmt/format.h>

#include <utility>

namespace heaptrail::dsl {

TokenReader::TokenReader(const SourceText& source) : source_(source) {
  Tokens tokens = tokenise(source);
  result_.tree.tokens = std::move(tokens.tokens);
  result_.tree.comments = std::move(tokens.comments);
}

bool TokenReader::startsLine(size_t ahead) const {
  const size_t index = std::min(at_ + ahead, result_.tree.tokens.size() - 1);
  if (index == 0) return true;
  const TextRange range = result_.tree.tokens[index].range;
  return source_.lineOf(range.begin) != source_.lineOf(result_.tree.tokens[index - 1].range.begin);
}

size_t TokenReader::columnOf(uint32_t offset) const {
  const std::string_view line = source_.line(source_.lineOf(offset));
  const auto begin = static_cast<uint32_t>(line.data() - source_.text().data());
  const std::string_view before = line.substr(0, offset - begin);
  return before.size() - static_cast<size_t>(std::ranges::count_if(before, continuesCharacter));
}

std::string TokenReader::indentOf(uint32_t offset) const {
  const std::string_view line = source_.line(source_.lineOf(offset));
  return std::string(line.substr(0, line.find_first_not_of(" \t")));
}

size_t TokenReader::endOfType(size_t from) const {
  if (!is(TokenKind::kName, from)) return from;
  size_t end = from + 1;
  if (is(TokenKind::kPlus, end)) ++end;
  while (is(TokenKind::kOpenBracket, end)) end += is(TokenKind::kCloseBracket, end + 1) ? 2 : 1;
  return end;
}

bool TokenReader::comesOnLine(TokenKind kind, size_t& ahead) const {
  for (ahead = 0; !is(TokenKind::kEnd, ahead) && (ahead == 0 || !startsLine(ahead)); ++ahead) {
    if (is(kind, ahead)) return true;
    if (is(TokenKind::kSemicolon, ahead) || is(TokenKind::kOpenBrace, ahead) || is(TokenKind::kCloseBrace, ahead))
      break;
  }
  return false;
}

Diagnostic& TokenReader::add(DiagnosticCode code, TextRange range, std::string message) {
  return result_.diagnostics.emplace_back(
      Diagnostic{.code = code, .range = range, .message = std::move(message), .fixes = {}, .related = {}});
}

std::string TokenReader::found() const {
  if (is(TokenKind::kEnd)) return "the end of the file";
  constexpr size_t kMost = 60;
  const std::string_view text = word();
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x20 || first == 0x7F) return fmt::format("an invisible character (U+{:04X})", first);
  if (text.starts_with("\xC2\xA0")) return "a space that does not break (U+00A0)";
  if (text.size() <= kMost) return std::string(text);
  size_t end = kMost;
  while (end > 0 && continuesCharacter(text[end])) --end;
  return std::string(text.substr(0, end)) + "…";
}

Diagnostic& TokenReader::expected(std::string_view what) {
  const bool elsewhere = at_ > 0 && (is(TokenKind::kEnd) || startsLine());
  const TextRange range = elsewhere ? TextRange{previous().end, previous().end} : token().range;
  return syntax(range, fmt::format("expected {} but found {}", what, found()));
}

Diagnostic& TokenReader::unclosed(std::string_view sign, TextRange opening) {
  Diagnostic& diagnostic = expected(sign);
  // On the same line everybody sees it.
  if (source_.lineOf(opening.begin) != source_.lineOf(diagnostic.range.begin)) {
    diagnostic.related = {{source_.name(), opening, "this is not closed"}};
  }
  return diagnostic;
}

}  // namespace heaptrail::dsl
