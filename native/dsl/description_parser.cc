#include "dsl/description_parser.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "dsl/edit_distance.h"

namespace heaptrail::dsl {

namespace {

/// Signs that other languages put between or behind the parts of a list.
bool separates(std::string_view sign) { return sign == "," || sign == ":" || sign == "|" || sign == "&"; }

}  // namespace

DescriptionParser::DescriptionParser(const SourceText& source) : PatternParser(source) {
  int open = 0;
  for (const Token& token : result_.tree.tokens) {
    if (token.kind == TokenKind::kOpenBrace) ++open;
    if (token.kind == TokenKind::kCloseBrace) --open;
    bracesArePaired_ = bracesArePaired_ && open >= 0;
  }
  bracesArePaired_ = bracesArePaired_ && open == 0;
}

bool DescriptionParser::atDescription() const {
  if ((isWord(kNamespaceKeyword) || isWord(kHeadKeyword)) && is(TokenKind::kName, 1)) {
    // `DS Foo;` is a pointed-to type that somebody took for a head here.
    const size_t end = endOfType(1);
    return !is(TokenKind::kSemicolon, end) && !is(TokenKind::kCloseParenthesis, end);
  }
  if (!is(TokenKind::kName)) return false;
  // A type and a brace; or a word, which must then be a misspelt keyword, a type and a brace.
  return is(TokenKind::kOpenBrace, endOfType(0)) ||
         (is(TokenKind::kName, 1) && is(TokenKind::kOpenBrace, endOfType(1)));
}

bool DescriptionParser::standsInside(uint32_t outer, size_t opening) const {
  const uint32_t begin = token().range.begin;
  if (source_.lineOf(begin) != source_.lineOf(outer)) {
    return startsLine() && indentOf(begin).size() > indentOf(outer).size();
  }
  // On one line: if its braces are in pairs, they are as they were meant.
  int open = 0;
  for (size_t i = opening; i < result_.tree.tokens.size(); ++i) {
    const Token& token = result_.tree.tokens[i];
    if (source_.lineOf(token.range.begin) != source_.lineOf(outer)) break;
    if (token.kind == TokenKind::kOpenBrace) ++open;
    if (token.kind == TokenKind::kCloseBrace) --open;
  }
  return open <= 0;
}

Fix DescriptionParser::insertClosingBrace(TextRange opening) const {
  const uint32_t end = previous().end;
  return {"Insert }", {{{end, end}, fmt::format("{}{}}}", source_.lineEnd(), indentOf(opening.begin))}}};
}

void DescriptionParser::correctKeyword(std::string_view keyword) {
  const TextRange range = token().range;
  correction_ = result_.diagnostics.size();
  add(DiagnosticCode::kMisspeltKeyword, range, fmt::format("expected {} but found {}", keyword, found())).fixes = {
      {fmt::format("Write {}", keyword), {{range, std::string(keyword)}}}};
  if (keyword == kHeadKeyword) correctedHead_ = at_;
}

// ---- up to the body

/// The keyword; false if no type follows.
bool DescriptionParser::parseHead(Description& description) {
  const bool keyword =
      isWord(kHeadKeyword) && (is(TokenKind::kOpenBrace, 1) || !is(TokenKind::kOpenBrace, endOfType(0)));
  if (correctedHead_ == at_ || keyword) description.head = next();
  if (!description.head) return true;
  if (isWord(kHeadKeyword) && is(TokenKind::kName, 1) && !startsLine(1)) {
    const TextRange again = next();
    syntax(again, fmt::format("{} stands here twice", kHeadKeyword)).fixes = {
        {"Remove one", {{{again.begin, token().range.begin}, ""}}}};
  }
  if (atPattern()) return true;
  expected("a type");
  return false;
}

void DescriptionParser::parseDescription(Block& block) {
  Description description;
  if (readDescription(block, description)) block.descriptions.push_back(std::move(description));
}

/// False if it has no type.
bool DescriptionParser::readDescription(Block& block, Description& description) {
  description.range = token().range;
  const bool hasType = parseHead(description);
  if (hasType) {
    description.type = parsePattern();
  } else {
    description.type.range = description.type.nameRange = {previous().end, previous().end};
    // Whatever stands there instead of a name.
    while (!startsLine() && !is(TokenKind::kOpenBrace) && !is(TokenKind::kCloseBrace) && !is(TokenKind::kEnd)) next();
  }
  description.body = {previous().end, previous().end};
  parseBodyOf(block, description);
  description.range.end = std::max(description.type.range.end, description.body.end);
  return hasType;
}

void DescriptionParser::parseBodyOf(Block& block, Description& description) {
  if (is(TokenKind::kOpenBrace)) {
    parseBody(block, description, next());
    return;
  }
  const bool otherBracket = (is(TokenKind::kOpenBracket) || is(TokenKind::kOpenParenthesis)) && startsLine(1);
  if (otherBracket) {
    expected("{").fixes = {{"Write {", {{token().range, "{"}}}};
    parseBody(block, description, next());
    return;
  }
  size_t ahead = 0;
  if (!startsLine() && comesOnLine(TokenKind::kOpenBrace, ahead)) {
    // All that stands between the type and its body is one mistake.
    const TextRange range = spanning(token().range, token(ahead - 1).range);
    const bool extends = isWord("extends") || isWord("implements");
    Diagnostic& diagnostic = syntax(range, fmt::format("expected {{ but found {}", found()));
    if (extends) diagnostic.message += ": subclasses are taken in with + behind the superclass";
    if (word() == ",") {
      diagnostic.message += ": each type has a description of its own";
    } else {
      diagnostic.fixes = {{"Remove it", {{{previous().end, token(ahead).range.begin}, " "}}}};
    }
    at_ += ahead;
    parseBody(block, description, next());
    return;
  }
  reportMissingBrace(block, description);
}

void DescriptionParser::reportMissingBrace(Block& block, Description& description) {
  const TextRange end = {previous().end, previous().end};
  const size_t typeEnd = endOfType(0);
  const bool bodyFollows = startsLine() && !atDescription() &&
                           (is(TokenKind::kOpenParenthesis) || (typeEnd > 0 && is(TokenKind::kSemicolon, typeEnd)));
  if (endsInComment()) return;
  Diagnostic& diagnostic = expected("{");
  if (bodyFollows) {
    diagnostic.fixes = {{"Insert {", {{end, " {"}}}};
    parseBody(block, description, end);
    return;
  }
  if (is(TokenKind::kSemicolon)) {
    diagnostic.fixes = {{"Write { }", {{token().range, " { }"}}}};
    next();
    return;
  }
  if (startsLine() || is(TokenKind::kEnd) || is(TokenKind::kCloseBrace)) {
    diagnostic.fixes = {{"Insert { }", {{end, " { }"}}}};
  }
  while (!is(TokenKind::kEnd) && !is(TokenKind::kCloseBrace) && !startsLine()) next();
}

// ---- the body

void DescriptionParser::parseBody(Block& block, Description& description, TextRange opening) {
  const size_t openingToken = at_ == 0 ? 0 : at_ - 1;
  for (;;) {
    if (take(TokenKind::kCloseBrace)) break;
    const bool begins = atDescription() && !atTypeWithoutSemicolon();
    if (begins && bodyGoesOnWith(description, openingToken)) {
      if (isWord(kNamespaceKeyword) && is(TokenKind::kName, 1)) {
        syntax(token().range, "a namespace cannot stand in a description");
        at_ += 2;
        // Its descriptions are read as if they stood here, and its braces as a pair.
        if (take(TokenKind::kOpenBrace)) {
          while (is(TokenKind::kName) && !is(TokenKind::kEnd)) parseDescription(block);
          take(TokenKind::kCloseBrace);
        }
        continue;
      }
      parseInside(block, description);
      continue;
    }
    if (is(TokenKind::kEnd) || begins) {
      if (!endsInComment()) unclosed("}", opening).fixes = {insertClosingBrace(opening)};
      break;
    }
    const bool closesAnotherBracket = (is(TokenKind::kCloseBracket) || is(TokenKind::kCloseParenthesis)) &&
                                      startsLine() && source_.at(opening) != "{";
    if (closesAnotherBracket) {
      const TextRange closing = token().range;
      syntax(closing, fmt::format("expected }} but found {}", found())).fixes = {{"Write }", {{closing, "}"}}}};
      next();
      break;
    }
    if (is(TokenKind::kOpenParenthesis) || atPattern()) {
      parsePointedTo(description);
    } else {
      Diagnostic& diagnostic = expected("a type, ( or }");
      if (is(TokenKind::kSemicolon)) diagnostic.fixes = {{"Remove it", {{token().range, ""}}}};
      skipToEndOfPointedTo();
    }
  }
  description.body = {opening.begin, previous().end};
}

/// Whether a type is pointed to here and lacks its semicolon, and what follows on the next line is a description.
bool DescriptionParser::atTypeWithoutSemicolon() const {
  return !isWord(kHeadKeyword) && !isWord(kNamespaceKeyword) && is(TokenKind::kName, 1) && startsLine(1);
}

/// Whether the description that begins here stands in this one's body, and no closing brace is missing before it.
bool DescriptionParser::bodyGoesOnWith(const Description& description, size_t openingToken) const {
  const bool mayStandHere = description.head && !isWord(kHeadKeyword) && bracesArePaired_;
  return mayStandHere || standsInside(description.range.begin, openingToken);
}

/// A part that is described inside a head. What cannot stand there is read as if it stood behind.
void DescriptionParser::parseInside(Block& block, Description& description) {
  const TextRange begin = token().range;
  if (!description.head) {
    syntax(begin, "a description can stand inside a head, but not inside an inner part: put it behind this one");
    parseDescription(block);
    return;
  }
  Description inside;
  if (!readDescription(block, inside)) return;
  if (!inside.head) {
    description.inside.push_back(std::move(inside));
    return;
  }
  syntax(begin, "a head cannot stand inside another: put it behind this one");
  block.descriptions.push_back(std::move(inside));
}

void DescriptionParser::parsePointedTo(Description& description) {
  PointedTo pointedTo;
  const uint32_t begin = token().range.begin;
  if (is(TokenKind::kName) && is(TokenKind::kUnknown, 1) && word(1) == ":") {
    parseField(pointedTo);
    if (!is(TokenKind::kOpenParenthesis) && !atPattern()) {
      expected("a type or (");
      if (!endsInComment() && !is(TokenKind::kCloseBrace)) skipToEndOfPointedTo();
      return;
    }
  }
  const size_t before = description.pointedTo.size();
  if (is(TokenKind::kOpenParenthesis)) {
    parseLeaf(description, std::move(pointedTo));
  } else {
    parseInner(description, std::move(pointedTo));
  }
  if (description.pointedTo.size() > before) description.pointedTo[before].range.begin = begin;
}

/// `table:`
void DescriptionParser::parseField(PointedTo& pointedTo) {
  const TextRange range = next();
  const std::string name(source_.at(range));
  next();
  if (name.find_first_of(".*/-") != std::string::npos) {
    syntax(range, fmt::format("{} is no name of a field", name)).fixes = {
        {"Remove it", {{{range.begin, token().range.begin}, ""}}}};
    return;
  }
  pointedTo.field = NamedField{name, range};
}

/// `as key`
void DescriptionParser::parseRole(PointedTo& pointedTo) {
  if (!isWord(kRoleKeyword)) return;
  const TextRange keyword = next();
  std::string all;
  for (const RoleWord& role : kRoleWords) {
    all += all.empty() ? "" : &role == &kRoleWords.back() ? " or " : ", ";
    all += role.word;
  }
  if (!is(TokenKind::kName) || startsLine()) {
    syntax({keyword.begin, keyword.end}, fmt::format("expected {} behind {}", all, kRoleKeyword));
    return;
  }
  const TextRange range = next();
  pointedTo.asRange = keyword;
  pointedTo.roleRange = range;
  pointedTo.role = roleNamed(source_.at(range));
  if (pointedTo.role) return;
  const std::string written = lowerCase(source_.at(range));
  const RoleWord& nearest =
      *std::ranges::min_element(kRoleWords, {}, [&](const RoleWord& role) { return editDistance(written, role.word); });
  Diagnostic& diagnostic = syntax(range, fmt::format("expected {} but found {}", all, source_.at(range)));
  if (editDistance(written, nearest.word) * 2 <= nearest.word.size()) {
    diagnostic.fixes = {{fmt::format("Write {}", nearest.word), {{range, std::string(nearest.word)}}}};
  }
}

void DescriptionParser::addPointedTo(Description& description, PointedTo pointedTo) {
  if (pointedTo.role != Role::kSize) {
    description.pointedTo.push_back(std::move(pointedTo));
    return;
  }
  if (!pointedTo.field) {
    syntax(pointedTo.pattern.range, "the size is a field: expected its name and : before this");
  }
  description.sizes.push_back(std::move(pointedTo));
}

void DescriptionParser::parseInner(Description& description, PointedTo pointedTo) {
  if (isWord(kHeadKeyword) && is(TokenKind::kName, 1) && !startsLine(1)) {
    const TextRange keyword = next();
    syntax(keyword, fmt::format("{} marks a head where it is described, not where it is pointed to", kHeadKeyword))
        .fixes = {{fmt::format("Remove {}", kHeadKeyword), {{{keyword.begin, token().range.begin}, ""}}}};
  }
  const TypePattern pattern = parsePattern();
  pointedTo.pattern = pattern;
  pointedTo.range = pattern.range;
  if (is(TokenKind::kCloseParenthesis)) {
    const TextRange closing = next();
    const uint32_t begin = pattern.range.begin;
    syntax(closing, "this ) closes nothing").fixes = {{"Insert (", {{{begin, begin}, "("}}},
                                                      {"Remove it", {{closing, ""}}}};
    pointedTo.leaf = true;
  }
  endPointedTo(pointedTo);
  addPointedTo(description, std::move(pointedTo));
}

void DescriptionParser::parseLeaf(Description& description, PointedTo pointedTo) {
  const TextRange opening = next();
  pointedTo.leaf = true;
  pointedTo.range = opening;
  size_t extra = 0;
  const size_t firstExtra = result_.diagnostics.size();
  while (is(TokenKind::kOpenParenthesis) && !startsLine()) {
    const TextRange again = next();
    Diagnostic& diagnostic = syntax(again, "a leaf has one pair of parentheses");
    diagnostic.fixes = {{"Remove one", {{again, ""}}}};
    ++extra;
  }
  std::vector<PointedTo> more;
  // On the next line it stands only if it belongs to this parenthesis.
  const bool named = atPattern() && (!startsLine() || is(TokenKind::kCloseParenthesis, endOfType(0)));
  if (named) {
    pointedTo.pattern = parsePattern();
    closeLeaf(pointedTo, more, firstExtra, extra);
  } else {
    expected("a type");
    skipToEndOfPointedTo();
    return;
  }
  pointedTo.range.end = previous().end;
  addPointedTo(description, std::move(pointedTo));
  for (PointedTo& other : more) description.pointedTo.push_back(std::move(other));
}

/// `(A, B)` and `(A; B)`: each type should have parentheses of its own.
bool DescriptionParser::parseMoreTypes(PointedTo& pointedTo, std::vector<PointedTo>& more) {
  const bool comma = is(TokenKind::kUnknown) && separates(word());
  const size_t typeEnd = endOfType(1);
  const bool semicolon =
      is(TokenKind::kSemicolon) && typeEnd > 1 && !startsLine(1) && is(TokenKind::kCloseParenthesis, typeEnd);
  if ((!comma && !semicolon) || !is(TokenKind::kName, 1)) return false;
  const TextRange sign = token().range;
  syntax(sign, fmt::format("expected ) but found {}: each leaf has parentheses of its own", found())).fixes = {
      {"Write ); (", {{{sign.begin, token(1).range.begin}, "); ("}}}};
  next();
  PointedTo other = pointedTo;
  other.pattern = parsePattern();
  other.range = other.pattern.range;
  more.push_back(std::move(other));
  return true;
}

void DescriptionParser::closeLeaf(PointedTo& pointedTo, std::vector<PointedTo>& more, size_t firstExtra, size_t extra) {
  while (parseMoreTypes(pointedTo, more)) {
  }
  const uint32_t end = previous().end;
  size_t ahead = 0;
  if (is(TokenKind::kSemicolon) && is(TokenKind::kCloseParenthesis, 1) && !startsLine(1)) {
    // `(A;);`, and `(A;)` where that was meant to be all.
    const TextRange inside = next();
    const TextRange closing = next();
    Diagnostic& diagnostic = syntax(inside, "the ; belongs behind the )");
    if (take(TokenKind::kSemicolon)) {
      diagnostic.fixes = {{"Remove it", {{inside, ""}}}};
    } else {
      diagnostic.fixes = {{"Write );", {{inside, ""}, {{closing.end, closing.end}, ";"}}}};
    }
    return;
  }
  if (!is(TokenKind::kCloseParenthesis) && !startsLine() && comesOnLine(TokenKind::kCloseParenthesis, ahead)) {
    const TextRange junk = spanning(token().range, token(ahead - 1).range);
    Diagnostic& diagnostic = syntax(junk, fmt::format("expected ) but found {}", found()));
    diagnostic.fixes = {{"Remove it", {{{end, token(ahead).range.begin}, ""}}}};
    if (atFieldName()) {
      const std::string field(word());
      const uint32_t begin = pointedTo.range.begin;
      diagnostic.message += ": the name of a field and : stand before its type";
      if (!pointedTo.field) diagnostic.fixes[0].title = fmt::format("Write {}: before it", field);
      if (!pointedTo.field) diagnostic.fixes[0].edits.push_back({{begin, begin}, field + ": "});
    }
    if (isUnknown("?")) {
      diagnostic.message += ": the only wildcard is *";
      diagnostic.fixes = {{"Write *", {{{junk.begin, junk.begin + 1}, "*"}}}};
    }
    at_ += ahead;
  }
  if (take(TokenKind::kCloseParenthesis)) {
    for (; extra > 0 && is(TokenKind::kCloseParenthesis); --extra) {
      const TextRange closing = next();
      // One fix with the parenthesis that opened it.
      result_.diagnostics[firstExtra + extra - 1].fixes[0].edits.push_back({closing, ""});
    }
    endPointedTo(pointedTo);
    return;
  }
  if (endsInComment()) return;
  const bool ended = is(TokenKind::kSemicolon);
  unclosed(")", {pointedTo.range.begin, pointedTo.range.begin + 1}).fixes = {
      {ended ? "Insert )" : "Insert );", {{{end, end}, ended ? ")" : ");"}}}};
  if (!take(TokenKind::kSemicolon) && !startsLine() && !is(TokenKind::kCloseBrace)) skipToEndOfPointedTo();
}

/// `Node[] table;`, as fields are declared.
bool DescriptionParser::atFieldName() const {
  if (!is(TokenKind::kName) || startsLine()) return false;
  const std::string_view name = word();
  const bool ends = is(TokenKind::kSemicolon, 1) || is(TokenKind::kCloseParenthesis, 1);
  return ends && name[0] >= 'a' && name[0] <= 'z' && name.find_first_of(".$*/-") == std::string_view::npos;
}

void DescriptionParser::endPointedTo(PointedTo& pointedTo) {
  parseRole(pointedTo);
  if (is(TokenKind::kSemicolon)) {
    pointedTo.range.end = next().end;
    return;
  }
  if (endsInComment()) return;
  const TextRange end = {previous().end, previous().end};
  if (is(TokenKind::kUnknown) && separates(word())) {
    const TextRange sign = token().range;
    expected(";").fixes = {{"Write ;", {{sign, ";"}}}};
    next();
    return;
  }
  if (atFieldName()) {
    const std::string field(word());
    const uint32_t begin = pointedTo.range.begin;
    Diagnostic& diagnostic =
        syntax(token().range,
               fmt::format("expected ; but found {}: the name of a field and : stand before its type", found()));
    diagnostic.fixes = {{"Remove it", {{{end.begin, token().range.end}, ""}}}};
    if (!pointedTo.field) diagnostic.fixes[0].title = fmt::format("Write {}: before it", field);
    if (!pointedTo.field) diagnostic.fixes[0].edits.push_back({{begin, begin}, field + ": "});
    next();
    take(TokenKind::kSemicolon);
    return;
  }
  const bool goesOn = is(TokenKind::kName) || is(TokenKind::kOpenParenthesis) || is(TokenKind::kCloseBrace) ||
                      is(TokenKind::kEnd) || startsLine();
  if (goesOn) {
    // Said where the semicolon belongs, which is rarely where the next word stands.
    syntax(end, fmt::format("expected ; but found {}", found())).fixes = {{"Insert ;", {{end, ";"}}}};
    return;
  }
  expected(";");
  if (isUnknown("?")) result_.diagnostics.back().message += ": the only wildcard is *";
  skipToEndOfPointedTo();
}

void DescriptionParser::skipToEndOfPointedTo() {
  while (!is(TokenKind::kEnd) && !is(TokenKind::kCloseBrace)) {
    if (take(TokenKind::kSemicolon)) return;
    next();
    if (startsLine() && (is(TokenKind::kName) || is(TokenKind::kOpenParenthesis))) return;
  }
}

}  // namespace heaptrail::dsl
