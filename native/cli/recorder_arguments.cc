#include "cli/recorder_arguments.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "launch/file_pattern.h"
#include "recorder/options.h"

namespace heaptrail {

namespace fs = std::filesystem;

Result<std::string> RecorderArguments::options() const {
  if (depth > 0 && sites == "off") {
    return usageError("--depth is that of allocation sites: with --sites off there are none");
  }
  const std::vector<std::pair<std::string, std::string>> given{{"every", every},
                                                               {"points", points},
                                                               {"sites", sites},
                                                               {"budget", budget},
                                                               {"interval", interval},
                                                               {"depth", depth > 0 ? std::to_string(depth) : ""},
                                                               {"exit", noExitPoint ? "no" : ""}};
  std::string text;
  for (const auto& [name, value] : given) {
    if (value.empty()) continue;
    // A comma would begin another option.
    if (value.contains(',')) return usageError(fmt::format("--{}: expected one value, found \"{}\"", name, value));
    const std::string option = fmt::format("{}={}", name, value);
    if (const auto parsed = recorder::parseOptions(option); !parsed) return usageError("--" + parsed.error().message);
    if (!text.empty()) text += ',';
    text += option;
  }
  if (const auto together = recorder::parseOptions(text); !together) {
    return usageError("--" + together.error().message);
  }
  return text;
}

void addRecorderArguments(CLI::App& command, RecorderArguments& arguments) {
  command.add_option(
      "--every", arguments.every,
      "When to take points: after a time (10s, 500ms, 2m), after a number of collections (5gc), or off. "
      "Without this after 1, 3, 6 and 10 s and every 10 s from then on, less often where the heap is large");
  command
      .add_option(
          "--points", arguments.points,
          "What points have: full (as it is without this): all objects with their references; light: counts by "
          "class, in a fraction of the time, for programs that must not stand still for long. Points taken with "
          "`heaptrail point` are full all the same")
      ->check(CLI::IsMember({"full", "light"}));
  command
      .add_option("--sites", arguments.sites,
                  "Where objects are allocated: off; auto (as it is without this): samples, as many as the budget "
                  "allows; sampled: samples at a fixed interval; exact: all of them, which is for short runs")
      ->check(CLI::IsMember({"off", "auto", "sampled", "exact"}));
  command.add_option("--budget", arguments.budget,
                     "How much of the program's time samples may take with --sites auto: 0.5%, 5%. Without this 1%");
  command.add_option("--interval", arguments.interval,
                     "Bytes from one sample to the next with --sites sampled, on average: 64k, 1m. Without this 512k");
  command.add_option("--depth", arguments.depth, "Frames of each allocation site. Without this 64")
      ->check(CLI::Range(1U, 256U));
  command.add_option("-o,--output", arguments.file,
                     "The file to write; %p stands for the JVM's process id. Without this NAME-%p.heaptrail in the "
                     "current folder, NAME being that of the program. A file that is there is not written over");
  command.add_flag("--no-exit-point", arguments.noExitPoint, "Take no point when the program ends");
  command.add_flag("--quiet", arguments.quiet, "Say nothing but errors");
}

std::string withFile(const std::string& options, const std::string& pattern) {
  return options + (options.empty() ? "" : ",") + "file=" + pattern;
}

Result<std::string> recorderLibrary() {
  std::error_code problem;
  const fs::path library = fs::read_symlink("/proc/self/exe", problem).parent_path() / kRecorderLibrary;
  if (problem || !fs::is_regular_file(library, problem)) {
    return inputError("the recorder is missing: it belongs beside the program `heaptrail`", {library, std::nullopt});
  }
  return library.string();
}

std::string absolutePattern(const std::string& pattern) {
  if (pattern.starts_with('/')) return pattern;
  std::error_code problem;
  return (fs::path(literalPattern(fs::current_path(problem).string())) / pattern).string();
}

std::string shellWord(const std::string& text) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+:,@=%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

}  // namespace heaptrail
