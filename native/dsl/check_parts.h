// The checks one by one, and what they share. checks.h is what others use.
#pragma once

#include <string>
#include <vector>

#include "dsl/checks.h"

namespace heaptrail::dsl {

/// The file that is looked at, among all that hold together, and where to put what is found.
struct CheckedFile {
  const DescriptionSet& descriptions;
  uint32_t file = 0;
  const KnownHeap* known = nullptr;
  /// For each type of the trace the entry that holds for it (entriesOfTypes); empty without a trace.
  std::span<const uint32_t> entryOfType;
  std::vector<Diagnostic>& diagnostics;
  /// Types whose names were probably meant where unknown ones stand: one mistake is said once.
  std::vector<std::string> meant;

  const DescriptionFile& source() const { return *descriptions.files()[file]; }

  Diagnostic& report(DiagnosticCode code, TextRange range, std::string message) {
    return diagnostics.emplace_back(
        Diagnostic{.code = code, .range = range, .message = std::move(message), .fixes = {}, .related = {}});
  }
};

/// Whether the trace has a type that a description is written for, subclasses aside.
bool isInTrace(const DescriptionEntry& entry, const TypeIndex& types);

/// duplicate-description, duplicate-pointed-to and leaf-and-inner.
void checkRepetitions(CheckedFile& checked);
/// overrides.
void checkOverrides(CheckedFile& checked);
/// unreachable-description.
void checkReach(CheckedFile& checked);
/// undescribed-inner.
void checkInnerParts(CheckedFile& checked);
/// unknown-type and wildcard-in-head.
void checkNames(CheckedFile& checked);
/// never-instantiated and too-wide.
void checkInstances(CheckedFile& checked);

}  // namespace heaptrail::dsl
