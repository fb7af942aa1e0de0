#include "dsl/pattern_parser.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace heaptrail::dsl {

namespace {

constexpr std::array<std::pair<char, std::string_view>, 8> kJvmPrimitives = {{{'Z', "boolean"},
                                                                              {'B', "byte"},
                                                                              {'C', "char"},
                                                                              {'D', "double"},
                                                                              {'F', "float"},
                                                                              {'I', "int"},
                                                                              {'J', "long"},
                                                                              {'S', "short"}}};

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at))
    text.replace(at, what.size(), by);
  return text;
}

}  // namespace

bool PatternParser::atQuote(size_t ahead) const {
  for (const std::string_view quote : {"\"", "'", "`", "“", "”", "„", "‘", "’"}) {
    if (isUnknown(quote, ahead)) return true;
  }
  return false;
}

bool PatternParser::atPattern() const {
  if (is(TokenKind::kName) || isUnknown("?")) return true;
  if (is(TokenKind::kPlus) || atQuote()) return is(TokenKind::kName, 1);
  size_t ahead = 0;
  while (is(TokenKind::kOpenBracket, ahead)) ++ahead;
  return ahead > 0 && is(TokenKind::kName, ahead);
}

TypePattern PatternParser::parsePattern() {
  TypePattern pattern;
  pattern.range.begin = token().range.begin;
  if (is(TokenKind::kOpenBracket)) {
    parseJvmArray(pattern);
    return pattern;
  }
  if (atQuote()) {
    parseQuoted(pattern);
  } else if (is(TokenKind::kPlus)) {
    parsePlusInFront(pattern);
  } else {
    parseName(pattern);
  }
  skipTypeArguments();
  parsePlus(pattern);
  parseBrackets(pattern);
  return pattern;
}

void PatternParser::parseName(TypePattern& pattern) {
  if (isUnknown("?")) {
    expected("a type").fixes = {{"Write *", {{token().range, "*"}}}};
    result_.diagnostics.back().message += ": any type is *";
    pattern.name = "*";
    pattern.nameRange = pattern.range = next();
    return;
  }
  pattern.nameRange = next();
  pattern.name = source_.at(pattern.nameRange);
  pattern.range.end = pattern.nameRange.end;
  checkName(pattern);
}

void PatternParser::checkName(const TypePattern& pattern) {
  const std::string& name = pattern.name;
  const auto propose = [&](std::string message, std::string better) {
    syntax(pattern.nameRange, std::move(message)).fixes = {
        {fmt::format("Write {}", better), {{pattern.nameRange, better}}}};
  };
  // Hidden classes have a slash, too, but a number behind it.
  const size_t slash = name.find('/');
  const bool isHidden = slash != std::string::npos && slash + 1 < name.size() &&
                        std::string_view("0123456789*").contains(name[slash + 1]);
  if (slash != std::string::npos && !isHidden) {
    propose("packages are separated by dots", replaced(name, "/", "."));
  } else if (name.contains("..") || name.starts_with('.')) {
    std::string better = replaced(name, "..", ".");
    if (better.starts_with('.')) better.erase(0, 1);
    if (better.empty()) {
      syntax(pattern.nameRange, fmt::format("expected a type but found {}", name));
    } else {
      propose(fmt::format("expected a name between the dots of {}", name), better);
    }
  } else if (name.ends_with('.') && !isUnknown("?")) {
    propose(fmt::format("expected a name behind the dot of {}", name), name + "*");
  }
}

/// `"java.util.Map"`
void PatternParser::parseQuoted(TypePattern& pattern) {
  const TextRange opening = next();
  parseName(pattern);
  Diagnostic& diagnostic = syntax(opening, "names stand without quotes");
  diagnostic.fixes = {{"Remove the quotes", {{opening, ""}}}};
  if (!atQuote()) return;
  const TextRange closing = next();
  diagnostic.fixes[0].edits.push_back({closing, ""});
  pattern.range.end = closing.end;
}

/// `+Map`
void PatternParser::parsePlusInFront(TypePattern& pattern) {
  const TextRange plus = next();
  parseName(pattern);
  const uint32_t end = pattern.nameRange.end;
  syntax(plus, "+ belongs behind the name").fixes = {{"Move + behind the name", {{plus, ""}, {{end, end}, "+"}}}};
  pattern.subclasses = true;
}

/// `[Ljava.lang.String;` and `[I`
void PatternParser::parseJvmArray(TypePattern& pattern) {
  while (take(TokenKind::kOpenBracket)) ++pattern.dimensions;
  pattern.nameRange = next();
  pattern.name = source_.at(pattern.nameRange);
  if (pattern.name.size() > 1 && pattern.name.starts_with('L')) {
    pattern.name = replaced(pattern.name.substr(1), "/", ".");
    // Another one ends the pointed-to type, unless this one does both.
    if (is(TokenKind::kSemicolon) && (is(TokenKind::kSemicolon, 1) || is(TokenKind::kCloseParenthesis, 1))) next();
  }
  for (const auto& [letter, primitive] : kJvmPrimitives) {
    if (pattern.name.size() == 1 && pattern.name[0] == letter) pattern.name = primitive;
  }
  pattern.range.end = previous().end;
  const std::string better = toString(pattern);
  syntax(pattern.range, fmt::format("arrays are written as in Java: {}", better)).fixes = {
      {fmt::format("Write {}", better), {{pattern.range, better}}}};
}

/// `Map<K, V>`: what is written in sources, but does not exist at run time.
void PatternParser::skipTypeArguments() {
  if (!isUnknown("<")) return;
  const TextRange opening = token().range;
  int open = 0;
  TextRange last = opening;
  do {
    if (is(TokenKind::kUnknown)) {
      open += static_cast<int>(std::ranges::count(word(), '<')) - static_cast<int>(std::ranges::count(word(), '>'));
    }
    last = next();
  } while (open > 0 && !startsLine() && !is(TokenKind::kEnd) && !is(TokenKind::kSemicolon) &&
           !is(TokenKind::kOpenBrace) && !is(TokenKind::kCloseBrace));
  const TextRange range = spanning(opening, last);
  syntax(range, "type arguments do not exist at run time").fixes = {{"Remove the type arguments", {{range, ""}}}};
}

void PatternParser::parsePlus(TypePattern& pattern) {
  if (!is(TokenKind::kPlus)) return;
  const TextRange plus = next();
  pattern.range.end = plus.end;
  if (pattern.name == "*") {
    syntax(plus, "* stands for every type already, without +").fixes = {{"Remove +", {{plus, ""}}}};
    return;
  }
  pattern.subclasses = true;
  while (is(TokenKind::kPlus)) {
    const TextRange again = next();
    pattern.range.end = again.end;
    syntax(again, "one + takes in all subclasses").fixes = {{"Remove +", {{again, ""}}}};
  }
}

void PatternParser::parseBrackets(TypePattern& pattern) {
  while (is(TokenKind::kOpenBracket) && (!startsLine(1) || is(TokenKind::kCloseBracket, 1))) {
    const TextRange opening = next();
    const bool hasLength = !is(TokenKind::kCloseBracket) && is(TokenKind::kCloseBracket, 1);
    if (hasLength) {
      const TextRange length = next();
      syntax(length, "arrays of all lengths are meant: expected ]").fixes = {{"Remove it", {{length, ""}}}};
    }
    if (is(TokenKind::kCloseBracket)) {
      next();
    } else {
      unclosed("]", opening).fixes = {{"Insert ]", {{{opening.end, opening.end}, "]"}}}};
    }
    pattern.range.end = previous().end;
    ++pattern.dimensions;
  }
  if (!is(TokenKind::kPlus) || pattern.dimensions == 0) return;
  const TextRange plus = next();
  const uint32_t nameEnd = pattern.nameRange.end;
  syntax(plus, "+ belongs behind the name, before the brackets").fixes = {
      {"Move + before the brackets", {{{nameEnd, nameEnd}, "+"}, {plus, ""}}}};
  pattern.subclasses = true;
  pattern.range.end = plus.end;
}

std::string toString(const TypePattern& pattern) {
  std::string text = pattern.name;
  if (pattern.subclasses) text += '+';
  for (uint32_t i = 0; i < pattern.dimensions; ++i) text += "[]";
  return text;
}

}  // namespace heaptrail::dsl
