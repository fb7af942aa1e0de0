// The words of conditions and groupings: what stands between blanks, in quotes, and each sign by itself. Which
// characters are signs, each language says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace heaptrail {

struct Token {
  enum class Kind : uint8_t { kWord, kSign, kEnd };
  Kind kind = Kind::kEnd;
  std::string_view text;  // without quotes
  size_t at = 0;          // where it begins
  bool quoted = false;

  bool isWord(std::string_view word) const { return kind == Kind::kWord && !quoted && text == word; }
  bool isSign(std::string_view sign) const { return kind == Kind::kSign && text == sign; }
};

class TokenReader {
 public:
  struct Signs {
    std::string_view single;  // each of these is a sign
    std::string_view joined;  // those of these that stand together are one: `<=`
  };

  /// `what` is what the text is, for errors: "condition". All outlive this.
  TokenReader(std::string_view text, std::string_view what, Signs signs) : text_(text), what_(what), signs_(signs) {}

  Status advance();
  const Token& token() const { return token_; }

  /// `in the condition, expected ")" at position 8, found its end`.
  std::unexpected<Error> expected(std::string_view what) const;

 private:
  Result<Token> next();
  bool endsWord(char c) const;

  std::string_view text_;
  std::string_view what_;
  Signs signs_;
  size_t at_ = 0;
  Token token_;
};

}  // namespace heaptrail
