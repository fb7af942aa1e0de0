// The words and signs of the description language.
#pragma once

#include <cstdint>
#include <vector>

#include "dsl/source_text.h"

namespace heaptrail::dsl {

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
