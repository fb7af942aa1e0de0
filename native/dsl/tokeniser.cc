#include <algorithm>
#include <cctype>
#include <string_view>

#include "dsl/token.h"

namespace heaptrail::dsl {

namespace {

/// How many bytes of space a text begins with, at most one character.
uint32_t spaceAtStart(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) return kByteOrderMark.size();
  return !text.empty() && std::string_view(" \t\r\n\f\v").contains(text[0]) ? 1 : 0;
}

TokenKind signOf(char c) {
  switch (c) {
    case '+':
      return TokenKind::kPlus;
    case '[':
      return TokenKind::kOpenBracket;
    case ']':
      return TokenKind::kCloseBracket;
    case '{':
      return TokenKind::kOpenBrace;
    case '}':
      return TokenKind::kCloseBrace;
    case '(':
      return TokenKind::kOpenParenthesis;
    case ')':
      return TokenKind::kCloseParenthesis;
    case ';':
      return TokenKind::kSemicolon;
    default:
      return TokenKind::kUnknown;
  }
}

/// Spaces, quotes, dashes and arrows that word processors and web pages put in the place of ASCII signs, and that no
/// name has: U+00A0, U+00AB, U+00BB, U+2000 to U+203E, U+2190 to U+21FF, U+3000.
bool isForeignSign(std::string_view text) {
  if (text.starts_with("\xC2")) {
    return text.size() > 1 && std::string_view("\xA0\xAB\xBB").contains(text[1]);
  }
  if (text.size() < 3) return false;
  const auto third = static_cast<unsigned char>(text[2]);
  if (text.starts_with("\xE2\x80")) return third <= 0xBE;
  if (text.starts_with("\xE2\x86")) return third >= 0x90;
  return text.starts_with("\xE2\x87") || text.starts_with("\xE3\x80\x80");
}

class Tokeniser {
 public:
  explicit Tokeniser(const SourceText& source) : text_(source.text()) {}

  Tokens run() {
    for (;;) {
      skipSpaceAndComments();
      if (at_ >= text_.size()) break;
      const uint32_t begin = at_;
      if (inName()) {
        while (inName()) ++at_;
        // What closes a comment where there is none consists of characters of names.
        const bool closesComment = text_.substr(begin, at_ - begin) == "*/";
        add(closesComment ? TokenKind::kUnknown : TokenKind::kName, begin);
      } else if (const TokenKind sign = signOf(text_[at_]); sign != TokenKind::kUnknown) {
        ++at_;
        add(sign, begin);
      } else {
        while (inUnknown()) skipCharacter();
        add(TokenKind::kUnknown, begin);
      }
    }
    at_ = static_cast<uint32_t>(text_.size());
    add(TokenKind::kEnd, at_);
    return std::move(result_);
  }

 private:
  bool commentBegins(char second) const {
    return text_[at_] == '/' && at_ + 1 < text_.size() && text_[at_ + 1] == second;
  }
  bool commentBegins() const { return commentBegins('/') || commentBegins('*'); }

  /// Class files allow nearly everything in names, so what is not ASCII is taken as it is. A slash is part of the names
  /// of hidden classes (`Query$$Lambda/0x7f2c`).
  bool inName() const {
    if (at_ >= text_.size()) return false;
    const auto c = static_cast<unsigned char>(text_[at_]);
    const std::string_view rest = text_.substr(at_);
    if (c >= 0x80) return !isForeignSign(rest) && spaceAtStart(rest) == 0;
    if (std::isalnum(c) != 0) return true;
    return std::string_view("_$.-*").contains(text_[at_]) || (c == '/' && !commentBegins());
  }

  bool inUnknown() const {
    return at_ < text_.size() && spaceAtStart(text_.substr(at_)) == 0 && !inName() && !commentBegins() &&
           signOf(text_[at_]) == TokenKind::kUnknown;
  }

  void skipCharacter() {
    do ++at_;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0) == 0x80);
  }

  void skipSpaceAndComments() {
    while (at_ < text_.size()) {
      if (const uint32_t space = spaceAtStart(text_.substr(at_)); space > 0) {
        at_ += space;
      } else if (commentBegins('/')) {
        const size_t end = text_.find_first_of("\r\n", at_);
        takeComment({.range = {at_, endOr(end)}});
      } else if (commentBegins('*')) {
        const size_t end = text_.find("*/", at_ + 2);
        const bool closed = end != std::string_view::npos;
        takeComment(
            {.range = {at_, closed ? static_cast<uint32_t>(end + 2) : endOr(end)}, .block = true, .closed = closed});
      } else {
        return;
      }
    }
  }

  uint32_t endOr(size_t found) const { return static_cast<uint32_t>(std::min(found, text_.size())); }

  void takeComment(Comment comment) {
    at_ = comment.range.end;
    result_.comments.push_back(comment);
  }

  void add(TokenKind kind, uint32_t begin) { result_.tokens.push_back({kind, {begin, at_}}); }

  std::string_view text_;
  uint32_t at_ = 0;
  Tokens result_;
};

}  // namespace

Tokens tokenise(const SourceText& source) { return Tokeniser(source).run(); }

}  // namespace heaptrail::dsl
