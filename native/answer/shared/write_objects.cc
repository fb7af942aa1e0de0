#include "answer/shared/write_objects.h"

#include <fmt/format.h>

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

}  // namespace heaptrail
