// The words and signs of the description language.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dsl/source_text.h"

namespace heaptrail::dsl {

/// At the start of a file it says that this is UTF-8. Where files were joined it stands in the middle, and means
/// nothing.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

enum class TokenKind : uint8_t {
  kName,  // identifiers, dots, `$`, `-` and stars in any mixture; keywords too
  kPlus,
  kOpenBracket,
  kCloseBracket,
  kOpenBrace,
  kCloseBrace,
  kOpenParenthesis,
  kCloseParenthesis,
  kSemicolon,
  kUnknown,  // characters that the language has no use for, as many as stand together
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  TextRange range;
};

struct Comment {
  TextRange range;
  bool block = false;  // `/* */`; otherwise to the end of the line
  bool closed = true;  // whether a block comment ends
};

struct Tokens {
  std::vector<Token> tokens;  // the last one is kEnd
  std::vector<Comment> comments;
};

Tokens tokenise(const SourceText& source);

}  // namespace heaptrail::dsl
