// The three forms of what is wrong with descriptions.
#include <fmt/format.h>

#include <utility>

#include "answer/descriptions/description_check.h"
#include "answer/shared/write_parts.h"
#include "dsl/diagnostic_text.h"
#include "text/csv.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

using dsl::Severity;
using dsl::SourceText;

const SourceText* sourceOf(const DescriptionsCheck& answer, const std::string& name) {
  for (const auto& file : answer.among->files()) {
    if (file->name() == name) return &file->source();
  }
  return nullptr;
}

/// Lines and columns from 1, in characters, as the text says them.
void writeRange(JsonWriter& json, const SourceText& source, dsl::TextRange range) {
  const dsl::LinePlace begin = source.place(range.begin);
  const dsl::LinePlace end = source.place(range.end);
  json.member("line", begin.line).member("column", begin.column);
  json.member("endLine", end.line).member("endColumn", end.column);
}

void writeDiagnostic(JsonWriter& json, const DescriptionsCheck& answer, const SourceText& source,
                     const dsl::Diagnostic& diagnostic) {
  json.beginObject().member("severity", toString(severityOf(diagnostic.code)));
  json.member("code", toString(diagnostic.code)).member("message", diagnostic.message);
  writeRange(json, source, diagnostic.range);
  json.key("fixes").beginArray();
  for (const dsl::Fix& fix : diagnostic.fixes) {
    json.beginObject().member("title", fix.title).key("edits").beginArray();
    for (const dsl::TextEdit& edit : fix.edits) {
      json.beginObject();
      writeRange(json, source, edit.range);
      json.member("text", edit.text).endObject();
    }
    json.endArray().endObject();
  }
  json.endArray().key("related").beginArray();
  for (const dsl::RelatedPlace& place : diagnostic.related) {
    json.beginObject().member("file", place.file);
    if (const SourceText* related = sourceOf(answer, place.file)) writeRange(json, *related, place.range);
    json.member("message", place.message).endObject();
  }
  json.endArray().endObject();
}

std::string json(const DescriptionsCheck& answer) {
  JsonWriter json = beginAnswer();
  if (answer.point) {
    json.key("point");
    writePoint(json, *answer.point);
  }
  for (const auto& [name, severity] : {std::pair{"errors", Severity::kError},
                                       {"warnings", Severity::kWarning},
                                       {"information", Severity::kInformation},
                                       {"hints", Severity::kHint}}) {
    json.member(name, answer.count(severity));
  }
  json.key("files").beginArray();
  for (const DescriptionsCheck::File& file : answer.files) {
    json.beginObject().member("file", file.file->name()).key("diagnostics").beginArray();
    for (const dsl::Diagnostic& diagnostic : file.diagnostics) {
      writeDiagnostic(json, answer, file.file->source(), diagnostic);
    }
    json.endArray().endObject();
  }
  json.endArray();
  return endAnswer(std::move(json));
}

std::string csv(const DescriptionsCheck& answer) {
  std::string text = "file,line,column,severity,code,message\n";
  for (const DescriptionsCheck::File& file : answer.files) {
    for (const dsl::Diagnostic& diagnostic : file.diagnostics) {
      const dsl::LinePlace place = file.file->source().place(diagnostic.range.begin);
      text +=
          fmt::format("{},{},{},{},{},{}\n", csvField(file.file->name()), place.line, place.column,
                      toString(severityOf(diagnostic.code)), toString(diagnostic.code), csvField(diagnostic.message));
    }
  }
  return text;
}

std::string text(const DescriptionsCheck& answer) {
  std::string text;
  for (const DescriptionsCheck::File& file : answer.files) {
    for (const dsl::Diagnostic& diagnostic : file.diagnostics) {
      text += describe(diagnostic, file.file->source(),
                       [&answer](const std::string& name) { return sourceOf(answer, name); });
    }
  }
  std::string sums;
  for (const auto& [severity, what] : {std::pair{Severity::kError, "error"}, {Severity::kWarning, "warning"}}) {
    const size_t count = answer.count(severity);
    if (count > 0) sums += fmt::format("{}{}", sums.empty() ? "" : ", ", counted(count, what));
  }
  const size_t remarks = answer.count(Severity::kInformation) + answer.count(Severity::kHint);
  if (remarks > 0) sums += fmt::format("{}{}", sums.empty() ? "" : ", ", counted(remarks, "remark"));
  return text +
         fmt::format("{} checked: {}\n", counted(answer.files.size(), "file"), sums.empty() ? "nothing to say" : sums);
}

}  // namespace

std::string write(const DescriptionsCheck& answer, Form form) {
  return form == Form::kJson ? json(answer) : form == Form::kCsv ? csv(answer) : text(answer);
}

}  // namespace heaptrail
