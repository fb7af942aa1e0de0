#include "session/description_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

#include "base/text.h"
#include "base/try.h"
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

using File = std::shared_ptr<const dsl::DescriptionFile>;

Result<File> parsed(const std::string& name, std::string text) {
  if (text.size() > dsl::SourceText::kMostBytes) {
    return inputError(fmt::format("expected descriptions of at most {} MiB, found {} bytes",
                                  dsl::SourceText::kMostBytes >> 20, text.size()),
                      {name, {}});
  }
  if (const std::optional<uint64_t> invalid = firstInvalidUtf8(text)) {
    return inputError("expected UTF-8, found a byte that is not: save the file as UTF-8", {name, invalid});
  }
  return std::make_shared<const dsl::DescriptionFile>(name, std::move(text), dsl::FileOrigin::kUser);
}

bool isError(const dsl::Diagnostic& diagnostic) { return severityOf(diagnostic.code) == dsl::Severity::kError; }

/// `3:5: expected …`; none for a file without errors.
std::optional<std::string> firstError(const dsl::DescriptionFile& file) {
  const auto first = std::ranges::find_if(file.diagnostics(), isError);
  if (first == file.diagnostics().end()) return std::nullopt;
  return fmt::format("{}: {}", file.source().describe(first->range.begin), first->message);
}

auto moreErrors(const dsl::DescriptionFile& file) { return std::ranges::count_if(file.diagnostics(), isError) - 1; }

Status refuseErrors(const dsl::DescriptionFile& file) {
  std::optional<std::string> message = firstError(file);
  if (!message) return {};
  if (const auto more = moreErrors(file); more > 0) {
    *message += fmt::format(" (and {} more errors: heaptrail ds check lists them)", more);
  }
  return inputError(std::move(*message), {file.name(), {}});
}

/// Why a file cannot be used as it is now.
std::optional<std::string> faultOf(const Result<File>& file) {
  if (!file) return file.error().message;
  std::optional<std::string> message = firstError(**file);
  if (!message) return std::nullopt;
  if (const auto more = moreErrors(**file); more > 0) *message += fmt::format(", and {} more errors", more);
  return message;
}

}  // namespace

Result<std::shared_ptr<const dsl::DescriptionFile>> readDescriptionFile(const std::string& path) {
  std::optional<std::string> text = textOf(path);
  if (!text) return inputError(fmt::format("the descriptions cannot be read: {}", std::strerror(errno)), {path, {}});
  return parsed(path, std::move(*text));
}

Result<std::shared_ptr<const dsl::DescriptionSet>> readDescriptions(const DescriptionChoice& choice) {
  if (choice.shipped && choice.files.empty()) return shippedDescriptionSet();
  dsl::DescriptionSet::Files files;
  if (choice.shipped) files = dsl::shippedDescriptions();
  for (const std::string& path : choice.files) {
    auto file = TRY(readDescriptionFile(path));
    TRY(refuseErrors(*file));
    files.push_back(std::move(file));
  }
  return std::make_shared<const dsl::DescriptionSet>(std::move(files));
}

ReadTexts readDescriptions(const DescriptionTexts& texts) {
  dsl::DescriptionSet::Files files;
  if (texts.shipped) files = dsl::shippedDescriptions();
  std::vector<Warning> warnings;
  for (const auto& [name, text] : texts.files) {
    Result<File> file = parsed(name, text);
    if (const std::optional<std::string> fault = faultOf(file)) {
      warnings.push_back(
          {fmt::format("the descriptions in {} are left out until they are correct ({})", name, *fault)});
    } else {
      files.push_back(std::move(*file));
    }
  }
  return {std::make_shared<const dsl::DescriptionSet>(std::move(files)), std::move(warnings)};
}

std::shared_ptr<const dsl::DescriptionSet> shippedDescriptionSet() {
  static const auto shipped = std::make_shared<const dsl::DescriptionSet>(dsl::shippedDescriptions());
  return shipped;
}

}  // namespace heaptrail
