// The three forms of which rules are broken.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "answer/check/growth_check.h"
#include "answer/shared/write_growth_parts.h"
#include "answer/shared/write_parts.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

std::string json(const GrowthCheckAnswer& answer) {
  const int64_t heapGrowth = answer.window.heapGrowth();
  JsonWriter json = beginAnswer();
  writeWindow(json, answer.window);
  json.member("match", toString(answer.match)).member("file", answer.rulesFile).member("broken", answer.isBroken());
  json.key("rules").beginArray();
  for (const GrowthCheckAnswer::Checked& checked : answer.rules) {
    json.beginObject().member("rule", checked.rule.text).member("line", checked.rule.line);
    json.member("structures", checked.structures).member("broken", checked.broken).key("cases").beginArray();
    for (const GrowthCheckAnswer::Case& found : checked.cases) {
      json.beginObject().member("sentence", found.sentence);
      json.member("excess", excessText(checked.rule, found, heapGrowth)).key("structure");
      writeRow(json, found.row, heapGrowth, true);
      writePathOrNull(json, found.path);
      json.endObject();
    }
    json.endArray().endObject();
  }
  json.endArray();
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

std::string csv(const GrowthCheckAnswer& answer) {
  std::string text = "line,rule,id,type,site,excess\n";
  for (const GrowthCheckAnswer::Checked& checked : answer.rules) {
    for (const GrowthCheckAnswer::Case& found : checked.cases) {
      text += fmt::format("{},{},{},{},{},{}\n", checked.rule.line, csvField(checked.rule.text), idText(found.row.id),
                          csvField(found.row.type), csvField(placeOf(found.row.site)),
                          csvField(excessText(checked.rule, found, answer.window.heapGrowth())));
    }
  }
  return text;
}

std::string caseText(const GrowthRule& rule, const GrowthCheckAnswer::Case& found, int64_t heapGrowth) {
  std::string text = fmt::format("  {} {}", found.row.type, idText(found.row.id));
  if (const std::string place = placeOf(found.row.site); !place.empty()) text += fmt::format(" from {}", place);
  text += fmt::format("\n    {}\n    {}\n", excessText(rule, found, heapGrowth), found.sentence);
  text += leafText(found.leaves, "    ");
  if (found.path) text += pathText(*found.path, "    ");
  return text;
}

std::string text(const GrowthCheckAnswer& answer) {
  std::string text = windowText(answer.window);
  for (const GrowthCheckAnswer::Checked& checked : answer.rules) {
    const std::string place = fmt::format("{}:{}", answer.rulesFile, checked.rule.line);
    if (checked.structures == 0) text += fmt::format("\n{}: {}\n  applies to no structure\n", place, checked.rule.text);
    if (checked.broken == 0) continue;
    text += fmt::format("\n{}: {}\n", place, checked.rule.text);
    for (const GrowthCheckAnswer::Case& found : checked.cases) {
      text += caseText(checked.rule, found, answer.window.heapGrowth());
    }
    const uint64_t left = checked.broken - checked.cases.size();
    if (left > 0) text += fmt::format("  and {} more: --top 0 shows all\n", groupedDigits(left));
  }
  const auto broken = static_cast<uint64_t>(
      std::ranges::count_if(answer.rules, [](const auto& checked) { return checked.broken > 0; }));
  return text + (broken == 0 ? fmt::format("\nAll of {} hold.\n", counted(answer.rules.size(), "rule"))
                             : fmt::format("\n{} of {} broken.\n", broken, counted(answer.rules.size(), "rule")));
}

}  // namespace

std::string write(const GrowthCheckAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

}  // namespace heaptrail
