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

/// What the rows are, where they are not the heap's types.
void writeGrouping(JsonWriter& json, const HeapAnswer& answer) {
  if (!answer.where.empty()) json.member("where", answer.where);
  json.member("by", answer.by);
  json.key("path").beginArray();
  for (const std::string& key : answer.path) json.value(key);
  json.endArray();
  json.key("level");
  if (answer.level.empty()) {
    json.null();
  } else {
    json.value(answer.level);
    json.member("rowsBy", answer.rowsBy);
  }
}

void writeRow(JsonWriter& json, const HeapRow& row, bool byTypeAlone) {
  json.beginObject().member("key", row.key);
  json.member("objects", row.size.objects).member("bytes", row.size.bytes);
  if (row.deep) writeSize(json, "deep", *row.deep);
  if (row.retained) writeSize(json, "retained", *row.retained);
  if (row.gain) json.member("gain", *row.gain);
  if (row.from) {
    json.key("from").beginObject();
    json.member("objects", row.from->size.objects).member("bytes", row.from->size.bytes);
    if (row.from->deep) writeSize(json, "deep", *row.from->deep);
    if (row.from->retained) writeSize(json, "retained", *row.from->retained);
    json.endObject();
  }
  if (!byTypeAlone) json.member("goesOn", row.goesOn);
  if (!row.below.empty()) {
    json.key("below").beginObject().key("total").beginObject().member("rows", row.rowsBelow).endObject();
    json.key("rows").beginArray();
    for (const HeapRow& below : row.below) writeRow(json, below, byTypeAlone);
    json.endArray().endObject();
  }
  json.endObject();
}

std::string json(const HeapAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("point");
  writePoint(json, answer.point);
  json.member("count", toString(answer.counted));
  if (answer.structures) json.member("filter", toString(*answer.structures));
  if (answer.from) {
    json.key("from");
    writePoint(json, *answer.from);
  }
  if (!answer.byTypeAlone) writeGrouping(json, answer);
  json.key("known").beginObject().member("deep", answer.deepKnown).member("retained", answer.retainedKnown).endObject();
  json.key("total").beginObject().member("rows", answer.totalRows);
  json.member("objects", answer.total.objects).member("bytes", answer.total.bytes);
  if (answer.gain) json.member("gain", *answer.gain);
  if (answer.from) writeSize(json, "from", answer.totalFrom);
  json.endObject();
  json.key("rows").beginArray();
  for (const HeapRow& row : answer.rows) writeRow(json, row, answer.byTypeAlone);
  json.endArray();
  if (answer.structures || !answer.byTypeAlone || answer.gain) writeWarnings(json, answer.warnings);
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

/// How many levels of rows there are.
size_t depthOf(const std::vector<HeapRow>& rows) {
  size_t below = 0;
  for (const HeapRow& row : rows) below = std::max(below, depthOf(row.below));
  return rows.empty() ? below : below + 1;
}

/// A row and all below it; each level has a column for its keys.
void appendCsv(std::string& text, const HeapRow& row, std::vector<std::string>& keys, size_t depth) {
  keys.push_back(csvField(row.key));
  for (size_t i = 0; i < depth; ++i) text += i < keys.size() ? keys[i] + ',' : ",";
  text += fmt::format("{},{}", row.size.objects, row.size.bytes);
  if (row.deep) text += fmt::format(",{},{}", row.deep->objects, row.deep->bytes);
  if (row.retained) text += fmt::format(",{},{}", row.retained->objects, row.retained->bytes);
  if (row.gain) text += fmt::format(",{}", *row.gain);
  if (row.from) {
    text += fmt::format(",{},{}", row.from->size.objects, row.from->size.bytes);
    if (row.from->deep) text += fmt::format(",{},{}", row.from->deep->objects, row.from->deep->bytes);
    if (row.from->retained) text += fmt::format(",{},{}", row.from->retained->objects, row.from->retained->bytes);
  }
  text += '\n';
  for (const HeapRow& below : row.below) appendCsv(text, below, keys, depth);
  keys.pop_back();
}

std::string csv(const HeapAnswer& answer) {
  const size_t depth = std::max<size_t>(1, depthOf(answer.rows));
  std::string text = answer.level.empty() ? "key" : answer.level;
  for (size_t level = 2; level <= depth; ++level) text += fmt::format(",level {}", level);
  text += ",objects,bytes";
  if (answer.deepKnown) text += ",deepObjects,deepBytes";
  if (answer.retainedKnown) text += ",retainedObjects,retainedBytes";
  if (answer.gain) text += ",gain";
  if (answer.from) {
    text += ",fromObjects,fromBytes";
    if (answer.deepKnown) text += ",fromDeepObjects,fromDeepBytes";
    if (answer.retainedKnown) text += ",fromRetainedObjects,fromRetainedBytes";
  }
  text += '\n';
  std::vector<std::string> keys;
  for (const HeapRow& row : answer.rows) appendCsv(text, row, keys, depth);
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

/// `+1,024`, `-16`, `0`.
std::string difference(uint64_t from, uint64_t to) {
  if (from == to) return "0";
  return to > from ? '+' + groupedDigits(to - from) : '-' + groupedDigits(from - to);
}

/// What was added to objects and bytes, and to what else is shown.
std::string growthCells(const HeapRow& row) {
  std::string cells = fmt::format(" {:>12} {:>17}", difference(row.from->size.objects, row.size.objects),
                                  difference(row.from->size.bytes, row.size.bytes));
  if (row.deep) cells += fmt::format(" {:>17}", difference(row.from->deep->bytes, row.deep->bytes));
  if (row.retained) cells += fmt::format(" {:>17}", difference(row.from->retained->bytes, row.retained->bytes));
  return cells;
}

void appendText(std::string& text, const HeapRow& row, uint64_t heapBytes, const std::string& indent) {
  text += fmt::format("{:>15} {}", groupedDigits(row.size.objects), cells(row.size.bytes, heapBytes));
  if (row.deep) text += ' ' + cells(row.deep->bytes, heapBytes);
  if (row.retained) text += ' ' + cells(row.retained->bytes, heapBytes);
  if (row.gain) text += ' ' + cells(*row.gain, heapBytes);
  if (row.from) text += growthCells(row);
  text += fmt::format("  {}{}\n", indent, row.key);
  for (const HeapRow& below : row.below) appendText(text, below, heapBytes, indent + "  ");
  if (row.below.empty() || row.rowsBelow == row.below.size()) return;
  const size_t closures = (row.deep ? 1U : 0U) + (row.retained ? 1U : 0U) + (row.gain ? 1U : 0U);
  text += fmt::format("{}{}    ... {} more\n", std::string(42 + 27 * closures, ' '), indent,
                      groupedDigits(row.rowsBelow - row.below.size()));
}

/// `Type`; of other groupings what they are, and below which row.
std::string titleOf(const HeapAnswer& answer) {
  if (answer.by == kTypeGrouping && answer.path.empty()) return "Type";
  return answer.path.empty() ? answer.by : fmt::format("{}, below {}", answer.by, fmt::join(answer.path, " > "));
}

std::string text(const HeapAnswer& answer) {
  const uint64_t heapBytes = answer.point.size.bytes;
  std::string text = pointLine(answer.point, answer.among);
  if (answer.from)
    text += fmt::format("Compared with point {} ({})\n", answer.from->index, secondsText(answer.from->seconds));
  text += fmt::format("{:>15} {:>17} {:>8}", "Objects", "Bytes", "Share");
  if (answer.deepKnown) text += fmt::format(" {:>17} {:>8}", "Deep", "Share");
  if (answer.retainedKnown) text += fmt::format(" {:>17} {:>8}", "Retained", "Share");
  if (answer.gain) text += fmt::format(" {:>17} {:>8}", "To gain", "Share");
  if (answer.from) {
    text += fmt::format(" {:>12} {:>17}", "+ Objects", "+ Bytes");
    if (answer.deepKnown) text += fmt::format(" {:>17}", "+ Deep");
    if (answer.retainedKnown) text += fmt::format(" {:>17}", "+ Retained");
  }
  text += fmt::format("  {}\n", titleOf(answer));
  for (const HeapRow& row : answer.rows) appendText(text, row, heapBytes, "");
  const uint64_t left = answer.totalRows - answer.rows.size();
  text += fmt::format("{:>15} {}", groupedDigits(answer.total.objects), cells(answer.total.bytes, heapBytes));
  // Sums of deep and retained sizes mean nothing: rows share what they lead to.
  const int closures = (answer.deepKnown ? 1 : 0) + (answer.retainedKnown ? 1 : 0);
  text += std::string(static_cast<size_t>(27 * closures), ' ');
  if (answer.gain) text += ' ' + cells(*answer.gain, heapBytes);
  if (answer.from) {
    text += fmt::format(" {:>12} {:>17}", difference(answer.totalFrom.objects, answer.total.objects),
                        difference(answer.totalFrom.bytes, answer.total.bytes));
    text += std::string(static_cast<size_t>(18 * closures), ' ');
  }
  text += fmt::format("  {}{}{}\n", counted(answer.totalRows, answer.level == kTypeGrouping ? "type" : "row"),
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
