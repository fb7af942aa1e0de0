// The three forms of where a heap grew, place by place, and of what was inferred from it.
#include <fmt/format.h>

#include <vector>

#include "answer/growth/growth_tree_answer.h"
#include "answer/shared/write_growth_parts.h"
#include "answer/shared/write_objects.h"
#include "answer/shared/write_parts.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

using Place = GrowthTreeAnswer::Place;

std::string viaTextOf(const Via& via) {
  switch (via.kind) {
    case Via::Kind::kRoot:
      return "";
    case Via::Kind::kElement:
      return "[]";
    case Via::Kind::kShared:
      return "~";
    case Via::Kind::kStaticField:
      return "static " + via.name;
    case Via::Kind::kField:
    case Via::Kind::kOther:
      break;
  }
  return via.name;
}

std::string typeText(const Place& place) { return place.isClass ? "class " + place.type : place.type; }

std::optional<FieldName> fieldOf(const Via& via) {
  if (via.kind != Via::Kind::kField && via.kind != Via::Kind::kStaticField) return std::nullopt;
  return FieldName{via.declaredBy, via.name, via.kind == Via::Kind::kStaticField};
}

void writePlace(JsonWriter& json, const Place& place, bool identity) {
  json.beginObject().key("parent");
  if (place.parent == GrowthPlace::kNone) {
    json.value(-1);
  } else {
    json.value(place.parent);
  }
  json.member("type", place.type).member("class", place.isClass).member("via", viaTextOf(place.via));
  writeField(json, fieldOf(place.via));
  json.member("shared", place.via.kind == Via::Kind::kShared);
  writeGrown(json, place.retained);
  json.key("members").beginObject().member("from", place.from).member("to", place.to);
  if (identity) json.member("born", place.born);
  json.endObject();
  json.key("folded").beginObject().member("from", place.metAgainFrom).member("to", place.metAgainTo).endObject();
  if (place.suspect > 0) json.member("suspect", place.suspect);
  json.endObject();
}

std::string json(const GrowthTreeAnswer& answer) {
  JsonWriter json = beginAnswer();
  writeWindow(json, answer.window);
  json.member("growth", answer.window.gain().bytes).member("least", answer.minimumGain);
  json.member("identity", answer.identity).key("nodes").beginArray();
  for (const Place& place : answer.places) writePlace(json, place, answer.identity);
  json.endArray();
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

std::vector<uint32_t> depthsOf(const GrowthTreeAnswer& answer) {
  std::vector<uint32_t> depths;
  for (const Place& place : answer.places) {
    depths.push_back(place.parent == GrowthPlace::kNone ? 0 : depths[place.parent] + 1);
  }
  return depths;
}

std::string csv(const GrowthTreeAnswer& answer) {
  std::string text = "place,parent,via,type,objectsFrom,objectsTo,born,retainedFrom,retainedTo,suspect\n";
  for (size_t i = 0; i < answer.places.size(); ++i) {
    const Place& place = answer.places[i];
    text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", i,
                        place.parent == GrowthPlace::kNone ? "" : std::to_string(place.parent),
                        csvField(viaTextOf(place.via)), csvField(typeText(place)), place.from, place.to,
                        answer.identity ? std::to_string(place.born) : "", place.retained.from.bytes,
                        place.retained.to.bytes, place.suspect > 0 ? std::to_string(place.suspect) : "");
  }
  return text;
}

/// Children below their parents, with the share in front.
void appendBranch(const GrowthTreeAnswer& answer, const std::vector<std::vector<uint32_t>>& children,
                  const std::vector<uint32_t>& depths, uint32_t number, std::string& text) {
  const Place& place = answer.places[number];
  const std::string via = viaTextOf(place.via);
  const bool whole = answer.window.isWhole();
  const std::string bytes = whole ? groupedDigits(place.retained.to.bytes) : signedText(place.retained.bytes());
  const std::string objects = whole
                                  ? fmt::format("{:>11}", groupedDigits(place.to))
                                  : fmt::format("{:>11} → {:>11}", groupedDigits(place.from), groupedDigits(place.to));
  text += fmt::format("{:>6.1f} % {:>15} {}  {:{}}{}{}{}\n", answer.window.gain().percentOf(place.retained), bytes,
                      objects, "", 2 * (depths[number] - 1), via.empty() ? "" : via + ": ", typeText(place),
                      place.suspect > 0 ? fmt::format("   ← suspect {}", place.suspect) : "");
  for (const uint32_t child : children[number]) appendBranch(answer, children, depths, child, text);
}

std::string text(const GrowthTreeAnswer& answer) {
  std::string text = windowText(answer.window);
  if (answer.places.empty()) return text + "\nThe heap is empty at the end of this window.\n";
  if (!answer.window.gain().heapGrew()) {
    text += "\nThe heap did not grow in this window: shares are of what it holds at the end.\n";
  }
  if (answer.places.size() == 1) {
    return text + fmt::format("\nNo place {} {} bytes or more.\n", answer.window.isWhole() ? "retains" : "gained",
                              groupedDigits(static_cast<uint64_t>(answer.minimumGain)));
  }
  text +=
      fmt::format("\n{}\n{:>8} {:>15} {:>11}   {:>11}\n",
                  answer.window.isWhole() ? "What is held, by which field, and how much it retains"
                                          : "Where it grew: what is held, by which field, and how much it retains more",
                  "Share", "Bytes", "Objects", "");
  std::vector<std::vector<uint32_t>> children(answer.places.size());
  for (uint32_t i = 1; i < answer.places.size(); ++i) children[answer.places[i].parent].push_back(i);
  const std::vector<uint32_t> depths = depthsOf(answer);
  for (const uint32_t child : children.front()) appendBranch(answer, children, depths, child, text);
  return text + fmt::format("Left out: what {} less than {} bytes. \"~\": several objects hold it.\n",
                            answer.window.isWhole() ? "retains" : "gained",
                            groupedDigits(static_cast<uint64_t>(answer.minimumGain)));
}

}  // namespace

std::string write(const GrowthTreeAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

}  // namespace heaptrail
