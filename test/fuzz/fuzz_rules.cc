// Feeds any text to the reader of rules about growth.
//
// What must hold besides not crashing and not hanging: a text is refused with a message that says in which line, or its
// rules stand in ascending lines, each with a limit; a rule's own text is read again as the same rule.
#include <cstdint>
#include <string>

#include "growth/growth_rules.h"
#include "memory_file.h"

namespace {

using heaptrail::GrowthRule;
using heaptrail::parseGrowthRules;
using heaptrail::fuzz::require;

void readAgain(const GrowthRule& rule) {
  const auto again = parseGrowthRules("again", rule.text);
  require(again && again->size() == 1, "the text of a rule is a rule");
  const GrowthRule& same = again->front();
  require(same.type == rule.type && same.from == rule.from && same.metric == rule.metric, "it is about the same");
  require(same.limits.size() == rule.limits.size(), "it has as many limits");
  const heaptrail::StructureGrowth growth{{{10, 1000}, {30, 3000}}, {}, {{5, 500}, {6, 600}}, {{5, 500}, {9, 900}}};
  require(same.brokenBy(growth, 5000).has_value() == rule.brokenBy(growth, 5000).has_value(), "it allows as much");
  static_cast<void>(rule.appliesTo("java.util.HashMap", {{"java.util.HashSet", "<init>", "", 0}, {"a.B", "c", "", 0}}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto rules = parseGrowthRules("rules", text);
  if (!rules) {
    require(rules.error().message.starts_with("line "), "a message says where");
    return 0;
  }
  uint32_t last = 0;
  for (const GrowthRule& rule : *rules) {
    require(rule.line > last && !rule.limits.empty(), "rules stand one on a line, with limits");
    last = rule.line;
    readAgain(rule);
  }
  return 0;
}
