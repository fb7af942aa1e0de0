#include "language/language_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "text/json_writer.h"

namespace heaptrail {

namespace {

// The protocol's numbers.
constexpr int kCompletionKeyword = 14;
constexpr int kCompletionField = 5;
constexpr int kCompletionClass = 7;
constexpr int kCompletionModule = 9;
constexpr int kSymbolNamespace = 3;
constexpr int kSymbolClass = 5;
constexpr int kSymbolStruct = 23;
constexpr int kTagUnnecessary = 1;

constexpr size_t kMostWorkspaceSymbols = 500;

void addPosition(JsonWriter& json, std::string_view name, dsl::EditorPosition position) {
  json.key(name).beginObject().member("line", position.line).member("character", position.character).endObject();
}

void addRange(JsonWriter& json, const dsl::SourceText& source, dsl::TextRange range) {
  json.beginObject();
  addPosition(json, "start", source.editorPosition(range.begin));
  addPosition(json, "end", source.editorPosition(range.end));
  json.endObject();
}

void addEdit(JsonWriter& json, const dsl::SourceText& source, const dsl::TextEdit& edit) {
  json.beginObject().key("range");
  addRange(json, source, edit.range);
  json.member("newText", edit.text).endObject();
}

void addLocation(JsonWriter& json, const dsl::SourceText& source, dsl::TextRange range) {
  json.beginObject().member("uri", source.name()).key("range");
  addRange(json, source, range);
  json.endObject();
}

int severityNumber(dsl::Severity severity) { return static_cast<int>(severity) + 1; }

int symbolKind(dsl::Symbol::Kind kind) {
  switch (kind) {
    case dsl::Symbol::Kind::kNamespace:
      return kSymbolNamespace;
    case dsl::Symbol::Kind::kHead:
      return kSymbolClass;
    case dsl::Symbol::Kind::kInnerPart:
      return kSymbolStruct;
  }
  return kSymbolClass;
}

void addSymbol(JsonWriter& json, const dsl::SourceText& source, const dsl::Symbol& symbol) {
  json.beginObject()
      .member("name", symbol.name)
      .member("detail", symbol.detail)
      .member("kind", symbolKind(symbol.kind));
  json.key("range");
  addRange(json, source, symbol.range);
  json.key("selectionRange");
  addRange(json, source, symbol.nameRange);
  json.key("children").beginArray();
  for (const dsl::Symbol& child : symbol.children) addSymbol(json, source, child);
  json.endArray().endObject();
}

void addDiagnostic(JsonWriter& json, const dsl::DescriptionSet& set, const dsl::SourceText& source,
                   const dsl::Diagnostic& diagnostic) {
  json.beginObject().key("range");
  addRange(json, source, diagnostic.range);
  json.member("severity", severityNumber(severityOf(diagnostic.code))).member("code", toString(diagnostic.code));
  json.member("source", "heaptrail").member("message", diagnostic.message);
  if (diagnostic.code == dsl::DiagnosticCode::kUnreachableDescription) {
    json.key("tags").beginArray().value(kTagUnnecessary).endArray();
  }
  json.key("relatedInformation").beginArray();
  for (const dsl::RelatedPlace& related : diagnostic.related) {
    const auto file = std::ranges::find(set.files(), related.file, [](const auto& known) { return known->name(); });
    if (file == set.files().end()) continue;
    json.beginObject().key("location");
    addLocation(json, (*file)->source(), related.range);
    json.member("message", related.message).endObject();
  }
  json.endArray().key("data").beginObject().key("fixes").beginArray();
  for (const dsl::Fix& fix : diagnostic.fixes) {
    json.beginObject().member("title", fix.title).key("edits").beginArray();
    for (const dsl::TextEdit& edit : fix.edits) addEdit(json, source, edit);
    json.endArray().endObject();
  }
  json.endArray().endObject().endObject();
}

}  // namespace

std::string writeRange(const dsl::SourceText& source, dsl::TextRange range) {
  JsonWriter json;
  addRange(json, source, range);
  return std::move(json).take();
}

std::string writeHover(const dsl::SourceText& source, const dsl::Hover& hover) {
  JsonWriter json;
  json.beginObject()
      .key("contents")
      .beginObject()
      .member("kind", "markdown")
      .member("value", hover.markdown)
      .endObject();
  json.key("range");
  addRange(json, source, hover.range);
  json.endObject();
  return std::move(json).take();
}

std::string writeProposals(const dsl::SourceText& source, const dsl::Proposals& proposals) {
  JsonWriter json;
  json.beginObject().member("isIncomplete", !proposals.complete).key("items").beginArray();
  for (size_t i = 0; i < proposals.list.size(); ++i) {
    const dsl::Proposal& proposal = proposals.list[i];
    const int kind = proposal.kind == dsl::Proposal::Kind::kKeyword ? kCompletionKeyword
                     : proposal.kind == dsl::Proposal::Kind::kType  ? kCompletionClass
                     : proposal.kind == dsl::Proposal::Kind::kField ? kCompletionField
                                                                    : kCompletionModule;
    json.beginObject().member("label", proposal.label).member("kind", kind);
    json.member("filterText", proposal.matched)
        .member("detail", proposal.detail)
        .member("sortText", fmt::format("{:04}", i));
    json.key("labelDetails").beginObject().member("description", proposal.description).endObject();
    json.key("textEdit");
    addEdit(json, source, {proposals.replaces, proposal.text});
    json.endObject();
  }
  json.endArray().endObject();
  return std::move(json).take();
}

std::string writePlaces(const dsl::DescriptionSet& set, const std::vector<dsl::FileRange>& places) {
  JsonWriter json;
  json.beginArray();
  for (const dsl::FileRange& place : places) addLocation(json, set.files()[place.file]->source(), place.range);
  json.endArray();
  return std::move(json).take();
}

std::string writeWorkspaceEdit(const dsl::DescriptionSet& set, const std::vector<dsl::FileEdit>& edits) {
  std::map<uint32_t, std::vector<const dsl::TextEdit*>> byFile;
  for (const dsl::FileEdit& edit : edits) byFile[edit.file].push_back(&edit.edit);
  JsonWriter json;
  json.beginObject().key("changes").beginObject();
  for (const auto& [file, changes] : byFile) {
    const dsl::SourceText& source = set.files()[file]->source();
    json.key(source.name()).beginArray();
    for (const dsl::TextEdit* change : changes) addEdit(json, source, *change);
    json.endArray();
  }
  json.endObject().endObject();
  return std::move(json).take();
}

std::string writeSymbols(const dsl::SourceText& source, const std::vector<dsl::Symbol>& symbols) {
  JsonWriter json;
  json.beginArray();
  for (const dsl::Symbol& symbol : symbols) addSymbol(json, source, symbol);
  json.endArray();
  return std::move(json).take();
}

std::string writeWorkspaceSymbols(const dsl::DescriptionSet& set, std::string_view searched) {
  const std::string wanted = lowerCase(searched);
  JsonWriter json;
  json.beginArray();
  size_t found = 0;
  for (const dsl::DescriptionEntry& entry : set.entries()) {
    if (!lowerCase(entry.type).contains(wanted) || found++ == kMostWorkspaceSymbols) continue;
    json.beginObject().member("name", entry.type).member("kind", entry.isHead() ? kSymbolClass : kSymbolStruct);
    if (entry.isInsideHead()) json.member("containerName", set.entries()[entry.head].type);
    json.key("location");
    addLocation(json, set.fileOf(entry).source(), entry.description->type.range);
    json.endObject();
  }
  json.endArray();
  return std::move(json).take();
}

std::string writeFolds(const dsl::SourceText& source, const std::vector<dsl::TextRange>& folds) {
  JsonWriter json;
  json.beginArray();
  for (const dsl::TextRange& fold : folds) {
    json.beginObject().member("startLine", source.lineOf(fold.begin)).member("endLine", source.lineOf(fold.end));
    json.endObject();
  }
  json.endArray();
  return std::move(json).take();
}

// Each word is five numbers, its place relative to the one before. A word of several lines is one for each.
std::string writeTokens(const dsl::SourceText& source, const std::vector<dsl::SortedWord>& words) {
  JsonWriter json;
  json.beginObject().key("data").beginArray();
  dsl::EditorPosition last;
  const auto add = [&](dsl::TextRange range, const dsl::SortedWord& word) {
    const dsl::EditorPosition at = source.editorPosition(range.begin);
    const uint32_t length = source.editorPosition(range.end).character - at.character;
    if (length == 0) return;
    json.value(at.line - last.line).value(at.line == last.line ? at.character - last.character : at.character);
    json.value(length).value(static_cast<int>(word.sort)).value(word.describes ? 1 : 0);
    last = at;
  };
  for (const dsl::SortedWord& word : words) {
    for (uint32_t begin = word.range.begin; begin < word.range.end;) {
      const uint32_t line = source.lineOf(begin);
      const auto lineEnd = source.offsetOf({line, ~uint32_t{0}});
      add({begin, std::min(word.range.end, lineEnd)}, word);
      const uint32_t next = source.offsetOf({line + 1, 0});
      if (next <= begin) break;
      begin = next;
    }
  }
  json.endArray().endObject();
  return std::move(json).take();
}

std::string writeText(std::string_view text) {
  JsonWriter json;
  json.value(text);
  return std::move(json).take();
}

std::string writeReplacement(const dsl::SourceText& source, std::string_view text) {
  const std::string_view old = source.text();
  JsonWriter json;
  json.beginArray();
  if (old != text) {
    const auto continues = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; };
    size_t same = 0;
    while (same < std::min(old.size(), text.size()) && old[same] == text[same]) ++same;
    // Never inside a character, nor between the two that end a line.
    while (same > 0 && ((same < old.size() && (continues(old[same]) || old[same] == '\n')) ||
                        (same < text.size() && (continues(text[same]) || text[same] == '\n')))) {
      --same;
    }
    size_t after = 0;
    while (after < std::min(old.size(), text.size()) - same &&
           old[old.size() - 1 - after] == text[text.size() - 1 - after]) {
      ++after;
    }
    while (after > 0 && (continues(old[old.size() - after]) || old[old.size() - after] == '\n')) --after;
    const dsl::TextRange changed{static_cast<uint32_t>(same), static_cast<uint32_t>(old.size() - after)};
    addEdit(json, source, {changed, std::string(text.substr(same, text.size() - after - same))});
  }
  json.endArray();
  return std::move(json).take();
}

std::string writeDiagnostics(const dsl::DescriptionSet& set, uint32_t file,
                             const std::vector<dsl::Diagnostic>& diagnostics) {
  JsonWriter json;
  json.beginArray();
  for (const dsl::Diagnostic& diagnostic : diagnostics)
    addDiagnostic(json, set, set.files()[file]->source(), diagnostic);
  json.endArray();
  return std::move(json).take();
}

}  // namespace heaptrail
