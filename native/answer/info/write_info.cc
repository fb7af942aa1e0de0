// The three forms of what a trace is.
#include <fmt/format.h>

#include "answer/info/info_question.h"
#include "answer/shared/write_parts.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

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
  json.member("path", trace.paths.front()).member("format", trace.format).member("formatVersion", trace.formatVersion);
  json.member("identity", trace.identity).member("sites", siteCoverageWord(trace.sites)).member("ages", trace.ages);
  json.member("points", answer.among.points)
      .member("gcs", answer.collections)
      .member("endsAtExit", answer.among.endsAtExit);
  json.key("files").beginArray();
  for (const std::string& path : trace.paths) json.value(path);
  json.endArray();
  json.key("start");
  if (trace.startMillis) {
    json.value(utcTime(*trace.startMillis));
  } else {
    json.null();
  }
  json.member("fileBytes", trace.fileBytes).member("compressed", trace.compressed).member("idBytes", trace.idBytes);
  if (trace.recording) {
    json.key("recording").beginObject().member("state", recordingStateWord(trace.recording->state));
    json.member("process", trace.recording->process);
    writeKnown(json, "program", trace.recording->program);
    json.endObject();
  }
  json.endObject();
}

std::string json(const InfoAnswer& answer) {
  JsonWriter json = beginAnswer();
  writeTrace(json, answer);
  writeSuggestedPoint(json, answer.among.suggested);
  json.key("point");
  if (answer.point) {
    writePoint(json, *answer.point);
  } else {
    json.null();
  }
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

std::string csv(const InfoAnswer& answer) {
  std::string text = "property,value\n";
  const auto line = [&text](std::string_view name, const auto& value) {
    text += fmt::format("{},{}\n", name, csvField(fmt::format("{}", value)));
  };
  for (const std::string& path : answer.trace.paths) line("path", path);
  line("format", answer.trace.format);
  line("formatVersion", answer.trace.formatVersion);
  line("start", answer.trace.startMillis ? utcTime(*answer.trace.startMillis) : "");
  line("fileBytes", answer.trace.fileBytes);
  line("runtime", answer.runtime.name);
  line("runtimeVersion", answer.runtime.version);
  line("points", answer.among.points);
  line("gcs", answer.collections);
  if (answer.among.suggested) line("suggestedPoint", answer.among.suggested->index);
  if (answer.point) line("point", answer.point->index);
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

std::string sitesText(const TraceInfo& trace) {
  switch (trace.sites) {
    case SiteCoverage::kNone:
      return "none: the file does not tell where objects were allocated";
    case SiteCoverage::kSampled:
      return trace.samplingInterval == 0 ? "sampled"
                                         : fmt::format("sampled every {}", binaryUnits(trace.samplingInterval));
    case SiteCoverage::kAuto:
      return trace.samplingBudget == 0
                 ? "sampled within a budget"
                 : fmt::format("sampled within a budget of {:g} % of the program's time", trace.samplingBudget * 100);
    case SiteCoverage::kExact:
      return "exact";
  }
  return {};
}

std::string text(const InfoAnswer& answer) {
  std::string text;
  const auto line = [&text](std::string_view name, const std::string& value) {
    text += fmt::format("{:<13}{}\n", name, value);
  };
  for (const std::string& path : answer.trace.paths) line(path == answer.trace.paths.front() ? "File" : "", path);
  line("Size", fmt::format("{}{}", binaryUnits(answer.trace.fileBytes), answer.trace.compressed ? ", compressed" : ""));
  line("Format",
       fmt::format("{} ({}), ids of {} bytes", answer.trace.format, answer.trace.formatVersion, answer.trace.idBytes));
  if (answer.trace.startMillis) line("Taken", utcTime(*answer.trace.startMillis));
  if (answer.trace.recording && !answer.trace.recording->program.empty()) {
    line("Program", answer.trace.recording->program);
  }
  if (!answer.runtime.name.empty() || !answer.runtime.version.empty()) {
    line("JVM", fmt::format("{} {}", answer.runtime.name, answer.runtime.version));
  }
  line("", fmt::format("references of {} bytes, headers of {}, objects at multiples of {}",
                       answer.runtime.compressedReferences ? 4 : 8, answer.runtime.headerBytes,
                       answer.runtime.objectAlignment));
  line("Points", groupedDigits(answer.among.points));
  if (answer.trace.recording && answer.trace.recording->state == RecordingState::kRunning) {
    line("", fmt::format("process {} is being recorded: more will come", answer.trace.recording->process));
  }
  line("Identity",
       answer.trace.identity ? "objects are the same at every point" : "none: objects cannot be followed over time");
  line("Sites", sitesText(answer.trace));
  line("Ages", answer.trace.ages ? "how many collections objects have survived, and in which spaces they lie"
                                 : "none: the file does not tell how old objects are");
  if (answer.point && answer.among.points > 1) {
    // All below is of this point.
    text += '\n';
    line("Point", pointText(*answer.point, answer.among));
  }
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

}  // namespace

std::string write(const InfoAnswer& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

}  // namespace heaptrail
