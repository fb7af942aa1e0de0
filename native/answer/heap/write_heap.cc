// The three forms of a heap's groups and their sizes.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "answer/heap/heap_question.h"
#include "answer/shared/write_parts.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

std::string json(const HeapAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("point");
  writePoint(json, answer.point);
  json.member("count", toString(answer.counted));
  if (answer.structures) json.member("filter", toString(*answer.structures));
  json.key("known").beginObject().member("deep", answer.deepKnown).member("retained", answer.retainedKnown).endObject();
  json.key("total").beginObject().member("rows", answer.totalRows);
  json.member("objects", answer.total.objects).member("bytes", answer.total.bytes).endObject();
  json.key("rows").beginArray();
  for (const HeapRow& row : answer.rows) {
    json.beginObject().member("key", row.key);
    json.member("objects", row.size.objects).member("bytes", row.size.bytes);
    if (row.deep) writeSize(json, "deep", *row.deep);
    if (row.retained) writeSize(json, "retained", *row.retained);
    json.endObject();
  }
  json.endArray();
  if (answer.structures) writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

std::string json(const SizesAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("point");
  writePoint(json, answer.point);
  json.member("metric", toString(answer.metric));
  json.key("rows").beginArray();
  for (const SizesAnswer::Row& row : answer.rows) {
    json.beginObject().member("key", row.key);
    json.member("objects", row.size.objects).member("bytes", row.size.bytes).endObject();
  }
  json.endArray();
  return endAnswer(std::move(json));
}

std::string csv(const HeapAnswer& answer) {
  std::string text = "type,objects,bytes";
  if (answer.deepKnown) text += ",deepObjects,deepBytes";
  if (answer.retainedKnown) text += ",retainedObjects,retainedBytes";
  text += '\n';
  for (const HeapRow& row : answer.rows) {
    text += fmt::format("{},{},{}", csvField(row.key), row.size.objects, row.size.bytes);
    if (row.deep) text += fmt::format(",{},{}", row.deep->objects, row.deep->bytes);
    if (row.retained) text += fmt::format(",{},{}", row.retained->objects, row.retained->bytes);
    text += '\n';
  }
  return text;
}

std::string csv(const SizesAnswer& answer) {
  std::string text = fmt::format("type,{0}Objects,{0}Bytes\n", toString(answer.metric));
  for (const SizesAnswer::Row& row : answer.rows) {
    text += fmt::format("{},{},{}\n", csvField(row.key), row.size.objects, row.size.bytes);
  }
  return text;
}

/// A size and its share of the heap, in two columns.
std::string cells(uint64_t bytes, uint64_t ofBytes) {
  return fmt::format("{:>17} {:>8}", groupedDigits(bytes), percent(bytes, ofBytes));
}

std::string text(const HeapAnswer& answer) {
  const uint64_t heapBytes = answer.point.size.bytes;
  std::string text = pointLine(answer.point, answer.among);
  text += fmt::format("{:>15} {:>17} {:>8}", "Objects", "Bytes", "Share");
  if (answer.deepKnown) text += fmt::format(" {:>17} {:>8}", "Deep", "Share");
  if (answer.retainedKnown) text += fmt::format(" {:>17} {:>8}", "Retained", "Share");
  text += "  Type\n";
  for (const HeapRow& row : answer.rows) {
    text += fmt::format("{:>15} {}", groupedDigits(row.size.objects), cells(row.size.bytes, heapBytes));
    if (row.deep) text += ' ' + cells(row.deep->bytes, heapBytes);
    if (row.retained) text += ' ' + cells(row.retained->bytes, heapBytes);
    text += fmt::format("  {}\n", row.key);
  }
  const uint64_t left = answer.totalRows - answer.rows.size();
  text += fmt::format("{:>15} {}", groupedDigits(answer.total.objects), cells(answer.total.bytes, heapBytes));
  // Sums of deep and retained sizes mean nothing: types share what they lead to.
  const int closures = (answer.deepKnown ? 1 : 0) + (answer.retainedKnown ? 1 : 0);
  text += std::string(static_cast<size_t>(27 * closures), ' ');
  text += fmt::format("  {}{}{}\n", counted(answer.totalRows, "type"),
                      answer.counted == Counted::kLive ? "" : fmt::format(", {} objects", toString(answer.counted)),
                      left > 0 ? fmt::format(" ({} not shown: --top 0 shows all)", groupedDigits(left)) : "");
  return text;
}

std::string text(const SizesAnswer& answer) { return csv(answer); }

}  // namespace

std::string write(const HeapAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}
std::string write(const SizesAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

}  // namespace heaptrail
