// The three forms of every answer. JSON is a contract (docs/json.md); text may change.
#include <fmt/format.h>

#include <algorithm>

#include "answer/json_writer.h"
#include "answer/numbers.h"
#include "answer/questions.h"

namespace heaptrail {

namespace {

constexpr int kSchema = 1;

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
  json.beginObject().member("index", point.index).member("t", point.seconds);
  json.member("objects", point.size.objects).member("bytes", point.size.bytes).endObject();
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

void writeKnown(JsonWriter& json, std::string_view name, const std::string& text) {
  json.key(name);
  if (text.empty()) {
    json.null();
  } else {
    json.value(text);
  }
}

void writeTrace(JsonWriter& json, const InfoAnswer& answer) {
  const TraceInfo& trace = answer.trace;
  json.key("trace").beginObject();
  json.member("path", trace.path).member("format", trace.format).member("formatVersion", trace.formatVersion);
  json.member("identity", trace.identity).member("sites", trace.sites).member("points", answer.points);
  json.key("start");
  if (trace.startMillis) {
    json.value(utcTime(*trace.startMillis));
  } else {
    json.null();
  }
  json.member("fileBytes", trace.fileBytes).member("compressed", trace.compressed).member("idBytes", trace.idBytes);
  json.endObject();
}

void writePools(JsonWriter& json, std::string_view name, const std::map<std::string, uint64_t>& pools) {
  json.key(name).beginObject();
  for (const auto& [pool, bytes] : pools) json.member(pool, bytes);
  json.endObject();
}

std::string json(const InfoAnswer& answer) {
  JsonWriter json = beginAnswer();
  writeTrace(json, answer);
  json.key("runtime").beginObject();
  writeKnown(json, "name", answer.runtime.name);
  writeKnown(json, "version", answer.runtime.version);
  json.member("compressedReferences", answer.runtime.compressedReferences);
  json.member("objectAlignment", answer.runtime.objectAlignment);
  json.member("headerBytes", answer.runtime.headerBytes).endObject();
  json.key("heap").beginObject();
  writeSize(json, "live", answer.live);
  writeSize(json, "unreachable", answer.unreachable);
  json.member("references", answer.references).member("missingObjects", answer.missingObjects);
  json.member("types", answer.types).member("threads", answer.threads).member("followWeak", answer.followWeak);
  json.key("roots").beginArray();
  for (const InfoAnswer::Roots& roots : answer.roots) {
    json.beginObject().member("kind", rootKindWord(roots.kind)).member("label", rootKindLabel(roots.kind));
    json.member("count", roots.count).endObject();
  }
  json.endArray().endObject();
  writeWarnings(json, answer.warnings);
  return endAnswer(std::move(json));
}

std::string json(const TimelineAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("points").beginArray();
  for (const PointAnswer& point : answer.points) writePoint(json, point);
  json.endArray().key("gcs").beginArray();
  for (const Collection& gc : answer.collections) {
    json.beginObject().member("t", gc.start).member("end", gc.end);
    json.member("kind", gc.kind == CollectionKind::kMajor ? "major" : "minor");
    json.member("collector", gc.collector).member("cause", gc.cause);
    writePools(json, "before", gc.usedBefore);
    writePools(json, "after", gc.usedAfter);
    json.endObject();
  }
  json.endArray();
  return endAnswer(std::move(json));
}

std::string json(const HeapAnswer& answer) {
  JsonWriter json = beginAnswer();
  json.key("point");
  writePoint(json, answer.point);
  json.member("count", toString(answer.counted));
  json.key("total").beginObject().member("rows", answer.totalRows);
  json.member("objects", answer.total.objects).member("bytes", answer.total.bytes).endObject();
  json.key("rows").beginArray();
  for (const GroupRow& row : answer.rows) {
    json.beginObject().member("key", row.key).member("objects", row.objects).member("bytes", row.bytes).endObject();
  }
  json.endArray();
  return endAnswer(std::move(json));
}

/// A field of a CSV line (RFC 4180): quoted where it must be.
std::string csvField(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv(const InfoAnswer& answer) {
  std::string text = "property,value\n";
  const auto line = [&text](std::string_view name, const auto& value) {
    text += fmt::format("{},{}\n", name, csvField(fmt::format("{}", value)));
  };
  line("path", answer.trace.path);
  line("format", answer.trace.format);
  line("formatVersion", answer.trace.formatVersion);
  line("start", answer.trace.startMillis ? utcTime(*answer.trace.startMillis) : "");
  line("fileBytes", answer.trace.fileBytes);
  line("runtime", answer.runtime.name);
  line("runtimeVersion", answer.runtime.version);
  line("points", answer.points);
  line("liveObjects", answer.live.objects);
  line("liveBytes", answer.live.bytes);
  line("unreachableObjects", answer.unreachable.objects);
  line("unreachableBytes", answer.unreachable.bytes);
  line("references", answer.references);
  line("missingObjects", answer.missingObjects);
  line("types", answer.types);
  line("threads", answer.threads);
  for (const InfoAnswer::Roots& roots : answer.roots)
    line(fmt::format("roots:{}", rootKindWord(roots.kind)), roots.count);
  return text;
}

std::string csv(const TimelineAnswer& answer) {
  std::string text = "point,t,objects,bytes\n";
  for (const PointAnswer& point : answer.points) {
    text += fmt::format("{},{},{},{}\n", point.index, point.seconds, point.size.objects, point.size.bytes);
  }
  return text;
}

std::string csv(const HeapAnswer& answer) {
  std::string text = "type,objects,bytes\n";
  for (const GroupRow& row : answer.rows) text += fmt::format("{},{},{}\n", csvField(row.key), row.objects, row.bytes);
  return text;
}

std::string sizeText(const Size& size) {
  return fmt::format("{} objects, {} ({} bytes)", groupedDigits(size.objects), binaryUnits(size.bytes),
                     groupedDigits(size.bytes));
}

std::string text(const InfoAnswer& answer) {
  std::string text;
  const auto line = [&text](std::string_view name, const std::string& value) {
    text += fmt::format("{:<13}{}\n", name, value);
  };
  line("File", fmt::format("{} ({}{})", answer.trace.path, binaryUnits(answer.trace.fileBytes),
                           answer.trace.compressed ? ", compressed" : ""));
  line("Format",
       fmt::format("{} ({}), ids of {} bytes", answer.trace.format, answer.trace.formatVersion, answer.trace.idBytes));
  if (answer.trace.startMillis) line("Taken", utcTime(*answer.trace.startMillis));
  if (!answer.runtime.name.empty() || !answer.runtime.version.empty()) {
    line("JVM", fmt::format("{} {}", answer.runtime.name, answer.runtime.version));
  }
  line("", fmt::format("references of {} bytes, headers of {}, objects at multiples of {}",
                       answer.runtime.compressedReferences ? 4 : 8, answer.runtime.headerBytes,
                       answer.runtime.objectAlignment));
  line("Points", groupedDigits(answer.points));
  line("Identity",
       answer.trace.identity ? "objects are the same at every point" : "none: objects cannot be followed over time");
  line("Sites",
       answer.trace.sites == "none" ? "none: the file does not tell where objects were allocated" : answer.trace.sites);
  line("Live", sizeText(answer.live));
  line("Unreachable", sizeText(answer.unreachable));
  if (answer.followWeak) line("", "weak and phantom references keep alive (--follow-weak)");
  line("References", answer.missingObjects == 0
                         ? groupedDigits(answer.references)
                         : fmt::format("{}, and some to {} objects that the file does not have",
                                       groupedDigits(answer.references), groupedDigits(answer.missingObjects)));
  line("Types", groupedDigits(answer.types));
  line("Threads", groupedDigits(answer.threads));
  uint64_t all = 0;
  for (const InfoAnswer::Roots& roots : answer.roots) all += roots.count;
  line("GC roots", groupedDigits(all));
  for (const InfoAnswer::Roots& roots : answer.roots) {
    text += fmt::format("{:>13}  {}\n", groupedDigits(roots.count), rootKindLabel(roots.kind));
  }
  return text;
}

std::string text(const TimelineAnswer& answer) {
  std::string text = fmt::format("{:>6} {:>10} {:>16} {:>12}\n", "Point", "Time", "Objects", "Bytes");
  for (const PointAnswer& point : answer.points) {
    text += fmt::format("{:>6} {:>9.3f}s {:>16} {:>12}\n", point.index, point.seconds,
                        groupedDigits(point.size.objects), binaryUnits(point.size.bytes));
  }
  if (answer.collections.empty()) text += "No garbage collections are recorded in this trace.\n";
  return text;
}

std::string text(const HeapAnswer& answer) {
  std::string text = fmt::format("{:>15} {:>17} {:>8}  {}\n", "Objects", "Bytes", "Share", "Type");
  for (const GroupRow& row : answer.rows) {
    text += fmt::format("{:>15} {:>17} {:>8}  {}\n", groupedDigits(row.objects), groupedDigits(row.bytes),
                        percent(row.bytes, answer.point.size.bytes), row.key);
  }
  const uint64_t left = answer.totalRows - answer.rows.size();
  text += fmt::format("{:>15} {:>17} {:>8}  {} types{}{}\n", groupedDigits(answer.total.objects),
                      groupedDigits(answer.total.bytes), percent(answer.total.bytes, answer.point.size.bytes),
                      groupedDigits(answer.totalRows),
                      answer.counted == Counted::kLive ? "" : fmt::format(", {} objects", toString(answer.counted)),
                      left > 0 ? fmt::format(" ({} not shown: --top 0 shows all)", groupedDigits(left)) : "");
  return text;
}

template <typename Answer>
std::string writeAs(const Answer& answer, Form form) {
  switch (form) {
    case Form::kJson:
      return json(answer);
    case Form::kCsv:
      return csv(answer);
    case Form::kText:
      break;
  }
  return text(answer);
}

}  // namespace

std::string write(const InfoAnswer& answer, Form form) { return writeAs(answer, form); }
std::string write(const TimelineAnswer& answer, Form form) { return writeAs(answer, form); }
std::string write(const HeapAnswer& answer, Form form) { return writeAs(answer, form); }

}  // namespace heaptrail
