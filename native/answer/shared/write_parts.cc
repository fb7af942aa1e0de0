#include "answer/shared/write_parts.h"

#include <fmt/format.h>

#include "growth/common_names.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

constexpr int kSchema = 1;

}  // namespace

JsonWriter beginAnswer() {
  JsonWriter json;
  json.beginObject().key("heaptrail").beginObject().member("schema", kSchema).endObject();
  return json;
}

std::string endAnswer(JsonWriter json) {
  json.endObject();
  return std::move(json).take();
}

void writeSize(JsonWriter& json, std::string_view name, const Size& size) {
  json.key(name).beginObject().member("objects", size.objects).member("bytes", size.bytes).endObject();
}

void writePoint(JsonWriter& json, const PointAnswer& point) {
  json.beginObject();
  writePointMembers(json, point);
  json.endObject();
}

void writePointMembers(JsonWriter& json, const PointAnswer& point) {
  json.member("index", point.index).member("t", point.seconds);
  json.member("objects", point.size.objects).member("bytes", point.size.bytes);
  if (point.atExit) json.member("atExit", true);
  if (point.isLight) json.member("light", true);
  json.memberIfAny("file", point.file);
}

void writeSuggestedPoint(JsonWriter& json, const std::optional<SuggestedPoint>& suggested) {
  json.key("suggestedPoint");
  if (suggested) {
    json.beginObject().member("index", suggested->index).member("why", toString(suggested->why)).endObject();
  } else {
    json.null();
  }
}

void writeWarnings(JsonWriter& json, const std::vector<Warning>& warnings) {
  json.key("warnings").beginArray();
  for (const Warning& warning : warnings) {
    json.beginObject().member("message", warning.message);
    if (warning.offset) json.member("offset", *warning.offset);
    json.endObject();
  }
  json.endArray();
}

std::string idText(uint64_t id) { return fmt::format("{:#x}", id); }

void writeFrameMembers(JsonWriter& json, const Frame& frame) {
  json.member("class", frame.className).member("method", frame.method);
  if (!frame.file.empty()) json.member("file", frame.file);
  if (frame.line > 0) json.member("line", frame.line);
}

void writeFrame(JsonWriter& json, const Frame& frame) {
  json.beginObject();
  writeFrameMembers(json, frame);
  json.endObject();
}

void writeSite(JsonWriter& json, const std::vector<Frame>& site) {
  const size_t telling = tellingFrames(site).size();
  json.key("site").beginArray();
  for (size_t i = 0; i < site.size(); ++i) {
    json.beginObject();
    writeFrameMembers(json, site[i]);
    if (i > 0 && i + 1 == telling) json.member("telling", true);
    json.endObject();
  }
  json.endArray();
}

std::string frameText(const Frame& frame) {
  std::string text = fmt::format("{}.{}", frame.className, frame.method);
  if (!frame.file.empty()) {
    text += frame.line > 0 ? fmt::format(" ({}:{})", frame.file, frame.line) : fmt::format(" ({})", frame.file);
  }
  return text;
}

std::string_view reasonText(WhySuggested why) {
  switch (why) {
    case WhySuggested::kGrowth:
      return ", up to which the heap grew most";
    case WhySuggested::kLow:
      return ", a low of a heap that goes up and down";
    case WhySuggested::kFall:
      return ", before the heap fell";
    case WhySuggested::kLast:
      return ", the last";
    case WhySuggested::kOnly:
      return "";
  }
  return "";
}

std::string pointText(const PointAnswer& point, const PointChoice& among) {
  std::string text = fmt::format("{} of 0-{} ({})", point.index, among.points - 1, secondsText(point.seconds));
  if (!point.file.empty()) text += ", " + point.file;
  if (among.suggested && among.suggested->index == point.index) text += reasonText(among.suggested->why);
  if (point.isLight) text += ", a light one";
  if (point.atExit) return text + ", taken as the program ended";
  return text + (among.endsAtExit ? "; the last was taken as the program ended" : "");
}

std::string pointLine(const PointAnswer& point, const PointChoice& among) {
  return among.points < 2 ? std::string() : fmt::format("Point {}\n", pointText(point, among));
}

std::string secondsText(double time) { return fmt::format("{:.3f} s", time); }

std::string sizeText(const Size& size) {
  return fmt::format("{}, {} ({})", counted(size.objects, "object"), binaryUnits(size.bytes),
                     counted(size.bytes, "byte"));
}

}  // namespace heaptrail
