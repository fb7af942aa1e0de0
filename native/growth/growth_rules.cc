#include "growth/growth_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "growth/common_names.h"

namespace heaptrail {

namespace {

struct BytesUnit {
  std::string_view name;
  double bytes;
};
constexpr std::array kBytesUnits{
    BytesUnit{"B", 1},    BytesUnit{"bytes", 1},  BytesUnit{"KB", 1e3},          BytesUnit{"MB", 1e6},
    BytesUnit{"GB", 1e9}, BytesUnit{"KiB", 1024}, BytesUnit{"MiB", 1024 * 1024}, BytesUnit{"GiB", 1024 * 1024 * 1024}};

std::string_view withoutComment(std::string_view line) { return line.substr(0, line.find('#')); }

/// The words of a line. A unit may stand right behind its number, so it is a word of its own: `5%`, `10MB`.
std::vector<std::string_view> wordsOf(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r";
  std::vector<std::string_view> words;
  for (size_t at = line.find_first_not_of(kBlank); at != std::string_view::npos;) {
    const size_t end = std::min(line.find_first_of(kBlank, at), line.size());
    const std::string_view word = line.substr(at, end - at);
    const size_t digits = std::min(word.find_first_not_of("0123456789."), word.size());
    const bool isAmount = digits > 0 && digits < word.size() && word.front() != '.';
    if (isAmount) words.push_back(word.substr(0, digits));
    words.push_back(isAmount ? word.substr(digits) : word);
    at = line.find_first_not_of(kBlank, end);
  }
  return words;
}

class RuleParser {
 public:
  RuleParser(const std::string& file, std::string_view line, uint32_t number) : file_(file), line_(line) {
    rule_.line = number;
    words_ = wordsOf(line);
    if (words_.empty()) return;
    rule_.text = std::string(line.substr(0, static_cast<size_t>(words_.back().end() - line.begin())));
    rule_.text.erase(0, rule_.text.find_first_not_of(" \t"));
  }

  bool isEmpty() const { return words_.empty(); }

  Result<GrowthRule> parse() {
    using Part = Status (RuleParser::*)();
    for (const Part part : {&RuleParser::parseSubject, &RuleParser::parseMetric, &RuleParser::parseLimits}) {
      TRY((this->*part)());
    }
    return std::move(rule_);
  }

 private:
  std::string_view word() const { return next_ < words_.size() ? words_[next_] : std::string_view(); }

  bool take(std::string_view expected) {
    if (word() != expected) return false;
    ++next_;
    return true;
  }

  std::unexpected<Error> expected(std::string_view what) const {
    const bool isEnd = word().empty();
    const size_t column =
        isEnd ? line_.find_last_not_of(" \t\r") + 2 : static_cast<size_t>(word().begin() - line_.begin()) + 1;
    return inputError(fmt::format("line {}, column {}: expected {}, found {}", rule_.line, column, what,
                                  isEnd ? "the end of the line" : fmt::format("\"{}\"", word())),
                      {file_, std::nullopt});
  }

  Status parseSubject() {
    if (take("any")) return {};
    if (word() != "type" && word() != "from") return expected("type, from or any");
    if (take("type")) {
      if (word().empty()) return expected("a pattern of type names");
      rule_.type = words_[next_++];
    }
    if (take("from")) {
      if (word().empty()) return expected("a pattern of Class.method");
      rule_.from = words_[next_++];
    }
    return {};
  }

  Status parseMetric() {
    if (!take("may")) return expected("may");
    if (!take("grow")) return expected("grow");
    if (take("in")) {
      if (take("structure")) {
        rule_.metric = GrowthRule::Metric::kStructure;
      } else if (take("deep-structure")) {
        rule_.metric = GrowthRule::Metric::kDeepStructure;
      } else if (!take("retained")) {
        return expected("retained, structure or deep-structure");
      }
    }
    return take("by") ? Status() : expected("by");
  }

  Status parseLimits() {
    do {
      TRY(parseLimit());
    } while (take("or"));
    return word().empty() ? Status() : expected("or, or the end of the line");
  }

  Status parseLimit() {
    GrowthLimit limit;
    const std::string_view number = word();
    const auto [rest, problem] = std::from_chars(number.begin(), number.end(), limit.most);
    if (number.empty() || problem != std::errc() || rest != number.end() || limit.most < 0) return expected("a number");
    ++next_;
    if (take("%")) {
      limit.unit = GrowthLimit::Unit::kPercentOfItself;
      if (take("of")) {
        if (!take("growth")) return expected("growth");
        limit.unit = GrowthLimit::Unit::kPercentOfGrowth;
      }
    } else if (take("objects")) {
      limit.unit = GrowthLimit::Unit::kObjects;
    } else {
      const auto* const unit = std::ranges::find(kBytesUnits, word(), &BytesUnit::name);
      if (unit == kBytesUnits.end()) return expected("%, % of growth, objects, bytes, KB, MB, GB, KiB, MiB or GiB");
      ++next_;
      limit.most *= unit->bytes;
    }
    rule_.limits.push_back(limit);
    return {};
  }

  const std::string& file_;
  std::string_view line_;
  std::vector<std::string_view> words_;
  size_t next_ = 0;
  GrowthRule rule_;
};

bool matchesType(std::string_view pattern, std::string_view name) {
  if (matchesWildcard(pattern, name)) return true;
  const size_t dot = name.find_last_of('.');
  const bool isSimple = !pattern.contains('.');
  return isSimple && dot != std::string_view::npos && matchesWildcard(pattern, name.substr(dot + 1));
}

double gainIn(const GrowthLimit& limit, const GrownSize& size, int64_t heapGrowth) {
  switch (limit.unit) {
    case GrowthLimit::Unit::kPercentOfItself:
      if (size.from.bytes == 0) return 0;
      return 100 * static_cast<double>(size.bytes()) / static_cast<double>(size.from.bytes);
    case GrowthLimit::Unit::kPercentOfGrowth:
      return heapGrowthPortion(size, heapGrowth).value_or(0);
    case GrowthLimit::Unit::kObjects:
      return static_cast<double>(size.objects());
    case GrowthLimit::Unit::kBytes:
      break;
  }
  return static_cast<double>(size.bytes());
}

}  // namespace

bool GrowthRule::appliesTo(std::string_view typeName, const std::vector<Frame>& site) const {
  if (!type.empty() && !matchesType(type, typeName)) return false;
  if (from.empty()) return true;
  return std::ranges::any_of(tellingFrames(site), [&](const Frame& frame) {
    return matchesWildcard(from, fmt::format("{}.{}", frame.className, frame.method));
  });
}

const GrownSize& GrowthRule::measured(const StructureGrowth& growth) const {
  switch (metric) {
    case Metric::kStructure:
      return growth.structure;
    case Metric::kDeepStructure:
      return growth.deepStructure;
    case Metric::kRetained:
      break;
  }
  return growth.retained;
}

std::optional<GrowthLimit> GrowthRule::brokenBy(const StructureGrowth& growth, int64_t heapGrowth) const {
  const auto broken = std::ranges::find_if(
      limits, [&](const GrowthLimit& limit) { return gainIn(limit, measured(growth), heapGrowth) > limit.most; });
  return broken == limits.end() ? std::nullopt : std::optional(*broken);
}

Result<std::vector<GrowthRule>> parseGrowthRules(const std::string& name, std::string_view text) {
  std::vector<GrowthRule> rules;
  uint32_t number = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    RuleParser parser(name, withoutComment(text.substr(0, end)), ++number);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (parser.isEmpty()) continue;
    GrowthRule rule = TRY(parser.parse());
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace heaptrail
