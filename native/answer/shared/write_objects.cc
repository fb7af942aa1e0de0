#include "answer/shared/write_objects.h"

#include <fmt/format.h>

#include <algorithm>

#include "answer/shared/write_parts.h"
#include "text/numbers.h"

namespace heaptrail {

void writeObject(JsonWriter& json, const ObjectAnswer& object) {
  json.beginObject().member("id", idText(object.id)).member("type", object.type).member("bytes", object.bytes);
  if (object.length) json.member("length", *object.length);
  if (object.age) json.member("age", *object.age);
  if (object.space != HeapSpace::kUnknown) json.member("space", heapSpaceWord(object.space));
  json.memberIfAny("text", object.text);
  if (object.retained) writeSize(json, "retained", *object.retained);
  if (object.deep) writeSize(json, "deep", *object.deep);
  if (object.deepEstimate) json.member("deepEstimate", *object.deepEstimate);
  json.endObject();
}

void writeHolder(JsonWriter& json, const HolderAnswer& holder) {
  json.beginObject().member("kind", holder.kind).member("label", holder.label);
  const auto known = [&json](std::string_view name, const std::string& text) {
    if (!text.empty()) json.member(name, text);
  };
  known("class", holder.className);
  known("field", holder.field);
  known("thread", holder.thread);
  known("method", holder.method);
  known("file", holder.file);
  if (holder.line > 0) json.member("line", holder.line);
  if (holder.slot) json.member("slot", *holder.slot);
  json.member("direct", holder.direct).key("object");
  writeObject(json, holder.object);
  json.endObject();
}

void writePath(JsonWriter& json, const PathAnswer& path) {
  json.beginObject().key("root");
  writeHolder(json, path.holder);
  json.key("steps").beginArray();
  for (const PathAnswer::Step& step : path.steps) {
    json.beginObject();
    if (!step.via.empty()) json.member("via", step.via);
    json.key("object");
    writeObject(json, step.object);
    json.endObject();
  }
  json.endArray().endObject();
}

std::string objectText(const ObjectAnswer& object) {
  std::string type = object.type;
  if (object.length && type.ends_with("[]")) type.insert(type.size() - 1, groupedDigits(*object.length));
  const std::string text = object.text.empty() ? "" : ' ' + object.text;
  return fmt::format("{}{} @ {}", type, text, idText(object.id));
}

std::string ageText(const ObjectAnswer& object) {
  std::string text;
  if (object.age) text = fmt::format("has survived {}", counted(*object.age, "collection"));
  if (object.space != HeapSpace::kUnknown) {
    text += fmt::format("{}in the {} space", text.empty() ? "" : ", ", heapSpaceWord(object.space));
  }
  return text;
}

std::string holderText(const HolderAnswer& holder) {
  if (!holder.field.empty()) return fmt::format("static {}.{}", holder.className, holder.field);
  std::string text = holder.label;
  if (!holder.thread.empty()) text += fmt::format(" of thread \"{}\"", holder.thread);
  if (!holder.method.empty()) {
    const std::string place = holder.file.empty() ? "" : fmt::format(" ({}:{})", holder.file, holder.line);
    text += fmt::format(", in {}{}", holder.method, place);
  }
  if (holder.slot) text += fmt::format(", slot {}", *holder.slot);
  return text;
}

std::string viaText(const std::string& via) { return via.starts_with('[') || via.starts_with('<') ? via : '.' + via; }

namespace {

using StepOfPath = PathAnswer::Step;

// Columns of steps are at least so wide; longer names make all of them wider, up to this.
constexpr size_t kNarrowestStep = 20;
constexpr size_t kWidestStep = 36;
// A node may hold the next one through objects of its own: so many steps are looked at together, and so many times they
// must come again.
constexpr size_t kLongestPattern = 3;
constexpr size_t kFewestRepeats = 4;

bool isSameKind(const StepOfPath& a, const StepOfPath& b) {
  const bool areElements = a.via.starts_with('[') && b.via.starts_with('[');
  return (areElements || a.via == b.via) && a.object.type == b.object.type;
}

/// How often the next `length` steps come, one time after the other.
size_t repeatsOf(std::span<const StepOfPath> steps, size_t length) {
  size_t at = length;
  while (at < steps.size() && isSameKind(steps[at], steps[at - length])) ++at;
  return at / length;
}

}  // namespace

std::string stepsText(std::span<const PathAnswer::Step> steps, std::string_view indent) {
  size_t width = kNarrowestStep;
  for (const StepOfPath& step : steps) width = std::max(width, std::min(kWidestStep, viaText(step.via).size()));
  std::string text;
  const auto say = [&](std::span<const StepOfPath> some) {
    for (const StepOfPath& step : some) {
      const std::string via = step.via.empty() ? "" : viaText(step.via);
      text += fmt::format("{}{:<{}} {}\n", indent, via, width, objectText(step.object));
    }
  };
  while (!steps.empty()) {
    size_t told = 1;
    for (size_t length = 1; length <= std::min(kLongestPattern, steps.size()); ++length) {
      const size_t repeats = repeatsOf(steps, length);
      if (repeats < kFewestRepeats) continue;
      say(steps.first(length));
      text += fmt::format("{}… {} more steps like {}\n", indent, groupedDigits(length * (repeats - 2)),
                          length == 1 ? "this" : "these");
      steps = steps.subspan(length * (repeats - 1));
      told = length;
      break;
    }
    say(steps.first(told));
    steps = steps.subspan(told);
  }
  return text;
}

}  // namespace heaptrail
