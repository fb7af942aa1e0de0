#include "dsl/checks.h"

#include <algorithm>

#include "dsl/check_parts.h"
#include "dsl/entries_of_types.h"

namespace heaptrail::dsl {

bool isInTrace(const DescriptionEntry& entry, const TypeIndex& types) {
  TypePattern named = entry.description->type;
  named.subclasses = false;
  return !types.matching(named, entry.package()).empty();
}

std::vector<Diagnostic> diagnose(const DescriptionSet& descriptions, uint32_t file, const KnownHeap* known) {
  std::vector<Diagnostic> diagnostics = descriptions.files()[file]->diagnostics();
  std::vector<uint32_t> entryOfType;
  if (known != nullptr) entryOfType = entriesOfTypes(descriptions, known->types);
  CheckedFile checked{descriptions, file, known, entryOfType, diagnostics, {}};
  checkRepetitions(checked);
  checkOverrides(checked);
  if (known != nullptr) {
    if (!checked.source().isShipped()) checkNames(checked);
    checkInstances(checked);
  }
  // What a wrong file lacks may be what another one relies on, so nothing is said about what is not there.
  const bool understood =
      std::ranges::all_of(descriptions.files(), [](const auto& each) { return each->diagnostics().empty(); });
  if (understood) {
    checkReach(checked);
    checkInnerParts(checked);
  }
  sortByPlace(diagnostics);
  return diagnostics;
}

}  // namespace heaptrail::dsl
