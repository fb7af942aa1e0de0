#include "answer/shared/write_growth_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "answer/shared/write_objects.h"
#include "answer/shared/write_parts.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

// Of the heap, what every program gains and loses again.
constexpr double kLittleGrowth = 0.01;

std::string_view toString(WindowAnswer::Chosen chosen) {
  switch (chosen) {
    case WindowAnswer::Chosen::kAsked:
      return "asked";
    case WindowAnswer::Chosen::kSuggested:
      return "suggested";
    case WindowAnswer::Chosen::kLows:
      return "lows";
    case WindowAnswer::Chosen::kWhole:
      return "whole";
    case WindowAnswer::Chosen::kEnds:
      break;
  }
  return "ends";
}

std::string_view whyText(WindowAnswer::Chosen chosen) {
  if (chosen == WindowAnswer::Chosen::kSuggested) return ", where the heap grew most";
  if (chosen == WindowAnswer::Chosen::kLows) return ", two lows of a heap that goes up and down";
  return "";
}

}  // namespace

void writeName(JsonWriter& json, const std::string& name, const std::optional<FieldName>& field) {
  json.member("name", name);
  writeField(json, field);
}

void writeWithin(JsonWriter& json, const std::optional<OwnField>& within) {
  if (!within) return;
  json.key("within").beginObject();
  writeName(json, within->text, within->field);
  json.endObject();
}

void writeField(JsonWriter& json, const std::optional<FieldName>& field) {
  json.key("field");
  if (field) {
    json.beginObject().member("class", field->className).member("name", field->name);
    json.member("static", field->isStatic).endObject();
  } else {
    json.null();
  }
}

void writeSentence(JsonWriter& json, const Sentence& sentence) {
  json.member("sentence", sentence.text()).key("sentenceParts").beginArray();
  for (const SentencePart& part : sentence.parts()) {
    json.beginObject().member("text", part.text);
    if (const auto* field = std::get_if<FieldName>(&part.target)) {
      writeField(json, *field);
    } else if (const auto* type = std::get_if<NamedType>(&part.target)) {
      json.member("type", type->name);
    } else if (const auto* frame = std::get_if<Frame>(&part.target)) {
      json.key("frame");
      writeFrame(json, *frame);
    }
    json.endObject();
  }
  json.endArray();
}

void writeGrown(JsonWriter& json, const GrownSize& size) {
  writeSize(json, "from", size.from);
  writeSize(json, "to", size.to);
}

void writeMetric(JsonWriter& json, std::string_view name, const GrownSize& size, int64_t heapGrowth) {
  json.key(name).beginObject();
  writeGrown(json, size);
  json.key("hgp");
  if (const auto portion = heapGrowthPortion(size, heapGrowth)) {
    json.value(*portion);
  } else {
    json.null();
  }
  json.endObject();
}

void writeLeafSizes(JsonWriter& json, const LeafSizes& leaves) {
  writeGrown(json, leaves.size);
  if (!leaves.deep) return;
  json.key("deep").beginObject();
  writeGrown(json, *leaves.deep);
  json.endObject();
}

void writeLeaves(JsonWriter& json, std::string_view name, const std::vector<LeafGroup>& leaves) {
  json.key(name).beginArray();
  for (const LeafGroup& leaf : leaves) {
    json.beginObject().member("type", leaf.type);
    writeSite(json, leaf.site);
    writeLeafSizes(json, leaf);
    if (leaf.estimated) {
      json.member("estimated", true).key("samples").beginObject();
      json.member("from", leaf.samples[0]).member("to", leaf.samples[1]).endObject();
    }
    json.endObject();
  }
  json.endArray();
}

void writeWindow(JsonWriter& json, const WindowAnswer& window) {
  json.key("window").beginObject().key("from");
  writePoint(json, window.from);
  json.key("to");
  writePoint(json, window.to);
  json.member("chosen", toString(window.chosen));
  if (window.fell) {
    json.key("fell");
    writePoint(json, *window.fell);
  }
  json.endObject();
}

void writePattern(JsonWriter& json, std::optional<GrowthPattern> pattern) {
  json.key("pattern");
  if (pattern) {
    json.value(wordOf(*pattern));
  } else {
    json.null();
  }
}

void writeRow(JsonWriter& json, const GrowthRow& row, int64_t heapGrowth, bool hasLeaves) {
  json.beginObject().member("id", idText(row.id));
  if (row.fromId) json.member("fromId", idText(*row.fromId));
  writeName(json, row.name, row.field);
  writeWithin(json, row.within);
  json.member("type", row.type).member("description", row.description).member("inferred", row.inferred);
  writeSite(json, row.site);
  json.member("category", toString(row.category)).member("match", toString(row.match));
  writePattern(json, row.pattern);
  json.key("metrics").beginObject();
  writeMetric(json, "retained", row.growth.retained, heapGrowth);
  writeMetric(json, "deep", row.growth.deep, heapGrowth);
  writeMetric(json, "structure", row.growth.structure, heapGrowth);
  writeMetric(json, "deepStructure", row.growth.deepStructure, heapGrowth);
  json.endObject();
  json.key("leafCount").beginObject().member("from", row.leavesFrom).member("to", row.leavesTo).endObject();
  if (hasLeaves) writeLeaves(json, "leaves", row.leaves);
  json.endObject();
}

void writePathOrNull(JsonWriter& json, const std::optional<PathAnswer>& path) {
  json.key("path");
  if (path) {
    writePath(json, *path);
  } else {
    json.null();
  }
}

std::string placeOf(const std::vector<Frame>& site) {
  const std::span<const Frame> telling = tellingFrames(site);
  return telling.empty() ? std::string() : frameText(telling.back());
}

std::string signedText(int64_t number) {
  return (number < 0 ? "-" : "+") + groupedDigits(static_cast<uint64_t>(number < 0 ? -number : number));
}

std::string windowText(const WindowAnswer& window) {
  const int64_t growth = window.heapGrowth();
  if (window.isWhole()) {
    return fmt::format("All that the heap holds at point {} ({})\nLive heap: {} bytes\n", window.to.index,
                       secondsText(window.to.seconds), groupedDigits(window.to.size.bytes));
  }
  std::string text = fmt::format(
      "From point {} ({}) to point {} ({}){}\nLive heap: {} → {} bytes ({})\n", window.from.index,
      secondsText(window.from.seconds), window.to.index, secondsText(window.to.seconds), whyText(window.chosen),
      groupedDigits(window.from.size.bytes), groupedDigits(window.to.size.bytes), signedText(growth));
  const auto before = static_cast<double>(window.from.size.bytes);
  if (growth > 0 && static_cast<double>(growth) < kLittleGrowth * before) {
    text += fmt::format("It hardly grew, by {:.1f} %: what is told here may be no leak.\n",
                        100 * static_cast<double>(growth) / before);
  }
  if (window.fell) {
    text += fmt::format(
        "At point {} ({}) it was down to {} bytes again: if the program was not ending then, this may be no leak.\n",
        window.fell->index, secondsText(window.fell->seconds), groupedDigits(window.fell->size.bytes));
  }
  return text;
}

std::string leafText(const std::vector<LeafGroup>& leaves, std::string_view indent, bool whole) {
  std::string text;
  if (std::ranges::any_of(leaves, [](const LeafGroup& leaf) { return leaf.deep.has_value(); })) {
    text += fmt::format("{}{:>29}  {:>17}  {}\n", indent, "Objects", "Deep bytes", "Leaves");
  }
  for (const LeafGroup& leaf : leaves) {
    const std::string about = leaf.estimated ? "≈ " : "";
    const std::string now = about + groupedDigits(leaf.size.to.objects);
    text += whole ? fmt::format("{}{:>29}  ", indent, now)
                  : fmt::format("{}{:>13} → {:>13}  ", indent, about + groupedDigits(leaf.size.from.objects), now);
    if (leaf.deep) {
      text += fmt::format("{:>17}  ", whole ? groupedDigits(leaf.deep->to.bytes) : signedText(leaf.deep->bytes()));
    }
    text += leaf.type;
    if (const std::string place = placeOf(leaf.site); !place.empty()) text += fmt::format("  at {}", place);
    text += '\n';
  }
  return text;
}

std::string pathText(const PathAnswer& path, std::string_view indent, std::string_view whose) {
  return fmt::format("{}{}held by {}\n", indent, whose, holderText(path.holder)) +
         stepsText(path.steps, std::string(indent) + "  ");
}

}  // namespace heaptrail
