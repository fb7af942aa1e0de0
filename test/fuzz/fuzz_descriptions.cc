// Feeds any text to all that reads descriptions: parser, checks with and without a trace, formatter.
//
// What must hold besides not crashing and not hanging: places lie in the text and in order; fixes can be carried out; a
// file with an error has one that says so; formatting twice changes nothing more, and keeps words and comments.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dsl/checks.h"
#include "dsl/described_types.h"
#include "dsl/diagnostic_text.h"
#include "dsl/formatter.h"
#include "memory_file.h"

namespace {

using heaptrail::fuzz::require;
using namespace heaptrail::dsl;

std::shared_ptr<const TypeIndex> someTypes() {
  auto symbols = std::make_shared<heaptrail::Symbols>();
  for (const char* name : {"java.lang.Object", "java.util.HashMap", "java.util.LinkedHashMap", "java.util.HashMap$Node",
                           "java.util.HashMap$Node[]", "java.lang.Object[]", "byte[]", "A", "B", "A[]"}) {
    heaptrail::Type& type = symbols->types.emplace_back();
    type.name = name;
    if (type.name.ends_with(']')) type.shape = heaptrail::TypeShape::kReferenceArray;
    if (symbols->types.size() > 1) type.superclass = heaptrail::TypeId(0);
  }
  symbols->types[2].superclass = heaptrail::TypeId(1);
  symbols->types[6].shape = heaptrail::TypeShape::kPrimitiveArray;
  return std::make_shared<const TypeIndex>(std::move(symbols));
}

std::shared_ptr<const DescriptionFile> fileOf(std::string text) {
  return std::make_shared<const DescriptionFile>("input.ds", std::move(text), FileOrigin::kUser);
}

void checkDiagnostics(const std::vector<Diagnostic>& diagnostics, const SourceText& source) {
  const auto size = static_cast<uint32_t>(source.text().size());
  const auto liesInText = [&](TextRange range) { return range.begin <= range.end && range.end <= size; };
  uint32_t last = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    require(liesInText(diagnostic.range), "a diagnostic lies in the text");
    require(diagnostic.range.begin >= last, "diagnostics are in the order of the text");
    last = diagnostic.range.begin;
    require(!diagnostic.message.empty(), "a diagnostic says something");
    for (const Fix& fix : diagnostic.fixes) {
      require(!fix.title.empty() && !fix.edits.empty(), "a fix does something");
      for (const TextEdit& edit : fix.edits) {
        require(liesInText(edit.range), "an edit lies in the text");
        for (const TextEdit& other : fix.edits) {
          const bool apart = edit.range.end <= other.range.begin || other.range.end <= edit.range.begin;
          require(&edit == &other || apart, "the edits of a fix do not touch the same text");
        }
      }
    }
    describe(diagnostic, source, [&](const std::string&) { return &source; });
  }
}

/// Words and comments, but not the space around them or at the ends of a comment's lines.
std::string wordsOf(const DescriptionFile& file) {
  std::string words;
  for (const Token& token : file.tree().tokens) words += std::string(file.source().at(token.range)) + '\n';
  for (const Comment& comment : file.tree().comments) {
    for (const char c : file.source().at(comment.range)) {
      const bool isSpace = c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
      if (!isSpace) words += c;
    }
    words += '\n';
  }
  return words;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::shared_ptr<const TypeIndex> types = someTypes();
  static const NearestName nearest(*types);
  static const auto shipped = std::make_shared<const DescriptionFile>(
      "shipped.ds", "DS java.util.HashMap+ { java.util.HashMap$Node[]; } java.util.HashMap$Node+ { *; }",
      FileOrigin::kShipped);
  const auto file = fileOf(std::string(reinterpret_cast<const char*>(data), size));
  const auto set = std::make_shared<const DescriptionSet>(DescriptionSet::Files{shipped, file});
  checkDiagnostics(diagnose(*set, 1), file->source());
  const std::vector<uint64_t> live(types->symbols().types.size(), 1);
  const KnownHeap known{*types, nearest, live, {}};
  checkDiagnostics(diagnose(*set, 1, &known), file->source());
  checkDiagnostics(diagnose(*set, 0, &known), shipped->source());
  const DescribedTypes described(set, types);
  const auto typeCount = static_cast<uint32_t>(types->symbols().types.size());
  for (uint32_t type = 0; type < typeCount; ++type) {
    require(described.scopeBelow(heaptrail::TypeId(type)).value() < described.scopeCount(), "each scope has tables");
    for (uint32_t scope = 0; scope < described.scopeCount(); ++scope) {
      for (uint32_t to = 0; to < typeCount; ++to) {
        const Step step = described.step(heaptrail::TypeId(type), heaptrail::TypeId(to), Scope(scope));
        require((step != Step::kContained) || described.isHead(heaptrail::TypeId(to)), "only heads are contained");
      }
    }
  }

  const auto formatted = format(*file);
  if (!formatted) return 0;
  const auto again = fileOf(*formatted);
  require(wordsOf(*again) == wordsOf(*file), "formatting keeps words and comments");
  const auto twice = format(*again);
  require(twice.has_value(), "what was formatted can be formatted");
  require(*twice == *formatted, "formatting twice changes nothing more");
  return 0;
}
