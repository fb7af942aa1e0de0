#include "classify/grouping.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/try.h"
#include "classify/property_list.h"
#include "classify/tokens.h"
#include "text/words.h"

namespace heaptrail {

namespace {

constexpr size_t kMaxSteps = 32;
constexpr size_t kMaxGroupingDepth = 8;

class GroupingParser {
 public:
  explicit GroupingParser(std::string_view text) : tokens_(text, "grouping", {.single = ",()[]", .joined = {}}) {}

  Result<Grouping> parse() {
    TRY(tokens_.advance());
    TRY(readSteps(0));
    if (token().kind != Token::Kind::kEnd) return tokens_.expected("\",\" or the end");
    if (grouping_.steps.back().property->inGroupings() == InGroupings::kLeadsOn) {
      TRY(add({propertyNamed("type"), {}, 0}));
    }
    return std::move(grouping_);
  }

 private:
  const Token& token() const { return tokens_.token(); }

  Status readSteps(size_t depth) {
    if (depth > kMaxGroupingDepth) return usageError("the grouping is nested too deeply");
    TRY(readStep(depth));
    while (token().isSign(",")) {
      TRY(tokens_.advance());
      TRY(readStep(depth));
    }
    return {};
  }

  Status readStep(size_t depth) {
    const bool isName = token().kind == Token::Kind::kWord && !token().quoted;
    const Property* property = isName ? propertyNamed(token().text) : nullptr;
    if (property == nullptr || property->inGroupings() == InGroupings::kNothing) {
      return tokens_.expected(alternatives(namesInGroupings()));
    }
    TRY(tokens_.advance());
    GroupingStep step{property, {}, 0};
    if (token().isSign("(")) {
      TRY(readOptions(step));
    }
    TRY(add(std::move(step)));
    if (!token().isSign("[")) return {};
    if (property->inGroupings() != InGroupings::kLeadsOn) {
      return tokens_.expected(
          fmt::format("no brackets behind \"{}\", which leads to no other objects,", property->name()));
    }
    TRY(tokens_.advance());
    TRY(readSteps(depth + 1));
    if (!token().isSign("]")) return tokens_.expected("\",\" or \"]\"");
    return tokens_.advance();
  }

  Status add(GroupingStep step) {
    if (grouping_.steps.size() == kMaxSteps) {
      return usageError(fmt::format("the grouping has more than {} steps", kMaxSteps));
    }
    grouping_.steps.push_back(std::move(step));
    return {};
  }

  Status readOptions(GroupingStep& step) {
    const std::vector<PropertyOption> known = step.property->options();
    const bool divides = step.property->inGroupings() == InGroupings::kDivides;
    if (known.empty() && !divides) return tokens_.expected(fmt::format("no options of \"{}\"", step.property->name()));
    do {
      TRY(tokens_.advance());
      const auto option = std::ranges::find(known, token().text, &PropertyOption::word);
      if (token().kind == Token::Kind::kWord && option != known.end()) {
        step.options.push_back(option->word);
      } else if (!divides || step.levels > 0 || !readLevels(step)) {
        return tokens_.expected(expectedOptions(known, divides && step.levels == 0));
      }
      TRY(tokens_.advance());
    } while (token().isSign(",") && !known.empty() && !step.property->optionsExcludeEachOther());
    if (!token().isSign(")")) return tokens_.expected("\")\"");
    return tokens_.advance();
  }

  /// Whether it is a number from 1 on.
  bool readLevels(GroupingStep& step) const {
    const std::string_view text = token().text;
    size_t levels = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), levels);
    if (problem != std::errc() || end != text.data() + text.size() || levels == 0) return false;
    step.levels = levels;
    return true;
  }

  static std::string expectedOptions(const std::vector<PropertyOption>& known, bool orLevels) {
    std::vector<std::string> words;
    for (const PropertyOption& option : known) words.emplace_back(option.word);
    if (orLevels) words.emplace_back("a number of levels");
    return alternatives(words);
  }

  TokenReader tokens_;
  Grouping grouping_;
};

}  // namespace

Result<Grouping> parseGrouping(std::string_view text) { return GroupingParser(text).parse(); }

Status checkGrouping(std::string_view text) {
  TRY(parseGrouping(text));
  return {};
}

std::string toString(std::span<const GroupingStep> steps) {
  std::string text;
  for (const GroupingStep& step : steps) {
    if (!text.empty()) text += ", ";
    text += step.property->name();
    std::vector<std::string> options(step.options.begin(), step.options.end());
    if (step.levels > 0) options.push_back(std::to_string(step.levels));
    if (!options.empty()) text += fmt::format("({})", fmt::join(options, ", "));
  }
  return text;
}

std::string toString(const Grouping& grouping) { return toString(std::span(grouping.steps)); }

}  // namespace heaptrail
