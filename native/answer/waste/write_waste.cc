// The three forms of what a heap wastes.
#include <fmt/format.h>

#include "answer/shared/write_objects.h"
#include "answer/shared/write_parts.h"
#include "answer/waste/waste_question.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

std::string jsonOf(const WasteAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("point");
  writePoint(json, answer.point);
  json.member("values", toString(answer.values)).memberIfAny("valuesProblem", answer.valuesProblem);
  json.member("contentsCompared", answer.contentsCompared).member("gain", answer.gain);
  json.key("kinds").beginArray();
  for (const WasteAnswer::Kind& kind : answer.kinds) {
    json.beginObject().member("kind", toString(kind.kind)).member("label", labelOf(kind.kind));
    writeSize(json, "size", kind.size);
    json.member("gain", kind.gain).member("totalRows", kind.totalRows).key("rows").beginArray();
    for (const WasteAnswer::Row& row : kind.rows) {
      json.beginObject().member("owner", row.owner.text);
      if (!row.owner.field.empty()) {
        json.member("class", row.owner.className).member("field", row.owner.field);
        json.member("static", row.owner.isStatic);
      }
      json.member("type", row.type);
      writeSize(json, "size", row.size);
      json.member("gain", row.gain).member("example", idText(row.example)).endObject();
    }
    json.endArray().key("equal").beginArray();
    for (const WasteAnswer::Equal& equal : kind.equal) {
      json.beginObject().key("object");
      writeObject(json, equal.object);
      json.member("count", equal.count).member("gain", equal.gain).endObject();
    }
    json.endArray().endObject();
  }
  json.endArray();
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

std::string csvOf(const WasteAnswer& answer) {
  std::string text = "kind,owner,type,objects,bytes,gain,example\n";
  for (const WasteAnswer::Kind& kind : answer.kinds) {
    for (const WasteAnswer::Row& row : kind.rows) {
      text += fmt::format("{},{},{},{},{},{},{}\n", toString(kind.kind), csvField(row.owner.text), csvField(row.type),
                          row.size.objects, row.size.bytes, row.gain, idText(row.example));
    }
  }
  return text;
}

/// What an equal thing is: its text, where it has one.
std::string nameOf(const ObjectAnswer& object) { return object.text.empty() ? objectText(object) : object.text; }

std::string textOf(const WasteAnswer& answer) {
  std::string text = pointLine(answer.point, answer.among);
  const uint64_t all = answer.point.size.bytes;
  for (const WasteAnswer::Kind& kind : answer.kinds) {
    text += fmt::format("{}: {} to gain, {} of the heap\n", labelOf(kind.kind), binaryUnits(kind.gain),
                        percent(kind.gain, all));
    text += fmt::format("{:>17} {:>13} {:>17}  Held by\n", "To gain", "Objects", "Shallow");
    for (const WasteAnswer::Row& row : kind.rows) {
      text += fmt::format("{:>17} {:>13} {:>17}  {}: {}, such as {}\n", groupedDigits(row.gain),
                          groupedDigits(row.size.objects), groupedDigits(row.size.bytes), row.owner.text, row.type,
                          idText(row.example));
    }
    if (kind.totalRows > kind.rows.size()) {
      text +=
          fmt::format("  {} not shown: --top 0 shows all\n", counted(kind.totalRows - kind.rows.size(), "more owner"));
    }
    if (!kind.equal.empty()) text += fmt::format("{:>17} {:>13}  Equal\n", "To gain", "Copies");
    for (const WasteAnswer::Equal& equal : kind.equal) {
      text += fmt::format("{:>17} {:>13}  {}\n", groupedDigits(equal.gain), groupedDigits(equal.count),
                          nameOf(equal.object));
    }
    text += '\n';
  }
  text += answer.kinds.empty() ? "Nothing is wasted.\n"
                               : fmt::format("{} to gain at the most, {} of the heap\n", binaryUnits(answer.gain),
                                             percent(answer.gain, all));
  return text;
}

}  // namespace

std::string write(const WasteAnswer& answer, Form form) {
  return form == Form::kJson ? jsonOf(answer) : form == Form::kCsv ? csvOf(answer) : textOf(answer);
}

}  // namespace heaptrail
