// The three forms of what grew in a window.
#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "answer/growth/growth_question.h"
#include "answer/shared/growth_advice.h"
#include "answer/shared/growth_sentences.h"
#include "answer/shared/growth_words.h"
#include "answer/shared/write_growth_parts.h"
#include "answer/shared/write_objects.h"
#include "answer/shared/write_parts.h"
#include "growth/place_names.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

void writeTaken(JsonWriter& json, const SuspectAnswer& suspect) {
  json.key("taken").beginArray();
  for (const TakenIn& taken : suspect.taken) {
    json.beginObject().member("type", taken.type).member("from", taken.from).member("to", taken.to);
    if (taken.removed) json.member("removed", *taken.removed);
    json.endObject();
  }
  json.endArray().member("linesOf", suspect.linesOf == LinesOf::kLeaves ? "leaves" : "retained");
  json.key("lines").beginArray();
  for (const ProgramLine& line : suspect.lines) {
    json.beginObject();
    writeFrameMembers(json, line.frame);
    json.member("share", line.share).member("samples", line.samples);
    json.member("estimated", suspect.linesAreEstimated).endObject();
  }
  json.endArray();
}

void writeOwners(JsonWriter& json, const SuspectAnswer& suspect) {
  json.key("owners").beginArray();
  for (const OwnerAnswer& owner : suspect.owners) {
    json.beginObject();
    writeName(json, owner.name, owner.field);
    json.member("type", owner.type).member("object", idText(owner.object)).endObject();
  }
  json.endArray();
}

void writeSuspect(JsonWriter& json, size_t rank, const SuspectAnswer& suspect, const WindowAnswer& window) {
  const HeapGain gain = window.gain();
  json.beginObject().member("rank", rank);
  writeName(json, suspect.name, suspect.field);
  writeWithin(json, suspect.within);
  writeSentence(json, sentenceAbout(suspect, gain));
  json.member("advice", adviceOn(suspect, gain));
  writePattern(json, suspect.head == 0 ? std::nullopt : std::optional(suspect.pattern));
  json.member("joint", suspect.joint);
  json.member("born", suspect.born).member("count", suspect.count);
  json.key("structures").beginArray();
  for (const uint64_t id : suspect.structures) json.value(idText(id));
  json.endArray();
  json.key("head");
  if (suspect.head != 0) {
    json.value(idText(suspect.head));
  } else {
    json.null();
  }
  if (suspect.unheld != HeldByNobody::kNo) json.member("unheld", toString(suspect.unheld));
  json.member("type", suspect.type).member("inferred", suspect.inferred);
  writeSite(json, suspect.site);
  json.member("match", toString(suspect.match));
  writeTaken(json, suspect);
  writeOwners(json, suspect);
  writeMetric(json, "retained", suspect.retained, window.heapGrowth());
  writeLeaves(json, "leaves", suspect.leaves);
  writePathOrNull(json, suspect.path);
  json.endObject();
}

std::string json(const GrowthAnswer& answer) {
  const int64_t heapGrowth = answer.window.heapGrowth();
  JsonWriter json = beginAnswer();
  writeWindow(json, answer.window);
  json.member("match", toString(answer.match)).member("threshold", answer.threshold);
  json.key("counts").beginObject().member("survivors", answer.survivors).member("died", answer.died);
  json.member("born", answer.born).member("unmatched", answer.unmatched).endObject();
  json.member("sort", toString(answer.order)).member("category", toString(answer.category));
  json.key("total").beginObject().member("rows", answer.totalRows).member("unchanged", answer.unchanged).endObject();
  json.key("structures").beginArray();
  for (const GrowthRow& row : answer.rows) writeRow(json, row, heapGrowth, answer.hasLeaves);
  json.endArray().key("suspects").beginArray();
  for (size_t i = 0; i < answer.suspects.size(); ++i) writeSuspect(json, i + 1, answer.suspects[i], answer.window);
  json.endArray().key("types").beginArray();
  for (const GrowthAnswer::TypeRow& row : answer.types) {
    json.beginObject().member("type", row.type);
    writeGrown(json, row.size);
    json.endObject();
  }
  json.endArray();
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

std::string json(const GrowthOfAnswer& answer) {
  const int64_t heapGrowth = answer.window.heapGrowth();
  JsonWriter json = beginAnswer();
  writeWindow(json, answer.window);
  json.member("threshold", answer.threshold).key("structure");
  writeRow(json, answer.row, heapGrowth, false);
  writeSentence(json, answer.sentence);
  json.member("advice", answer.advice);
  writePathOrNull(json, answer.path);
  json.key("leaves").beginObject().member("of", answer.leavesOf == Descent::kOwnParts ? "own" : "deep");
  json.key("total").beginObject();
  writeLeafSizes(json, answer.allLeaves);
  json.member("rows", answer.leafRows).endObject();
  json.key("types").beginArray();
  for (const LeafType& type : answer.leafTypes) {
    json.beginObject().member("type", type.type);
    writeLeafSizes(json, type);
    json.endObject();
  }
  json.endArray();
  writeLeaves(json, "rows", answer.leaves);
  json.endObject().key("owners").beginArray();
  for (const GrowthOfAnswer::Owner& owner : answer.owners) {
    json.beginObject().member("id", idText(owner.id));
    writeName(json, owner.name, owner.field);
    json.member("type", owner.type);
    writeSite(json, owner.site);
    json.member("shared", owner.shared).endObject();
  }
  json.endArray();
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

std::string portionText(const GrownSize& size, const HeapGain& gain) {
  return fmt::format("{:.1f} %", gain.percentOf(size));
}

std::string portionField(const GrownSize& size, int64_t heapGrowth) {
  const auto portion = heapGrowthPortion(size, heapGrowth);
  return portion ? fmt::format("{:.3f}", *portion) : "";
}

std::string csv(const GrowthAnswer& answer) {
  const int64_t heapGrowth = answer.window.heapGrowth();
  std::string text = "id,type,site,category,match,pattern";
  for (const char* metric : {"retained", "deep", "structure", "deepStructure"}) {
    text += fmt::format(",{0}ObjectsFrom,{0}BytesFrom,{0}ObjectsTo,{0}BytesTo,{0}Hgp", metric);
  }
  text += ",leavesFrom,leavesTo\n";
  for (const GrowthRow& row : answer.rows) {
    text += fmt::format("{},{},{},{},{},{}", idText(row.id), csvField(row.type), csvField(placeOf(row.site)),
                        toString(row.category), toString(row.match), wordOf(row.pattern));
    for (const GrownSize& size :
         {row.growth.retained, row.growth.deep, row.growth.structure, row.growth.deepStructure}) {
      text += fmt::format(",{},{},{},{},{}", size.from.objects, size.from.bytes, size.to.objects, size.to.bytes,
                          portionField(size, heapGrowth));
    }
    text += fmt::format(",{},{}\n", row.leavesFrom, row.leavesTo);
  }
  return text;
}

std::string csv(const GrowthOfAnswer& answer) {
  std::string text =
      "type,site,objectsFrom,bytesFrom,objectsTo,bytesTo,deepObjectsFrom,deepBytesFrom,deepObjectsTo,deepBytesTo\n";
  for (const LeafGroup& leaf : answer.leaves) {
    text += fmt::format("{},{}", csvField(leaf.type), csvField(placeOf(leaf.site)));
    for (const std::optional<GrownSize>& size : {std::optional(leaf.size), leaf.deep}) {
      text += size ? fmt::format(",{},{},{},{}", size->from.objects, size->from.bytes, size->to.objects, size->to.bytes)
                   : ",,,,";
    }
    text += '\n';
  }
  return text;
}

/// Who made it, by the program's own lines.
std::string linesText(const SuspectAnswer& suspect, bool whole) {
  if (suspect.lines.empty()) return "";
  const std::string_view added = whole ? "what it holds" : "what was added";
  const std::string_view kept =
      suspect.count > 1 || suspect.unheld != HeldByNobody::kNo ? "what they keep alive" : "what it keeps alive";
  std::string text = fmt::format("    {} is created in\n", suspect.linesOf == LinesOf::kLeaves ? added : kept);
  for (const ProgramLine& line : suspect.lines) {
    const std::string share = shareWords(line.share, suspect.linesAreEstimated);
    text += fmt::format("    {:>13}  {}", share, frameText(line.frame));
    if (suspect.linesAreEstimated) text += fmt::format("  ({})", counted(line.samples, "sample"));
    text += '\n';
  }
  return text;
}

/// By which of its parts the only one holds what piled up.
std::string partsText(const SuspectAnswer& suspect) {
  if (suspect.count != 1 || suspect.owners.size() < 2) return {};
  std::vector<std::string> names;
  for (const OwnerAnswer& part : std::span(suspect.owners).subspan(1)) {
    names.push_back(part.name.empty() ? shortClassName(part.type) : part.name);
  }
  return fmt::format("    in its parts {}\n", fmt::join(names, ", "));
}

std::string suspectsText(const GrowthAnswer& answer) {
  const HeapGain gain = answer.window.gain();
  const bool whole = gain.isWhole();
  std::string text = whole             ? "\nWhat holds the most\n"
                     : gain.heapGrew() ? "\nSuspects\n"
                                       : "\nThe heap did not grow in this window. What grew in it all the same:\n";
  for (size_t i = 0; i < answer.suspects.size(); ++i) {
    const SuspectAnswer& suspect = answer.suspects[i];
    text += fmt::format("{:>2}. {}\n    {}\n", i + 1, sentenceAbout(suspect, gain).text(), adviceOn(suspect, gain));
    if (const std::string place = placeOf(suspect.site); !place.empty()) text += fmt::format("    from {}\n", place);
    text += partsText(suspect) + linesText(suspect, whole) + leafText(suspect.leaves, "    ", whole);
    if (suspect.path) text += pathText(*suspect.path, "    ", suspect.joint ? "the largest of them is " : "");
  }
  if (!answer.suspects.empty()) return text;
  if (!gain.heapGrew()) return "\nThe heap did not grow in this window, and no place in it grew by much.\n";
  text = whole ? "\nNo place holds a large part of the heap. The largest types:\n"
               : "\nNo place explains a large part of this growth. The types that grew most:\n";
  for (const GrowthAnswer::TypeRow& row : answer.types) {
    const auto& [from, to] = row.size;
    text +=
        fmt::format("{:>17} bytes {:>13} objects  {}\n", whole ? groupedDigits(to.bytes) : signedText(row.size.bytes()),
                    whole ? groupedDigits(to.objects) : signedText(row.size.objects()), row.type);
  }
  return text;
}

/// `many`: how many rows read the same, which are one line.
std::string rowLine(const GrowthRow& row, const WindowAnswer& window, size_t many = 1) {
  const HeapGain gain = window.gain();
  const bool whole = gain.isWhole();
  std::string text =
      fmt::format("{:>10} {:>10} {:>10} {:>10} {:>17}  {}", portionText(row.growth.retained, gain),
                  portionText(row.growth.deep, gain), portionText(row.growth.structure, gain),
                  portionText(row.growth.deepStructure, gain),
                  whole ? groupedDigits(row.growth.retained.to.bytes) : signedText(row.growth.retained.bytes()),
                  many == 1 ? row.type + " " + idText(row.id) : fmt::format("each of {} {}", many, row.type));
  if (!row.name.empty()) text += fmt::format(" {}", row.name);
  if (row.inferred) text += " (inferred)";
  if (const std::string place = placeOf(row.site); !place.empty()) text += fmt::format(" from {}", place);
  if (row.category == Origin::kBorn && !whole) text += " (born)";
  if (row.pattern != GrowthPattern::kNone && !whole) text += fmt::format(": {}", nameOf(row.pattern));
  return text + '\n';
}

// So many rows that differ in ids only are told in one line.
constexpr size_t kManyAlike = 4;

std::string_view shareTitle(const WindowAnswer& window) {
  if (window.isWhole()) return "Share of the heap";
  return window.gain().heapGrew() ? "Share of the heap's growth" : "What was gained, as a share of the heap";
}

std::string headLine() {
  return fmt::format("{:>10} {:>10} {:>10} {:>10} {:>17}  {}\n", "Retained", "Deep", "Structure", "Deep str.",
                     "Retained bytes", "Data structure");
}

std::string_view fateOf(GrowthCategory category) {
  switch (category) {
    case GrowthCategory::kSurvivor:
      return "alive at both ends";
    case GrowthCategory::kBorn:
      return "born in the window";
    case GrowthCategory::kAll:
      break;
  }
  return "alive at both ends or born in the window";
}

std::string text(const GrowthAnswer& answer) {
  std::string text = windowText(answer.window) + suspectsText(answer);
  const bool whole = answer.window.isWhole();
  text += fmt::format("\n{}\n{}", shareTitle(answer.window), headLine());
  const auto read = [&](size_t row, size_t many) {
    return rowLine(answer.rows[row], answer.window, many) + leafText(answer.rows[row].leaves, "              ", whole);
  };
  for (size_t i = 0; i < answer.rows.size();) {
    const std::string first = read(i, kManyAlike);
    size_t next = i + 1;
    while (next < answer.rows.size() && read(next, kManyAlike) == first) ++next;
    // A few are told apart by their ids.
    const size_t many = next - i < kManyAlike ? 1 : next - i;
    text += read(i, many);
    i += many;
  }
  const uint64_t left = answer.totalRows - answer.rows.size();
  text += fmt::format("{}{}{}\n", counted(answer.totalRows, "structure"),
                      whole ? "" : fmt::format(" {}", fateOf(answer.category)),
                      left > 0 ? fmt::format(" ({} not shown: --top 0 shows all)", groupedDigits(left)) : "");
  if (answer.unchanged > 0) {
    text += fmt::format("{} more {} (--unchanged lists them)\n", groupedDigits(answer.unchanged),
                        whole ? "are small" : "did not grow");
  }
  if (whole) return text;
  const bool leavesOutBorn = answer.category == GrowthCategory::kSurvivor && answer.born > 0;
  text += fmt::format("{} born and {} gone in the window{}{}\n", groupedDigits(answer.born), groupedDigits(answer.died),
                      leavesOutBorn ? " (--category all lists what was born, too)" : "",
                      answer.match == GrowthMatch::kPath
                          ? fmt::format("; matched by path, which {} could not be", groupedDigits(answer.unmatched))
                          : "");
  return text;
}

std::string text(const GrowthOfAnswer& answer) {
  std::string text = windowText(answer.window);
  text += fmt::format("\n{}\n", answer.sentence.text());
  if (!answer.advice.empty()) text += answer.advice + '\n';
  text += fmt::format("\n{}\n{}{}", shareTitle(answer.window), headLine(), rowLine(answer.row, answer.window));
  if (answer.path) text += '\n' + pathText(*answer.path, "");
  const bool whole = answer.window.isWhole();
  const std::string before = whole ? "" : fmt::format("{} → ", groupedDigits(answer.allLeaves.size.from.objects));
  text += fmt::format("\nLeaves{}: {}{}\n",
                      answer.leavesOf == Descent::kOwnParts ? "" : " with those of contained structures", before,
                      groupedDigits(answer.allLeaves.size.to.objects));
  text += leafText(answer.leaves, "  ", whole);
  if (!answer.owners.empty()) text += "\nOther owners of these leaves\n";
  for (const GrowthOfAnswer::Owner& owner : answer.owners) {
    text += fmt::format("{:>15}  {} {} {}\n", groupedDigits(owner.shared), owner.type, idText(owner.id), owner.name);
  }
  return text;
}

}  // namespace

std::string write(const GrowthAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

std::string write(const GrowthOfAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

}  // namespace heaptrail
