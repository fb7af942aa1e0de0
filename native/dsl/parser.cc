// A recursive descent parser that always goes on: after an error it skips to where something it knows begins, so that
// one file's errors are all reported at once, and each once.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "dsl/edit_distance.h"
#include "dsl/syntax_tree.h"

namespace heaptrail::dsl {

namespace {

class Parser {
 public:
  explicit Parser(const SourceText& source) : source_(source) {
    Tokens tokens = tokenise(source);
    result_.tree.tokens = std::move(tokens.tokens);
    result_.tree.comments = std::move(tokens.comments);
  }

  Parsed run() {
    while (!is(TokenKind::kEnd)) parseInFile();
    for (const Comment& comment : result_.tree.comments) {
      if (!comment.closed) {
        const uint32_t end = comment.range.end;
        add(DiagnosticCode::kSyntax, {end, end}, "expected */ but found the end of the file",
            {{source_.name(), {comment.range.begin, comment.range.begin + 2}, "the comment begins here"}});
      }
    }
    sortByPlace(result_.diagnostics);
    return std::move(result_);
  }

 private:
  // ---- what stands where

  const Token& token(size_t ahead = 0) const {
    return result_.tree.tokens[std::min(at_ + ahead, result_.tree.tokens.size() - 1)];
  }
  bool is(TokenKind kind, size_t ahead = 0) const { return token(ahead).kind == kind; }
  bool isWord(std::string_view word) const { return is(TokenKind::kName) && source_.at(token().range) == word; }
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
  bool startsLine() const {
    return at_ == 0 || source_.lineOf(token().range.begin) != source_.lineOf(previous().begin);
  }

  /// How many tokens ahead the type ends that begins `from` tokens ahead; `from` itself where none does.
  size_t endOfType(size_t from) const {
    if (!is(TokenKind::kName, from)) return from;
    size_t end = from + 1;
    if (is(TokenKind::kPlus, end)) ++end;
    while (is(TokenKind::kOpenBracket, end)) end += is(TokenKind::kCloseBracket, end + 1) ? 2 : 1;
    return end;
  }

  /// Whether a description begins here, and not a pointed-to type: that is how a missing brace is found.
  bool atDescription() const {
    if ((isWord(kNamespaceKeyword) || isWord(kHeadKeyword)) && is(TokenKind::kName, 1)) return true;
    if (!is(TokenKind::kName)) return false;
    // A type and a brace; or a word, which must then be a misspelt keyword, a type and a brace.
    return is(TokenKind::kOpenBrace, endOfType(0)) ||
           (is(TokenKind::kName, 1) && is(TokenKind::kOpenBrace, endOfType(1)));
  }

  // ---- what is said about it

  Diagnostic& add(DiagnosticCode code, TextRange range, std::string message, std::vector<RelatedPlace> related = {}) {
    return result_.diagnostics.emplace_back(Diagnostic{
        .code = code, .range = range, .message = std::move(message), .fixes = {}, .related = std::move(related)});
  }

  std::string found() const {
    if (is(TokenKind::kEnd)) return "the end of the file";
    constexpr size_t kMost = 60;
    std::string text(source_.at(token().range));
    if (text.size() <= kMost) return text;
    size_t end = kMost;
    while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not in the middle of a character
    return text.substr(0, end) + "…";
  }

  void expected(std::string_view what) {
    add(DiagnosticCode::kSyntax, token().range, fmt::format("expected {} but found {}", what, found()));
  }

  void unclosed(std::string_view sign, TextRange opening) {
    add(DiagnosticCode::kSyntax, token().range, fmt::format("expected {} but found {}", sign, found()),
        {{source_.name(), opening, "this is not closed"}});
  }

  // ---- the grammar

  void parseInFile() {
    if (isWord(kNamespaceKeyword) && !is(TokenKind::kOpenBrace, 1)) {
      parseNamespace();
    } else if (is(TokenKind::kName)) {
      if (const std::string_view meant = misspeltKeyword(); !meant.empty()) {
        correct(meant);
        if (meant == kNamespaceKeyword) return parseNamespace();
      }
      parseDescription(outside(), isHeadHere());
    } else {
      skipWhatIsNoDescription("a description or namespace");
    }
  }

  /// The block for descriptions outside of any namespace.
  Block& outside() {
    if (result_.tree.blocks.empty() || result_.tree.blocks.back().isNamespace()) result_.tree.blocks.emplace_back();
    return result_.tree.blocks.back();
  }

  void parseNamespace() {
    const TextRange keyword = next();
    Block& block = result_.tree.blocks.emplace_back();
    block.range = keyword;
    if (is(TokenKind::kName)) {
      block.nameRange = next();
      block.package = source_.at(block.nameRange);
      if (block.package.contains('*')) {
        add(DiagnosticCode::kSyntax, block.nameRange, "the name of a namespace cannot hold *");
      }
    } else {
      expected("the name of a package");
      block.nameRange = {keyword.end, keyword.end};
    }
    if (!is(TokenKind::kOpenBrace)) {
      expected("{");
      block.range.end = block.nameRange.end;
      // What follows still belongs to the namespace, if it is a description.
      if (!is(TokenKind::kName)) return;
    }
    const TextRange opening = is(TokenKind::kOpenBrace) ? next() : previous();
    block.body = opening;
    for (;;) {
      if (is(TokenKind::kCloseBrace)) {
        next();
        break;
      }
      if (is(TokenKind::kEnd) || (isWord(kNamespaceKeyword) && !is(TokenKind::kOpenBrace, 1))) {
        unclosed("}", opening);
        break;
      }
      if (!is(TokenKind::kName)) {
        skipWhatIsNoDescription("a description or }");
        continue;
      }
      if (const std::string_view meant = misspeltKeyword(); !meant.empty()) {
        correct(meant);
        if (meant == kNamespaceKeyword) {
          unclosed("}", opening);
          break;
        }
      }
      parseDescription(block, isHeadHere());
    }
    block.body.end = previous().end;
    block.range.end = previous().end;
  }

  bool isHeadHere() const { return correctedHead_ == at_ || (isWord(kHeadKeyword) && is(TokenKind::kName, 1)); }

  void parseDescription(Block& block, bool head) {
    Description description;
    description.range = token().range;
    if (head) description.head = next();
    description.type = parsePattern();
    if (description.type.hasWildcard()) {
      add(DiagnosticCode::kWildcardInHead, description.type.nameRange,
          fmt::format("a described type cannot have *: describe each type, or a superclass with +"));
    }
    description.body = {previous().end, previous().end};
    if (is(TokenKind::kOpenBrace)) {
      parseBody(description);
    } else {
      if (!skipTypeArguments()) expected("{");
      if (is(TokenKind::kOpenBrace)) {
        parseBody(description);
      } else if (!startsLine()) {
        skipToStartOfItem();
      }
    }
    description.range.end = std::max(description.type.range.end, description.body.end);
    block.descriptions.push_back(std::move(description));
  }

  void parseBody(Description& description) {
    const TextRange opening = next();
    for (;;) {
      if (is(TokenKind::kCloseBrace)) {
        next();
        break;
      }
      if (is(TokenKind::kEnd) || atDescription()) {
        unclosed("}", opening);
        break;
      }
      if (is(TokenKind::kOpenParenthesis)) {
        parseLeaf(description);
      } else if (is(TokenKind::kName)) {
        const TypePattern pattern = parsePattern();
        PointedTo pointedTo{pattern, false, pattern.range};
        endPointedTo(pointedTo);
        description.pointedTo.push_back(std::move(pointedTo));
      } else {
        expected("a type, ( or }");
        if (is(TokenKind::kSemicolon)) {
          result_.diagnostics.back().fixes = {{"Remove it", {{token().range, ""}}}};
        }
        skipToEndOfPointedTo();
      }
    }
    description.body = {opening.begin, previous().end};
  }

  void parseLeaf(Description& description) {
    const TextRange opening = next();
    PointedTo pointedTo{.pattern = {}, .leaf = true, .range = opening};
    const bool named = is(TokenKind::kName);
    if (named) {
      pointedTo.pattern = parsePattern();
    } else {
      expected("a type");
    }
    if (!take(TokenKind::kCloseParenthesis)) {
      if (named) unclosed(")", opening);
      // What has no end is no reason to lose the next line.
      while (!startsLine() && !is(TokenKind::kSemicolon) && !is(TokenKind::kCloseBrace) && !is(TokenKind::kEnd) &&
             !is(TokenKind::kCloseParenthesis)) {
        next();
      }
      take(TokenKind::kCloseParenthesis);
    }
    pointedTo.range.end = previous().end;
    endPointedTo(pointedTo);
    if (named) description.pointedTo.push_back(std::move(pointedTo));
  }

  void endPointedTo(PointedTo& pointedTo) {
    if (skipTypeArguments() && pointedTo.leaf) take(TokenKind::kCloseParenthesis);
    if (is(TokenKind::kSemicolon)) {
      pointedTo.range.end = next().end;
      return;
    }
    const uint32_t end = previous().end;
    // Said where the semicolon belongs, which is rarely where the next word stands.
    if (is(TokenKind::kName) || is(TokenKind::kOpenParenthesis) || is(TokenKind::kCloseBrace) || is(TokenKind::kEnd)) {
      add(DiagnosticCode::kSyntax, {end, end}, fmt::format("expected ; but found {}", found())).fixes = {
          {"Insert ;", {{{end, end}, ";"}}}};
      return;
    }
    expected(";");
    skipToEndOfPointedTo();
  }

  TypePattern parsePattern() {
    TypePattern pattern;
    pattern.nameRange = next();
    pattern.name = source_.at(pattern.nameRange);
    pattern.range = pattern.nameRange;
    if (is(TokenKind::kPlus)) {
      const TextRange plus = next();
      pattern.subclasses = true;
      pattern.range.end = plus.end;
      if (pattern.name == "*") {
        add(DiagnosticCode::kSyntax, plus, "expected ; but found +: * stands for every type already").fixes = {
            {"Remove +", {{plus, ""}}}};
      }
    }
    while (is(TokenKind::kOpenBracket)) {
      const TextRange opening = next();
      if (!is(TokenKind::kCloseBracket)) {
        unclosed("]", opening);
        break;
      }
      pattern.range.end = next().end;
      ++pattern.dimensions;
    }
    if (is(TokenKind::kPlus) && pattern.dimensions > 0) {
      const TextRange plus = next();
      const uint32_t nameEnd = pattern.nameRange.end;
      add(DiagnosticCode::kSyntax, plus, "+ belongs behind the name, before the brackets").fixes = {
          {"Move + before the brackets", {{{nameEnd, nameEnd}, "+"}, {plus, ""}}}};
      pattern.subclasses = true;
      pattern.range.end = plus.end;
    }
    return pattern;
  }

  /// `HashMap<Key, Value>`: what is written in sources, but does not exist at run time.
  bool skipTypeArguments() {
    if (!is(TokenKind::kUnknown) || !source_.at(token().range).starts_with('<')) return false;
    const size_t first = at_;
    const uint32_t line = source_.lineOf(token().range.begin);
    size_t last = first;
    while (!is(TokenKind::kEnd) && !is(TokenKind::kSemicolon) && !is(TokenKind::kOpenBrace) &&
           source_.lineOf(token().range.begin) == line) {
      if (is(TokenKind::kUnknown) && source_.at(token().range).contains('>')) last = at_ + 1;
      next();
    }
    at_ = std::max(last, first + 1);
    const TextRange range = spanning(result_.tree.tokens[first].range, previous());
    add(DiagnosticCode::kSyntax, range, "type arguments do not exist at run time: write the type without them")
        .fixes = {{"Remove the type arguments", {{range, ""}}}};
    return true;
  }

  // ---- keywords

  /// The keyword that was meant, if two words stand where only a keyword can come before a type.
  std::string_view misspeltKeyword() const {
    if (!is(TokenKind::kName) || !is(TokenKind::kName, 1) || isWord(kHeadKeyword) || isWord(kNamespaceKeyword))
      return {};
    if (!is(TokenKind::kOpenBrace, endOfType(1))) return {};
    const std::string_view word = source_.at(token().range);
    if (word.contains('.')) return {};
    if (word == "package") return kNamespaceKeyword;
    const auto distance = [&](std::string_view keyword) {
      return static_cast<double>(editDistance(lowerCase(word), lowerCase(keyword))) /
             static_cast<double>(keyword.size());
    };
    constexpr double kMostOfAWord = 0.5;
    const std::string_view nearest =
        distance(kHeadKeyword) <= distance(kNamespaceKeyword) ? kHeadKeyword : kNamespaceKeyword;
    return distance(nearest) <= kMostOfAWord ? nearest : std::string_view();
  }

  void correct(std::string_view meant) {
    const TextRange range = token().range;
    add(DiagnosticCode::kMisspeltKeyword, range, fmt::format("expected {} but found {}", meant, found())).fixes = {
        {fmt::format("Write {}", meant), {{range, std::string(meant)}}}};
    if (meant == kHeadKeyword) correctedHead_ = at_;
  }

  // ---- going on after an error

  void skipWhatIsNoDescription(std::string_view wanted) {
    if (is(TokenKind::kCloseBrace)) {
      const TextRange brace = next();
      add(DiagnosticCode::kSyntax, brace, "this } closes nothing").fixes = {{"Remove it", {{brace, ""}}}};
      return;
    }
    expected(wanted);
    if (is(TokenKind::kOpenBrace)) {
      next();
      while (!is(TokenKind::kEnd) && !is(TokenKind::kCloseBrace) && !atDescription()) next();
      take(TokenKind::kCloseBrace);
      return;
    }
    while (!is(TokenKind::kEnd) && !is(TokenKind::kName) && !is(TokenKind::kCloseBrace)) next();
  }

  /// After a description without a body: to the next line's start, or where a block ends.
  void skipToStartOfItem() {
    while (!is(TokenKind::kEnd) && !is(TokenKind::kCloseBrace) && !startsLine()) next();
  }

  void skipToEndOfPointedTo() {
    while (!is(TokenKind::kEnd) && !is(TokenKind::kCloseBrace)) {
      if (take(TokenKind::kSemicolon)) return;
      next();
      if (startsLine() && (is(TokenKind::kName) || is(TokenKind::kOpenParenthesis))) return;
    }
  }

  const SourceText& source_;
  Parsed result_;
  size_t at_ = 0;
  size_t correctedHead_ = ~size_t{0};  // the token that was meant to be the keyword of a head
};

}  // namespace

Parsed parse(const SourceText& source) { return Parser(source).run(); }

std::string toString(const TypePattern& pattern) {
  std::string text = pattern.name;
  if (pattern.subclasses) text += '+';
  for (uint32_t i = 0; i < pattern.dimensions; ++i) text += "[]";
  return text;
}

}  // namespace heaptrail::dsl
