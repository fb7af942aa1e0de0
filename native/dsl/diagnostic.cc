#include "dsl/diagnostic.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace heaptrail::dsl {

namespace {

struct CodeRow {
  DiagnosticCode code;
  std::string_view name;
  Severity severity;
};

constexpr std::array kCodes = {
    CodeRow{DiagnosticCode::kSyntax, "syntax", Severity::kError},
    CodeRow{DiagnosticCode::kDuplicateDescription, "duplicate-description", Severity::kError},
    CodeRow{DiagnosticCode::kWildcardInHead, "wildcard-in-head", Severity::kInformation},
    CodeRow{DiagnosticCode::kMisspeltKeyword, "misspelt-keyword", Severity::kError},
    CodeRow{DiagnosticCode::kUnknownType, "unknown-type", Severity::kWarning},
    CodeRow{DiagnosticCode::kUnknownField, "unknown-field", Severity::kWarning},
    CodeRow{DiagnosticCode::kDuplicatePointedTo, "duplicate-pointed-to", Severity::kWarning},
    CodeRow{DiagnosticCode::kLeafAndInner, "leaf-and-inner", Severity::kWarning},
    CodeRow{DiagnosticCode::kUnreachableDescription, "unreachable-description", Severity::kHint},
    CodeRow{DiagnosticCode::kUndescribedInner, "undescribed-inner", Severity::kHint},
    CodeRow{DiagnosticCode::kOverrides, "overrides", Severity::kInformation},
    CodeRow{DiagnosticCode::kNeverInstantiated, "never-instantiated", Severity::kHint},
    CodeRow{DiagnosticCode::kTooWide, "too-wide", Severity::kWarning},
};

const CodeRow& rowOf(DiagnosticCode code) { return *std::ranges::find(kCodes, code, &CodeRow::code); }

}  // namespace

std::string_view toString(DiagnosticCode code) { return rowOf(code).name; }

std::string_view toString(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kInformation:
      return "information";
    case Severity::kHint:
      return "hint";
  }
  return "error";
}

Severity severityOf(DiagnosticCode code) { return rowOf(code).severity; }

void sortByPlace(std::vector<Diagnostic>& diagnostics) {
  std::ranges::stable_sort(diagnostics, {}, [](const Diagnostic& diagnostic) {
    return std::tuple(diagnostic.range.begin, diagnostic.range.end, diagnostic.code);
  });
}

}  // namespace heaptrail::dsl
