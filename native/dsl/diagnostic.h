// What is wrong, doubtful or worth knowing about a file of descriptions.
//
// Codes are part of the interface: they are documented (docs/language.md), editors show them, and people search for
// them. Each has one severity.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/source_text.h"

namespace heaptrail::dsl {

enum class DiagnosticCode : uint8_t {
  kSyntax,
  kDuplicateDescription,
  kWildcardInHead,
  kMisspeltKeyword,
  kUnknownType,
  kUnknownField,
  kDuplicatePointedTo,
  kLeafAndInner,
  kUnreachableDescription,
  kUndescribedInner,
  kOverrides,
  kNeverInstantiated,
  kTooWide,
};

enum class Severity : uint8_t { kError, kWarning, kInformation, kHint };

/// `syntax`, `duplicate-description`, …
std::string_view toString(DiagnosticCode code);
/// `error`, `warning`, `information`, `hint`.
std::string_view toString(Severity severity);
Severity severityOf(DiagnosticCode code);

struct TextEdit {
  TextRange range;
  std::string text;
};

/// A change that makes the diagnostic go away.
struct Fix {
  std::string title;
  std::vector<TextEdit> edits;
};

/// Another place that helps to understand.
struct RelatedPlace {
  std::string file;
  TextRange range;
  std::string message;
};

struct Diagnostic {
  DiagnosticCode code = DiagnosticCode::kSyntax;
  TextRange range;
  std::string message;
  std::vector<Fix> fixes;
  std::vector<RelatedPlace> related;
};

/// In the order of the text.
void sortByPlace(std::vector<Diagnostic>& diagnostics);

}  // namespace heaptrail::dsl
