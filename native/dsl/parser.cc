// A recursive descent parser that always goes on: after an error it skips to where something it knows begins, so that
// all mistakes in a file are said at once, and each once. This part reads namespaces and what stands between them.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "dsl/description_parser.h"
#include "dsl/edit_distance.h"

namespace heaptrail::dsl {

namespace {

class Parser : private DescriptionParser {
 public:
  explicit Parser(const SourceText& source) : DescriptionParser(source) {}

  Parsed run() {
    while (!is(TokenKind::kEnd)) parseInFile();
    for (const Comment& comment : result_.tree.comments) {
      if (!comment.closed) {
        syntax({comment.range.begin, comment.range.begin + 2}, "this comment is not closed: expected */");
      }
    }
    sortByPlace(result_.diagnostics);
    return std::move(result_);
  }

 private:
  // Blocks are made as they end, but descriptions outside of namespaces may come at any time.
  Block& outside() {
    if (result_.tree.blocks.empty() || result_.tree.blocks.back().isNamespace()) result_.tree.blocks.emplace_back();
    return result_.tree.blocks.back();
  }

  void parseInFile() {
    if (!is(TokenKind::kName)) return skipWhatIsNoDescription("a description or namespace");
    if (isWord("import") && is(TokenKind::kName, 1)) return skipImport();
    correctKeywordHere();
    if (atNamespace()) {
      parseNamespace();
    } else {
      parseDescription(outside());
    }
  }

  // ---- keywords

  bool atNamespace() const {
    if (namespaceHere_ == at_) return true;
    if (!isWord(kNamespaceKeyword)) return false;
    if (!is(TokenKind::kOpenBrace, endOfType(0))) return true;
    // A class may be called so. But if descriptions follow, only the package's name is missing.
    return is(TokenKind::kName, 2) && (isWord(kHeadKeyword, 2) || is(TokenKind::kOpenBrace, endOfType(2)));
  }

  /// If two words stand where only a keyword can come before a type, the first one should be one.
  void correctKeywordHere() {
    if (!is(TokenKind::kName) || !is(TokenKind::kName, 1) || isWord(kHeadKeyword) || isWord(kNamespaceKeyword)) return;
    const size_t end = endOfType(1);
    const bool isPackage = isWord("package") || lowerCase(word()) == kNamespaceKeyword;
    if (!is(TokenKind::kOpenBrace, end) && !(isPackage && is(TokenKind::kSemicolon, end))) return;
    const std::string_view meant = isPackage ? kNamespaceKeyword : nearestKeyword();
    if (!meant.empty()) {
      correctKeyword(meant);
      if (meant == kNamespaceKeyword) namespaceHere_ = at_;
      return;
    }
    const TextRange range = token().range;
    syntax(range, fmt::format("expected {} but found {}", kHeadKeyword, found())).fixes = {
        {fmt::format("Write {}", kHeadKeyword), {{range, std::string(kHeadKeyword)}}},
        {"Remove it", {{{range.begin, token(1).range.begin}, ""}}}};
    correctedHead_ = at_;
  }

  std::string_view nearestKeyword() const {
    constexpr double kMostOfAWord = 0.5;
    const auto distance = [&](std::string_view keyword) {
      return static_cast<double>(editDistance(lowerCase(word()), lowerCase(keyword), keyword.size())) /
             static_cast<double>(keyword.size());
    };
    const std::string_view nearest =
        distance(kHeadKeyword) <= distance(kNamespaceKeyword) ? kHeadKeyword : kNamespaceKeyword;
    return distance(nearest) <= kMostOfAWord ? nearest : std::string_view();
  }

  // ---- namespaces

  void parseNamespace() {
    Block block;
    const bool corrected = namespaceHere_ == at_;
    block.range = next();
    if (is(TokenKind::kName) && (!startsLine() || is(TokenKind::kOpenBrace, 1))) {
      block.nameRange = next();
      block.package = source_.at(block.nameRange);
      if (block.package.contains('*'))
        syntax(block.nameRange, "a namespace is one package: * cannot stand in its name");
    } else {
      expected("the name of a package");
      block.nameRange = {previous().end, previous().end};
    }
    const uint32_t begin = block.range.begin;
    TextRange opening = {previous().end, previous().end};
    bool closes = true;  // whether a brace must end it
    if (is(TokenKind::kOpenBrace)) {
      opening = next();
    } else if (is(TokenKind::kSemicolon)) {
      // As in Java, for the rest of the file.
      closes = false;
      const auto end = static_cast<uint32_t>(source_.text().size());
      std::vector<TextEdit> braces = {{token().range, " {"}, {{end, end}, fmt::format("}}{}", source_.lineEnd())}};
      if (corrected) {
        // `package java.util;` is one mistake.
        Diagnostic& diagnostic = result_.diagnostics[correction_];
        diagnostic.message += ", with braces around what belongs to it";
        std::ranges::move(braces, std::back_inserter(diagnostic.fixes[0].edits));
      } else {
        syntax(token().range, "expected { but found ;: braces enclose what belongs to a namespace").fixes = {
            {"Enclose the rest of the file", std::move(braces)}};
      }
      next();
    } else if (!endsInComment()) {
      expected("{").fixes = {{"Insert {", {{opening, " {"}}}};
    }
    parseInNamespace(block, begin, opening, closes);
    block.body = {opening.begin, previous().end};
    block.range.end = previous().end;
    result_.tree.blocks.push_back(std::move(block));
  }

  void parseInNamespace(Block& block, uint32_t begin, TextRange opening, bool closes) {
    const size_t openingToken = at_ == 0 ? 0 : at_ - 1;
    for (;;) {
      if (closes && take(TokenKind::kCloseBrace)) return;
      if (is(TokenKind::kEnd)) break;
      if (!is(TokenKind::kName)) {
        skipWhatIsNoDescription(closes ? "a description or }" : "a description");
        continue;
      }
      correctKeywordHere();
      if (!atNamespace()) {
        parseDescription(block);
        continue;
      }
      if (!closes || !standsInside(begin, openingToken)) break;
      syntax(token().range, "a namespace cannot stand in another: write its whole name, and put it behind this one");
      parseNamespace();
    }
    if (closes && !endsInComment()) unclosed("}", opening).fixes = {insertClosingBrace(opening)};
  }

  // ---- what does not belong here

  void skipImport() {
    const TextRange begin = next();
    while (!startsLine() && !is(TokenKind::kEnd) && !is(TokenKind::kOpenBrace)) {
      if (take(TokenKind::kSemicolon)) break;
      next();
    }
    syntax(spanning(begin, previous()), "there are no imports: names are written with their packages").fixes = {
        {"Remove it", {{spanning(begin, previous()), ""}}}};
  }

  void skipWhatIsNoDescription(std::string_view wanted) {
    const TextRange range = token().range;
    const auto remove = [&](TextRange what) { return std::vector<Fix>{{"Remove it", {{what, ""}}}}; };
    if (is(TokenKind::kCloseBrace)) {
      syntax(range, "this } closes nothing").fixes = remove(range);
      next();
    } else if (is(TokenKind::kSemicolon)) {
      syntax(range, fmt::format("expected {} but found ;", wanted)).fixes = remove(range);
      next();
    } else if (isUnknown("#")) {
      syntax(range, "comments begin with //").fixes = {{"Write //", {{{range.begin, range.begin + 1}, "//"}}}};
      do next();
      while (!startsLine() && !is(TokenKind::kEnd));
    } else if (isUnknown("*/")) {
      syntax(range, "this */ closes no comment").fixes = remove({range.begin, range.begin + 2});
      next();
    } else {
      syntax(range, fmt::format("expected {} but found {}", wanted, found()));
      skipToDescription();
    }
  }

  void skipToDescription() {
    if (take(TokenKind::kOpenBrace)) {
      while (!is(TokenKind::kEnd) && !is(TokenKind::kCloseBrace) && !atDescription()) next();
      take(TokenKind::kCloseBrace);
      return;
    }
    do next();
    while (!is(TokenKind::kEnd) && !is(TokenKind::kCloseBrace) && !(startsLine() && is(TokenKind::kName)) &&
           !atDescription());
  }

  size_t namespaceHere_ = ~size_t{0};  // the token that was meant to be the keyword of a namespace
};

}  // namespace

Parsed parse(const SourceText& source) { return Parser(source).run(); }

}  // namespace heaptrail::dsl
