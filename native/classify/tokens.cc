#include "classify/tokens.h"

#include <fmt/format.h>

#include <cctype>

#include "base/try.h"

namespace heaptrail {

namespace {

bool isBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace

Status TokenReader::advance() {
  token_ = TRY(next());
  return {};
}

std::unexpected<Error> TokenReader::expected(std::string_view what) const {
  const std::string found = token_.kind == Token::Kind::kEnd ? "its end" : fmt::format("\"{}\"", token_.text);
  return usageError(fmt::format("in the {}, expected {} at position {}, found {}", what_, what, token_.at + 1, found));
}

bool TokenReader::endsWord(char c) const {
  return isBlank(c) || signs_.single.contains(c) || signs_.joined.contains(c);
}

Result<Token> TokenReader::next() {
  while (at_ < text_.size() && isBlank(text_[at_])) ++at_;
  const size_t from = at_;
  if (from == text_.size()) return Token{Token::Kind::kEnd, {}, from};
  const char c = text_[at_];
  if (signs_.single.contains(c)) {
    ++at_;
    return Token{Token::Kind::kSign, text_.substr(from, 1), from};
  }
  if (signs_.joined.contains(c)) {
    while (at_ < text_.size() && signs_.joined.contains(text_[at_])) ++at_;
    return Token{Token::Kind::kSign, text_.substr(from, at_ - from), from};
  }
  if (c == '"' || c == '\'') {
    const size_t end = text_.find(c, from + 1);
    if (end == std::string_view::npos) {
      return usageError(fmt::format("in the {}, the quote at position {} is not closed", what_, from + 1));
    }
    at_ = end + 1;
    return Token{Token::Kind::kWord, text_.substr(from + 1, end - from - 1), from, true};
  }
  while (at_ < text_.size() && !endsWord(text_[at_])) ++at_;
  return Token{Token::Kind::kWord, text_.substr(from, at_ - from), from};
}

}  // namespace heaptrail
