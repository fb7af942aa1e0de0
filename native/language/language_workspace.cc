#include "language/language_workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "base/try.h"
#include "dsl/checks.h"
#include "dsl/formatter.h"
#include "dsl/shipped_descriptions.h"
#include "language/completion.h"
#include "language/hover.h"
#include "language/language_answers.h"
#include "language/navigation.h"
#include "language/outline.h"

namespace heaptrail {

namespace {

constexpr const char* kNoAnswer = "null";

std::optional<uint32_t> fileNumberOf(const dsl::DescriptionSet& set, const std::string& name) {
  const auto& files = set.files();
  const auto found = std::ranges::find(files, name, [](const auto& file) { return file->name(); });
  if (found == files.end()) return std::nullopt;
  return static_cast<uint32_t>(found - files.begin());
}

}  // namespace

void LanguageWorkspace::setFile(const std::string& file, std::string text) {
  auto parsed = std::make_shared<const dsl::DescriptionFile>(file, std::move(text), dsl::FileOrigin::kUser);
  const std::lock_guard lock(mutex_);
  files_[file] = std::move(parsed);
  state_.descriptions = nullptr;
}

void LanguageWorkspace::removeFile(const std::string& file) {
  const std::lock_guard lock(mutex_);
  if (files_.erase(file) > 0) state_.descriptions = nullptr;
}

void LanguageWorkspace::setWorkspaceTypes(std::vector<std::string> names) {
  const std::lock_guard lock(mutex_);
  state_.workspaceTypes = std::move(names);
}

void LanguageWorkspace::setTrace(const KnownTypes& known, std::string name) {
  auto types = std::make_shared<const dsl::KnownTypes>(known.types, known.live, std::move(name));
  const std::lock_guard lock(mutex_);
  state_.known = std::move(types);
}

void LanguageWorkspace::forgetTrace() {
  const std::lock_guard lock(mutex_);
  state_.known = nullptr;
}

LanguageWorkspace::State LanguageWorkspace::state() const {
  const std::lock_guard lock(mutex_);
  if (!state_.descriptions) {
    // The shipped files first, then the user's in the order of their names: later ones win.
    dsl::DescriptionSet::Files files = dsl::shippedDescriptions();
    for (const auto& [name, file] : files_) files.push_back(file);
    state_.descriptions = std::make_shared<const dsl::DescriptionSet>(std::move(files));
  }
  return state_;
}

Result<std::string> LanguageWorkspace::answer(const LanguageQuestion& question) const {
  const State state = this->state();
  const dsl::DescriptionSet& set = *state.descriptions;
  const std::string& request = question.request;
  if (request == "workspaceSymbols") return writeWorkspaceSymbols(set, question.text);
  const std::optional<uint32_t> file = fileNumberOf(set, question.file);
  if (!file) return usageError(fmt::format("{} is no file of descriptions that is known", question.file));
  const dsl::DescriptionFile& source = *set.files()[*file];
  const uint32_t offset = source.source().offsetOf(question.position);

  if (request == "hover") {
    const auto hover = dsl::hoverAt(set, *file, offset, state.known.get());
    return hover ? writeHover(source.source(), *hover) : kNoAnswer;
  }
  if (request == "completion") {
    return writeProposals(source.source(),
                          dsl::proposalsAt(set, *file, offset, state.known.get(), state.workspaceTypes));
  }
  if (request == "definition") return writePlaces(set, dsl::definitionsAt(set, *file, offset));
  if (request == "references") {
    return writePlaces(set, dsl::referencesAt(set, *file, offset, question.withDescriptions));
  }
  if (request == "prepareRename") {
    const dsl::TextRange range = TRY(dsl::renameRangeAt(set, *file, offset));
    return writeRange(source.source(), range);
  }
  if (request == "rename") {
    const auto edits = TRY(dsl::renameAt(set, *file, offset, question.text));
    return writeWorkspaceEdit(set, edits);
  }
  if (request == "symbols") return writeSymbols(source.source(), dsl::symbolsOf(source));
  if (request == "folds") return writeFolds(source.source(), dsl::foldsOf(source));
  if (request == "tokens") return writeTokens(source.source(), dsl::wordsOf(source));
  if (request == "format") {
    const std::optional<std::string> laidOut = dsl::format(source);
    return laidOut ? writeReplacement(source.source(), *laidOut) : kNoAnswer;
  }
  if (request == "text") return writeText(source.source().text());
  if (request == "diagnostics") {
    std::optional<dsl::KnownHeap> known;
    if (state.known) {
      known.emplace(state.known->types(), state.known->nearest(), state.known->liveObjects(),
                    std::span<const uint32_t>());
    }
    return writeDiagnostics(set, *file, dsl::diagnose(set, *file, known ? &*known : nullptr));
  }
  return usageError(fmt::format("the language does not know the request \"{}\"", request));
}

std::vector<std::string> LanguageWorkspace::tokenTypes() {
  // By dsl::WordSort.
  return {"keyword", "namespace", "class", "struct", "type", "property", "operator", "comment", "variable"};
}

std::vector<std::string> LanguageWorkspace::tokenModifiers() { return {"declaration"}; }

}  // namespace heaptrail
