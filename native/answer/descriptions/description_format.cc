#include "answer/descriptions/description_format.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "base/try.h"
#include "dsl/diagnostic_text.h"
#include "dsl/formatter.h"
#include "session/description_files.h"

namespace heaptrail {

Result<FormattedDescriptions> formatDescriptions(const std::string& path) {
  const auto file = TRY(readDescriptionFile(path));
  const dsl::SourceText& source = file->source();
  FormattedDescriptions result;
  if (std::optional<std::string> formatted = format(*file)) {
    result.changed = *formatted != source.text();
    result.text = std::move(*formatted);
    return result;
  }
  for (const dsl::Diagnostic& diagnostic : file->diagnostics()) {
    result.errors += describe(diagnostic, source, [&source](const std::string&) { return &source; });
  }
  return result;
}

Status replaceText(const std::string& path, const std::string& text) {
  namespace fs = std::filesystem;
  std::error_code problem;
  const auto failed = [&](const fs::path& unfinished) {
    std::error_code ignored;
    fs::remove(unfinished, ignored);
    const std::string why = problem ? problem.message() : "writing failed";
    return inputError(fmt::format("the formatted file cannot be written: {}", why), {path, {}});
  };
  const fs::path place = fs::canonical(path, problem);
  if (problem) return failed({});
  fs::path temporary = place;
  temporary += ".new";
  std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) {
    problem = std::make_error_code(static_cast<std::errc>(errno));
    return failed(temporary);
  }
  fs::permissions(temporary, fs::status(place, problem).permissions(), problem);
  if (!problem) fs::rename(temporary, place, problem);
  if (problem) return failed(temporary);
  return {};
}

}  // namespace heaptrail
