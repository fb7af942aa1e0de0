// What the parts of the parser share: where they are among the tokens, and how mistakes are said.
//
// A mistake is said where it is to be mended: what is missing is missing behind the word before, even where the next
// word stands ten lines further down.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/syntax_tree.h"

namespace heaptrail::dsl {

class TokenReader {
 protected:
  explicit TokenReader(const SourceText& source);

  const Token& token(size_t ahead = 0) const {
    return result_.tree.tokens[std::min(at_ + ahead, result_.tree.tokens.size() - 1)];
  }
  bool is(TokenKind kind, size_t ahead = 0) const { return token(ahead).kind == kind; }
  std::string_view word(size_t ahead = 0) const { return source_.at(token(ahead).range); }
  bool isWord(std::string_view sought, size_t ahead = 0) const {
    return is(TokenKind::kName, ahead) && word(ahead) == sought;
  }
  bool isUnknown(std::string_view beginning, size_t ahead = 0) const {
    return is(TokenKind::kUnknown, ahead) && word(ahead).starts_with(beginning);
  }
  TextRange previous() const { return at_ == 0 ? TextRange{} : result_.tree.tokens[at_ - 1].range; }
  TextRange next() {
    const TextRange range = token().range;
    if (!is(TokenKind::kEnd)) ++at_;
    return range;
  }
  bool take(TokenKind kind) {
    if (!is(kind)) return false;
    next();
    return true;
  }

  bool startsLine(size_t ahead = 0) const;
  /// In characters, from 0.
  size_t columnOf(uint32_t offset) const;
  /// The space at the beginning of a place's line.
  std::string indentOf(uint32_t offset) const;

  /// How many tokens ahead the type ends that begins `from` tokens ahead; `from` itself where none does.
  size_t endOfType(size_t from) const;
  /// Whether a sign comes on this line, before its end or that of a block; and how many tokens ahead.
  bool comesOnLine(TokenKind kind, size_t& ahead) const;

  Diagnostic& add(DiagnosticCode code, TextRange range, std::string message);
  Diagnostic& syntax(TextRange range, std::string message) {
    return add(DiagnosticCode::kSyntax, range, std::move(message));
  }
  /// `expected … but found …`, behind the last word if what is found stands on another line.
  Diagnostic& expected(std::string_view what);
  /// The same of what ends something that began elsewhere.
  Diagnostic& unclosed(std::string_view sign, TextRange opening);
  std::string found() const;

  /// Whether the end was reached because a comment does not end: then nothing else is missing.
  bool endsInComment() const {
    return is(TokenKind::kEnd) && !result_.tree.comments.empty() && !result_.tree.comments.back().closed;
  }

  const SourceText& source_;
  Parsed result_;
  size_t at_ = 0;
};

}  // namespace heaptrail::dsl
