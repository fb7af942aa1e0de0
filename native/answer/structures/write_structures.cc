// The three forms of a heap's structures.
#include <fmt/format.h>

#include <utility>

#include "answer/shared/write_parts.h"
#include "answer/structures/structures_question.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

void writeRow(JsonWriter& json, const StructuresAnswer& answer, const StructureRow& row) {
  json.beginObject().member("id", idText(row.id)).member("type", row.type).member("description", row.description);
  writeSite(json, row.site);
  json.member("objects", 1).member("bytes", row.bytes);
  writeSize(json, "structure", row.structure);
  writeSize(json, "deepStructure", row.deepStructure);
  json.member("leaves", row.leaves);
  if (answer.hasContained) {
    json.key("contained").beginArray();
    for (const uint64_t head : row.contained) json.value(idText(head));
    json.endArray();
  }
  if (row.retained) writeSize(json, "retained", *row.retained);
  if (row.deep) writeSize(json, "deep", *row.deep);
  if (answer.hasMembers) {
    json.key("members").beginArray();
    for (const StructureMember& member : row.members) {
      json.beginObject().member("id", idText(member.id)).member("type", member.type);
      json.member("bytes", member.bytes).member("role", toString(member.role)).endObject();
    }
    json.endArray();
  }
  json.endObject();
}

std::string json(const StructuresAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("point");
  writePoint(json, answer.point);
  json.member("filter", toString(answer.filter));
  json.key("total").beginObject().member("rows", answer.totalRows).endObject();
  json.key("rows").beginArray();
  for (const StructureRow& row : answer.rows) writeRow(json, answer, row);
  json.endArray();
  if (answer.coverage) {
    json.key("unclaimed").beginObject();
    json.member("parts", answer.coverage->parts).member("unclaimed", answer.coverage->unclaimed);
    json.key("types").beginArray();
    for (const StructureCoverage::Row& row : answer.coverage->types) {
      json.beginObject().member("type", row.type).member("objects", row.objects);
      json.member("unclaimed", row.unclaimed).endObject();
    }
    json.endArray().endObject();
  }
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

/// The innermost frame, as stack traces have it; empty where there is none.
std::string innermostFrame(const std::vector<Frame>& site) {
  return site.empty() ? std::string() : frameText(site.front());
}

std::string csv(const StructuresAnswer& answer) {
  std::string text =
      "id,type,bytes,structureObjects,structureBytes,deepStructureObjects,deepStructureBytes,leaves,contained,"
      "retainedObjects,retainedBytes,site\n";
  for (const StructureRow& row : answer.rows) {
    const Size retained = row.retained.value_or(Size{});
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", idText(row.id), csvField(row.type), row.bytes,
                        row.structure.objects, row.structure.bytes, row.deepStructure.objects, row.deepStructure.bytes,
                        row.leaves, row.contained.size(), retained.objects, retained.bytes,
                        csvField(innermostFrame(row.site)));
  }
  return text;
}

std::string coverageText(const StructureCoverage& coverage) {
  std::string text = fmt::format("\n{} of {} parts belong to no structure ({})\n", groupedDigits(coverage.unclaimed),
                                 groupedDigits(coverage.parts), percent(coverage.unclaimed, coverage.parts));
  for (const StructureCoverage::Row& row : coverage.types) {
    if (row.unclaimed == 0) break;
    text += fmt::format("{:>15} of {:>15}  {}\n", groupedDigits(row.unclaimed), groupedDigits(row.objects), row.type);
  }
  return text;
}

std::string text(const StructuresAnswer& answer) {
  std::string text = pointLine(answer.point, answer.among);
  text += fmt::format("{:>17} {:>8} {:>17} {:>17} {:>13}  Data structure\n", "Retained", "Share", "Structure",
                      "Deep structure", "Leaves");
  for (const StructureRow& row : answer.rows) {
    const uint64_t retained = row.retained.value_or(Size{}).bytes;
    text += fmt::format("{:>17} {:>8} {:>17} {:>17} {:>13}  {} {}", groupedDigits(retained),
                        percent(retained, answer.point.size.bytes), groupedDigits(row.structure.bytes),
                        groupedDigits(row.deepStructure.bytes), groupedDigits(row.leaves), row.type, idText(row.id));
    if (!row.site.empty()) text += fmt::format(" from {}", innermostFrame(row.site));
    text += '\n';
    for (const StructureMember& member : row.members) {
      text += fmt::format("{:>26} {:>17} {:>31}  {} {}\n", "", groupedDigits(member.bytes), toString(member.role),
                          member.type, idText(member.id));
    }
  }
  const uint64_t left = answer.totalRows - answer.rows.size();
  text += fmt::format("{}{}{}\n", counted(answer.totalRows, "structure"),
                      answer.filter == StructureFilter::kTopLevel ? " that no other one owns" : "",
                      left > 0 ? fmt::format(" ({} not shown: --top 0 shows all)", groupedDigits(left)) : "");
  if (answer.coverage) text += coverageText(*answer.coverage);
  return text;
}

}  // namespace

/// Of the addon only, which takes nothing but JSON.
std::string write(const StructuresAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

}  // namespace heaptrail
