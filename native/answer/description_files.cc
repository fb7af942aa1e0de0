#include "answer/description_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

#include "base/text.h"
#include "dsl/shipped_descriptions.h"

namespace heaptrail {

namespace {

std::optional<std::string> textOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) return std::nullopt;
  return text;
}

Status refuseErrors(const dsl::DescriptionFile& file) {
  const auto isError = [](const dsl::Diagnostic& diagnostic) {
    return severityOf(diagnostic.code) == dsl::Severity::kError;
  };
  const auto first = std::ranges::find_if(file.diagnostics(), isError);
  if (first == file.diagnostics().end()) return {};
  const auto more = std::ranges::count_if(file.diagnostics(), isError) - 1;
  std::string message = fmt::format("{}: {}", file.source().describe(first->range.begin), first->message);
  if (more > 0) message += fmt::format(" (and {} more errors: heaptrail ds check lists them)", more);
  return inputError(std::move(message), {file.name(), {}});
}

}  // namespace

Result<std::shared_ptr<const dsl::DescriptionFile>> readDescriptionFile(const std::string& path) {
  std::optional<std::string> text = textOf(path);
  if (!text) return inputError(fmt::format("the descriptions cannot be read: {}", std::strerror(errno)), {path, {}});
  if (text->size() > dsl::SourceText::kMostBytes) {
    return inputError(fmt::format("expected descriptions of at most {} MiB, found {} bytes",
                                  dsl::SourceText::kMostBytes >> 20, text->size()),
                      {path, {}});
  }
  if (const std::optional<uint64_t> invalid = firstInvalidUtf8(*text)) {
    return inputError("expected UTF-8, found a byte that is not: save the file as UTF-8", {path, *invalid});
  }
  return std::make_shared<const dsl::DescriptionFile>(path, std::move(*text), dsl::FileOrigin::kUser);
}

Result<std::shared_ptr<const dsl::DescriptionSet>> readDescriptions(const DescriptionChoice& choice) {
  if (choice.shipped && choice.files.empty()) return shippedDescriptionSet();
  dsl::DescriptionSet::Files files;
  if (choice.shipped) files = dsl::shippedDescriptions();
  for (const std::string& path : choice.files) {
    auto file = readDescriptionFile(path);
    if (!file) return std::unexpected(file.error());
    if (const Status sound = refuseErrors(**file); !sound) return std::unexpected(sound.error());
    files.push_back(std::move(*file));
  }
  return std::make_shared<const dsl::DescriptionSet>(std::move(files));
}

std::shared_ptr<const dsl::DescriptionSet> shippedDescriptionSet() {
  static const auto shipped = std::make_shared<const dsl::DescriptionSet>(dsl::shippedDescriptions());
  return shipped;
}

}  // namespace heaptrail
