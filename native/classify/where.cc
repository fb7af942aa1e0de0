#include "classify/where.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"

namespace heaptrail {

namespace {

constexpr size_t kDeepestNesting = 200;
constexpr uint64_t kObjectsPerStep = uint64_t{1} << 16;

enum class Property { kType, kExtends, kPackage, kLength, kBytes, kAge, kSpace, kId };
enum class Comparison { kEqual, kUnequal, kLess, kAtMost, kMore, kAtLeast };

struct Condition {
  enum class Kind { kTest, kNot, kAnd, kOr };
  Kind kind = Kind::kTest;
  Property property = Property::kType;
  Comparison comparison = Comparison::kEqual;
  std::string_view text;
  uint64_t number = 0;
  std::vector<Condition> parts;
};

struct Token {
  enum class Kind { kWord, kComparison, kOpen, kClose, kEnd };
  Kind kind = Kind::kEnd;
  std::string_view text;
  size_t at = 0;
  bool quoted = false;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<Token> next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    const size_t from = at_;
    if (from == text_.size()) return Token{Token::Kind::kEnd, {}, from};
    const char c = text_[at_];
    if (c == '(' || c == ')') {
      ++at_;
      return Token{c == '(' ? Token::Kind::kOpen : Token::Kind::kClose, text_.substr(from, 1), from};
    }
    if (isComparison(c)) {
      while (at_ < text_.size() && isComparison(text_[at_])) ++at_;
      return Token{Token::Kind::kComparison, text_.substr(from, at_ - from), from};
    }
    if (c == '"' || c == '\'') {
      const size_t end = text_.find(c, from + 1);
      if (end == std::string_view::npos) {
        return usageError(fmt::format("in the condition, the quote at position {} is not closed", from + 1));
      }
      at_ = end + 1;
      return Token{Token::Kind::kWord, text_.substr(from + 1, end - from - 1), from, true};
    }
    while (at_ < text_.size() && !isComparison(text_[at_]) && text_[at_] != '(' && text_[at_] != ')' &&
           std::isspace(static_cast<unsigned char>(text_[at_])) == 0) {
      ++at_;
    }
    return Token{Token::Kind::kWord, text_.substr(from, at_ - from), from};
  }

 private:
  static bool isComparison(char c) { return c == '=' || c == '<' || c == '>' || c == '!'; }

  std::string_view text_;
  size_t at_ = 0;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : lexer_(text) {}

  Result<Condition> parse() {
    if (const Status read = advance(); !read) return std::unexpected(read.error());
    Result<Condition> condition = parseCondition(0);
    if (!condition) return condition;
    if (token_.kind != Token::Kind::kEnd) return expected("\"and\", \"or\" or the end");
    return condition;
  }

 private:
  Status advance() {
    Result<Token> token = lexer_.next();
    if (!token) return std::unexpected(token.error());
    token_ = *token;
    return {};
  }

  std::unexpected<Error> expected(std::string_view what) const {
    const std::string found = token_.kind == Token::Kind::kEnd ? "its end" : fmt::format("\"{}\"", token_.text);
    return usageError(
        fmt::format("in the condition, expected {} at position {}, found {}", what, token_.at + 1, found));
  }

  bool isWord(std::string_view word) const {
    return token_.kind == Token::Kind::kWord && !token_.quoted && token_.text == word;
  }

  Result<Condition> parseCondition(size_t depth) {
    return parseList(Condition::Kind::kOr, "or",
                     [&] { return parseList(Condition::Kind::kAnd, "and", [&] { return parseFactor(depth); }); });
  }

  template <typename ParsePart>
  Result<Condition> parseList(Condition::Kind kind, std::string_view word, ParsePart&& parsePart) {
    Result<Condition> first = parsePart();
    if (!first || !isWord(word)) return first;
    Condition list;
    list.kind = kind;
    list.parts.push_back(std::move(*first));
    while (isWord(word)) {
      if (const Status read = advance(); !read) return std::unexpected(read.error());
      Result<Condition> part = parsePart();
      if (!part) return part;
      list.parts.push_back(std::move(*part));
    }
    return list;
  }

  Result<Condition> parseFactor(size_t depth) {
    if (depth > kDeepestNesting) return usageError("the condition is nested too deeply");
    if (isWord("not")) {
      if (const Status read = advance(); !read) return std::unexpected(read.error());
      Result<Condition> part = parseFactor(depth + 1);
      if (!part) return part;
      Condition negation;
      negation.kind = Condition::Kind::kNot;
      negation.parts.push_back(std::move(*part));
      return negation;
    }
    if (token_.kind != Token::Kind::kOpen) return parseTest();
    if (const Status read = advance(); !read) return std::unexpected(read.error());
    Result<Condition> inside = parseCondition(depth + 1);
    if (!inside) return inside;
    if (token_.kind != Token::Kind::kClose) return expected("\")\"");
    if (const Status read = advance(); !read) return std::unexpected(read.error());
    return inside;
  }

  Result<Condition> parseTest() {
    static constexpr std::array<std::pair<std::string_view, Property>, 8> kProperties{{{"type", Property::kType},
                                                                                       {"extends", Property::kExtends},
                                                                                       {"package", Property::kPackage},
                                                                                       {"length", Property::kLength},
                                                                                       {"bytes", Property::kBytes},
                                                                                       {"age", Property::kAge},
                                                                                       {"space", Property::kSpace},
                                                                                       {"id", Property::kId}}};
    static constexpr std::array<std::pair<std::string_view, Comparison>, 6> kComparisons{
        {{"=", Comparison::kEqual},
         {"!=", Comparison::kUnequal},
         {"<", Comparison::kLess},
         {"<=", Comparison::kAtMost},
         {">", Comparison::kMore},
         {">=", Comparison::kAtLeast}}};
    Condition test;
    bool known = false;
    for (const auto& [word, property] : kProperties) {
      if (!isWord(word)) continue;
      test.property = property;
      known = true;
    }
    if (!known) return expected("type, extends, package, length, bytes, age, space, id, not or \"(\"");
    if (const Status read = advance(); !read) return std::unexpected(read.error());
    known = false;
    for (const auto& [word, comparison] : kComparisons) {
      if (token_.kind != Token::Kind::kComparison || token_.text != word) continue;
      test.comparison = comparison;
      known = true;
    }
    const bool isNumber =
        test.property == Property::kLength || test.property == Property::kBytes || test.property == Property::kAge;
    const bool isOrder = test.comparison != Comparison::kEqual && test.comparison != Comparison::kUnequal;
    if (!known || (isOrder && !isNumber)) return expected(isNumber ? "=, !=, <, <=, > or >=" : "= or !=");
    if (const Status read = advance(); !read) return std::unexpected(read.error());
    if (token_.kind != Token::Kind::kWord) return expected(isNumber ? "a number" : "a name or a pattern");
    test.text = token_.text;
    if (test.property == Property::kSpace) {
      const HeapSpace space = heapSpaceNamed(test.text);
      if (space == HeapSpace::kUnknown) return expected("eden, survivor or old");
      test.number = static_cast<uint64_t>(space);
    }
    if (isNumber || test.property == Property::kId) {
      const bool hexadecimal = test.text.starts_with("0x") || test.text.starts_with("0X");
      const std::string_view digits = hexadecimal ? test.text.substr(2) : test.text;
      const auto [end, problem] =
          std::from_chars(digits.data(), digits.data() + digits.size(), test.number, hexadecimal ? 16 : 10);
      if (problem != std::errc() || end != digits.data() + digits.size()) return expected("a whole number");
    }
    if (const Status read = advance(); !read) return std::unexpected(read.error());
    return test;
  }

  Lexer lexer_;
  Token token_;
};

bool inPackage(std::string_view type, std::string_view package) {
  return type.size() > package.size() && type.starts_with(package) && type[package.size()] == '.';
}

bool compare(uint64_t a, Comparison comparison, uint64_t b) {
  switch (comparison) {
    case Comparison::kEqual:
      return a == b;
    case Comparison::kUnequal:
      return a != b;
    case Comparison::kLess:
      return a < b;
    case Comparison::kAtMost:
      return a <= b;
    case Comparison::kMore:
      return a > b;
    case Comparison::kAtLeast:
      return a >= b;
  }
  return false;
}

/// Whether the heap tells what the condition asks for.
Status checkAgainst(const Heap& heap, const Condition& condition) {
  for (const Condition& part : condition.parts) {
    if (const Status checked = checkAgainst(heap, part); !checked) return checked;
  }
  if (condition.kind != Condition::Kind::kTest || heap.objectCount() == 0) return {};
  if (condition.property == Property::kAge && !heap.tellsAges()) {
    return usageError("the condition asks for \"age\", but the trace does not tell how old objects are");
  }
  if (condition.property == Property::kSpace && !heap.tellsSpaces()) {
    return usageError("the condition asks for \"space\", but the trace does not tell in which space objects lie");
  }
  return {};
}

/// A condition bound to a heap. Tests of types are answered once per type, and an id is looked up once.
class Bound {
 public:
  Bound(const Heap& heap, const Condition& condition) : heap_(heap), condition_(condition) {
    for (const Condition& part : condition.parts) parts_.emplace_back(heap, part);
    if (condition.kind != Condition::Kind::kTest) return;
    if (condition.property == Property::kId) withId_ = heap.find(ObjectId(condition.number));
    if (!isAboutType()) return;
    const auto& types = heap.symbols().types;
    for (uint32_t t = 0; t < types.size(); ++t) typeHolds_.push_back(holdsFor(TypeId(t)));
  }

  bool holds(ObjectIndex object) const {
    switch (condition_.kind) {
      case Condition::Kind::kNot:
        return !parts_[0].holds(object);
      case Condition::Kind::kAnd:
        for (const Bound& part : parts_) {
          if (!part.holds(object)) return false;
        }
        return true;
      case Condition::Kind::kOr:
        for (const Bound& part : parts_) {
          if (part.holds(object)) return true;
        }
        return false;
      case Condition::Kind::kTest:
        return holdsTest(object);
    }
    return false;
  }

 private:
  bool isAboutType() const {
    return condition_.property == Property::kType || condition_.property == Property::kExtends ||
           condition_.property == Property::kPackage;
  }

  bool holdsFor(TypeId type) const {
    bool holds = false;
    switch (condition_.property) {
      case Property::kType:
        holds = matchesWildcard(condition_.text, heap_.symbols()[type].name);
        break;
      case Property::kPackage:
        holds = inPackage(heap_.symbols()[type].name, condition_.text);
        break;
      default:
        for (TypeId t = type; t.exists() && !holds; t = heap_.symbols()[t].superclass) {
          holds = matchesWildcard(condition_.text, heap_.symbols()[t].name);
        }
    }
    return holds == (condition_.comparison == Comparison::kEqual);
  }

  bool holdsTest(ObjectIndex object) const {
    switch (condition_.property) {
      case Property::kLength: {
        const bool isArray = heap_.symbols()[heap_.typeOf(object)].shape != TypeShape::kInstance;
        return isArray && compare(heap_.lengthOf(object), condition_.comparison, condition_.number);
      }
      case Property::kBytes:
        return compare(heap_.shallowBytes(object), condition_.comparison, condition_.number);
      case Property::kAge: {
        const std::optional<uint32_t> age = heap_.ageOf(object);
        return age && compare(*age, condition_.comparison, condition_.number);
      }
      case Property::kSpace: {
        const HeapSpace space = heap_.spaceOf(object);
        return space != HeapSpace::kUnknown &&
               compare(static_cast<uint64_t>(space), condition_.comparison, condition_.number);
      }
      case Property::kId:
        return (object == withId_) == (condition_.comparison == Comparison::kEqual);
      default:
        return typeHolds_[heap_.typeOf(object).value()] != 0;
    }
  }

  const Heap& heap_;
  const Condition& condition_;
  std::vector<Bound> parts_;
  std::vector<uint8_t> typeHolds_;
  std::optional<ObjectIndex> withId_;
};

}  // namespace

Result<BitSet> findWhere(const Heap& heap, std::string_view condition, const BitSet& among, Progress& progress) {
  const Result<Condition> parsed = Parser(condition).parse();
  if (!parsed) return std::unexpected(parsed.error());
  if (const Status checked = checkAgainst(heap, *parsed); !checked) return std::unexpected(checked.error());
  const Bound bound(heap, *parsed);
  BitSet found(among.size());
  for (uint64_t from = 0; from < among.size(); from += kObjectsPerStep) {
    among.forEachIn(from, std::min(among.size(), from + kObjectsPerStep), [&](uint64_t i) {
      if (bound.holds(ObjectIndex(static_cast<uint32_t>(i)))) found.set(i);
    });
    if (!progress.advance(kObjectsPerStep)) return cancelledError();
  }
  return found;
}

Status checkCondition(std::string_view condition) {
  const Result<Condition> parsed = Parser(condition).parse();
  if (!parsed) return std::unexpected(parsed.error());
  return {};
}

}  // namespace heaptrail
