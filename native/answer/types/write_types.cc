// The three forms of the types that a pattern stands for.
#include <fmt/format.h>

#include <utility>

#include "answer/shared/write_parts.h"
#include "answer/types/types_question.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

std::string json(const TypesAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("point");
  writePoint(json, answer.point);
  json.member("pattern", answer.pattern);
  json.key("total").beginObject().member("rows", answer.totalRows);
  json.member("objects", answer.total.objects).member("bytes", answer.total.bytes).endObject();
  json.key("rows").beginArray();
  for (const TypesAnswer::Row& row : answer.rows) {
    json.beginObject().member("key", row.type);
    json.member("objects", row.live.objects).member("bytes", row.live.bytes);
    if (!row.description.empty()) json.member("description", row.description).member("head", row.head);
    json.endObject();
  }
  json.endArray();
  if (answer.fields) {
    json.key("fields").beginArray();
    for (const std::string& name : *answer.fields) json.value(name);
    json.endArray();
  }
  if (answer.nearest) json.member("nearest", *answer.nearest);
  return endAnswer(std::move(json));
}

std::string csv(const TypesAnswer& answer) {
  std::string text = "type,objects,bytes,description,head\n";
  for (const TypesAnswer::Row& row : answer.rows) {
    text += fmt::format("{},{},{},{},{}\n", csvField(row.type), row.live.objects, row.live.bytes,
                        csvField(row.description), row.head ? "true" : "false");
  }
  return text;
}

std::string text(const TypesAnswer& answer) {
  if (answer.totalRows == 0) {
    return fmt::format("No type of the trace matches {}.{}\n", answer.pattern,
                       answer.nearest ? fmt::format(" Did you mean {}?", *answer.nearest) : "");
  }
  std::string text = fmt::format("{:>15} {:>17} {:>8}  Type\n", "Objects", "Bytes", "Share");
  for (const TypesAnswer::Row& row : answer.rows) {
    text += fmt::format("{:>15} {:>17} {:>8}  {}", groupedDigits(row.live.objects), groupedDigits(row.live.bytes),
                        percent(row.live.bytes, answer.point.size.bytes), row.type);
    if (!row.description.empty()) {
      const std::string as = row.description == row.type ? "" : fmt::format(", as {}", row.description);
      text += fmt::format("  ({}{})", row.head ? "head" : "inner part", as);
    }
    text += '\n';
  }
  const uint64_t left = answer.totalRows - answer.rows.size();
  text += fmt::format("{:>15} {:>17} {:>8}  {} type{}{}\n", groupedDigits(answer.total.objects),
                      groupedDigits(answer.total.bytes), percent(answer.total.bytes, answer.point.size.bytes),
                      groupedDigits(answer.totalRows), answer.totalRows == 1 ? "" : "s",
                      left > 0 ? fmt::format(" ({} not shown: --top 0 shows all)", groupedDigits(left)) : "");
  if (answer.fields) {
    text += answer.fields->empty() ? "No fields\n" : fmt::format("Fields: {}\n", fmt::join(*answer.fields, ", "));
  }
  return text;
}

}  // namespace

std::string write(const TypesAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

}  // namespace heaptrail
