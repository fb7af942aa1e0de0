#include "classify/condition_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "base/try.h"
#include "classify/decimal_number.h"
#include "classify/property_list.h"
#include "classify/tokens.h"
#include "text/words.h"

namespace heaptrail {

namespace {

constexpr size_t kMaxConditionDepth = 200;

constexpr std::array<std::pair<std::string_view, Comparison>, 6> kComparisons{{{"=", Comparison::kEqual},
                                                                               {"!=", Comparison::kUnequal},
                                                                               {"<", Comparison::kLess},
                                                                               {"<=", Comparison::kAtMost},
                                                                               {">", Comparison::kMore},
                                                                               {">=", Comparison::kAtLeast}}};

bool isOrder(Comparison comparison) { return comparison != Comparison::kEqual && comparison != Comparison::kUnequal; }

std::string_view whatIsExpected(Operand operand) {
  switch (operand) {
    case Operand::kNumber:
      return "a number";
    case Operand::kPoint:
      return "a point";
    default:
      return "a name or a pattern";
  }
}

class ConditionParser {
 public:
  explicit ConditionParser(std::string_view text) : tokens_(text, "condition", {.single = "()", .joined = "=<>!"}) {}

  Result<Condition> parse() {
    TRY(tokens_.advance());
    Condition condition = TRY(parseAlternatives(0));
    if (token().kind != Token::Kind::kEnd) return tokens_.expected("\"and\", \"or\" or the end");
    return condition;
  }

 private:
  const Token& token() const { return tokens_.token(); }

  Result<Condition> parseAlternatives(size_t depth) {
    return parseParts(Condition::Kind::kOr, "or",
                      [&] { return parseParts(Condition::Kind::kAnd, "and", [&] { return parseFactor(depth); }); });
  }

  template <typename ParsePart>
  Result<Condition> parseParts(Condition::Kind kind, std::string_view word, ParsePart&& parsePart) {
    Result<Condition> first = parsePart();
    if (!first || !token().isWord(word)) return first;
    Condition list;
    list.kind = kind;
    list.parts.push_back(std::move(*first));
    while (token().isWord(word)) {
      TRY(tokens_.advance());
      Condition part = TRY(parsePart());
      list.parts.push_back(std::move(part));
    }
    return list;
  }

  Result<Condition> parseFactor(size_t depth) {
    if (depth > kMaxConditionDepth) return usageError("the condition is nested too deeply");
    if (token().isWord("not")) {
      TRY(tokens_.advance());
      Condition part = TRY(parseFactor(depth + 1));
      Condition negation;
      negation.kind = Condition::Kind::kNot;
      negation.parts.push_back(std::move(part));
      return negation;
    }
    if (!token().isSign("(")) return parseTest();
    TRY(tokens_.advance());
    Condition inside = TRY(parseAlternatives(depth + 1));
    if (!token().isSign(")")) return tokens_.expected("\")\"");
    TRY(tokens_.advance());
    return inside;
  }

  Result<Condition> parseTest() {
    Condition test;
    const bool isName = token().kind == Token::Kind::kWord && !token().quoted;
    test.property = isName ? propertyNamed(token().text) : nullptr;
    if (test.property == nullptr || test.property->operand() == Operand::kNoCondition) {
      std::vector<std::string> words = namesInConditions();
      words.emplace_back("not");
      const auto wrong = tokens_.expected(fmt::format("{} or \"(\"", fmt::join(words, ", ")));
      if (!isName) return wrong;
      std::optional<FieldCondition> field = fieldPath(token().text);
      TRY(tokens_.advance());
      const bool isCompared =
          token().kind == Token::Kind::kSign ? !token().isSign("(") && !token().isSign(")") : token().isWord("matches");
      if (!field || !isCompared) return wrong;
      field->mistake = wrong.error().message;
      test.field = std::move(field);
      TRY(readFieldTest(*test.field));
      return test;
    }
    TRY(tokens_.advance());
    if (test.property->operand() == Operand::kNothing) return test;
    TRY(readComparison(test));
    TRY(readOperand(test));
    return test;
  }

  /// `user.name`; with `this.` before it, also of a field that is called like a property.
  static std::optional<FieldCondition> fieldPath(std::string_view text) {
    FieldCondition field;
    field.text = text;
    for (std::string_view rest = text;;) {
      const size_t dot = rest.find('.');
      field.names.push_back(rest.substr(0, dot));
      if (field.names.back().empty()) return std::nullopt;
      if (dot == std::string_view::npos) break;
      rest.remove_prefix(dot + 1);
    }
    if (field.names[0] == "this" && field.names.size() > 1) field.names.erase(field.names.begin());
    return field;
  }

  Status readFieldTest(FieldCondition& field) {
    if (token().isWord("matches")) {
      field.comparison = FieldComparison::kMatches;
    } else {
      const auto* const known =
          std::ranges::find(kComparisons, token().text, [](const auto& entry) { return entry.first; });
      if (known == kComparisons.end()) return tokens_.expected("=, !=, <, <=, >, >= or matches");
      field.comparison = static_cast<FieldComparison>(known->second);
    }
    TRY(tokens_.advance());
    const bool isOrdered = field.comparison != FieldComparison::kEqual &&
                           field.comparison != FieldComparison::kUnequal &&
                           field.comparison != FieldComparison::kMatches;
    const bool isWord = token().kind == Token::Kind::kWord;
    if (isOrdered && (!isWord || token().quoted || !DecimalNumber::of(token().text)))
      return tokens_.expected("a number");
    if (!isWord) return tokens_.expected("a number, a text, true, false or null");
    field.operand = token().text;
    field.quoted = token().quoted;
    return tokens_.advance();
  }

  Status readComparison(Condition& test) {
    const bool isNumber = test.property->operand() == Operand::kNumber;
    const auto* const known =
        std::ranges::find(kComparisons, token().text, [](const auto& entry) { return entry.first; });
    if (token().kind != Token::Kind::kSign || known == kComparisons.end() || (isOrder(known->second) && !isNumber)) {
      return tokens_.expected(isNumber ? "=, !=, <, <=, > or >=" : "= or !=");
    }
    test.compared.comparison = known->second;
    return tokens_.advance();
  }

  Status readOperand(Condition& test) {
    const Operand operand = test.property->operand();
    if (token().kind != Token::Kind::kWord) return tokens_.expected(whatIsExpected(operand));
    const std::string_view text = token().text;
    test.compared.text = text;
    if (operand == Operand::kWord) {
      const std::vector<std::string_view> words = test.property->words();
      if (std::ranges::find(words, text) == words.end())
        return tokens_.expected(alternatives({words.begin(), words.end()}));
    }
    if (operand == Operand::kNumber || operand == Operand::kId) {
      const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
      const std::string_view digits = hexadecimal ? text.substr(2) : text;
      const auto [end, problem] =
          std::from_chars(digits.data(), digits.data() + digits.size(), test.compared.number, hexadecimal ? 16 : 10);
      if (problem != std::errc() || end != digits.data() + digits.size()) return tokens_.expected("a whole number");
    }
    return tokens_.advance();
  }

  TokenReader tokens_;
};

}  // namespace

Result<Condition> parseCondition(std::string_view text) { return ConditionParser(text).parse(); }

}  // namespace heaptrail
