// What the language answers, written as the language server protocol has it: places count from 0, in UTF-16 code units.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dsl/diagnostic.h"
#include "language/completion.h"
#include "language/hover.h"
#include "language/navigation.h"
#include "language/outline.h"

namespace heaptrail {

std::string writeRange(const dsl::SourceText& source, dsl::TextRange range);
std::string writeHover(const dsl::SourceText& source, const dsl::Hover& hover);
std::string writeProposals(const dsl::SourceText& source, const dsl::Proposals& proposals);
std::string writePlaces(const dsl::DescriptionSet& set, const std::vector<dsl::FileRange>& places);
std::string writeWorkspaceEdit(const dsl::DescriptionSet& set, const std::vector<dsl::FileEdit>& edits);
std::string writeSymbols(const dsl::SourceText& source, const std::vector<dsl::Symbol>& symbols);
std::string writeWorkspaceSymbols(const dsl::DescriptionSet& set, std::string_view searched);
std::string writeFolds(const dsl::SourceText& source, const std::vector<dsl::TextRange>& folds);
std::string writeTokens(const dsl::SourceText& source, const std::vector<dsl::SortedWord>& words);
std::string writeText(std::string_view text);

/// The edit that makes `source` the other text, as small as one edit can be; none where they are the same.
std::string writeReplacement(const dsl::SourceText& source, std::string_view text);

/// Diagnostics carry their fixes in `data`.
std::string writeDiagnostics(const dsl::DescriptionSet& set, uint32_t file,
                             const std::vector<dsl::Diagnostic>& diagnostics);

}  // namespace heaptrail
