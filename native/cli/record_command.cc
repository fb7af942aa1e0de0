// Runs a program with the recorder in all its JVMs: `record`.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

#include "cli/command.h"
#include "cli/recorder_arguments.h"
#include "launch/error_tail.h"
#include "launch/file_pattern.h"
#include "launch/foreground.h"
#include "launch/java_command.h"
#include "launch/java_options.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

namespace fs = std::filesystem;

constexpr const char* kVariable = "JAVA_TOOL_OPTIONS";

struct RecordArguments : RecorderArguments {
  std::vector<std::string> command;
  std::string errors;
};

/// Files that cannot come into being, before the program runs for an hour.
Status checkFile(const std::string& pattern) {
  constexpr int64_t kSomeProcess = 1;
  std::error_code problem;
  const fs::path file = fileOf(pattern, kSomeProcess);
  if (!fs::is_directory(file.parent_path(), problem)) {
    return usageError(fmt::format("{}: there is no such folder", file.parent_path().string()));
  }
  if (fs::is_directory(file, problem)) return usageError(file.string() + ": this is a folder, expected a file's name");
  if (!namesTheProcess(pattern) && fs::exists(file, problem)) {
    return usageError(
        fmt::format("{}: this file is there already, and recordings are never written over: delete it, or choose "
                    "another name, such as one with %p for the process id",
                    file.string()));
  }
  return {};
}

/// Opens it, but gives up where that takes long: after a crash the whole file has to be read.
Result<std::unique_ptr<OpenedTrace>> openQuickly(const std::string& file) {
  constexpr std::chrono::seconds kPatience{2};
  const auto end = std::chrono::steady_clock::now() + kPatience;
  Progress* waiting = nullptr;
  Progress progress([&](const ProgressReport&) {
    if (std::chrono::steady_clock::now() > end) waiting->cancel();
  });
  waiting = &progress;
  return OpenedTrace::open({file}, {}, progress);
}

/// What tells most of a recording: of light points, which objects there were more of over time.
std::string_view bestQuestion(const std::vector<Point>& points) {
  const bool isCountsOnly = !points.empty() && std::ranges::all_of(points, &Point::isLight);
  return isCountsOnly ? "trend" : "growth";
}

void tellAbout(const std::string& file) {
  std::error_code problem;
  const std::string size = binaryUnits(fs::file_size(file, problem));
  const Result<std::unique_ptr<OpenedTrace>> trace = openQuickly(file);
  if (!trace && trace.error().kind != ErrorKind::kCancelled) {
    fmt::print(stderr, "heaptrail: {} ({})\n", trace.error().describe(), size);
    return;
  }
  std::string count;
  std::string_view question = "growth";
  if (trace) {
    const std::vector<Point>& points = (*trace)->trace().timeline().points;
    count = fmt::format("{} point{}, ", groupedDigits(points.size()), points.size() == 1 ? "" : "s");
    question = bestQuestion(points);
  }
  fmt::print(stderr, "heaptrail: {}: {}{}. Look at it: heaptrail {} {}\n", file, count, size, question,
             shellWord(file));
}

void tellThereIsNone(const std::string& pattern) {
  fmt::print(
      stderr,
      "heaptrail: no recording was written to {}.\n"
      "  A JVM that is recorded begins with \"Picked up {}: …\". If it did not: no JVM was started here (a client\n"
      "  may have handed its work to a server that runs already), or something cleared or replaced {}\n"
      "  on the way to it (sudo, a container, a start script).\n"
      "  If it did, the recorder says on the JVM's stderr why it recorded nothing.\n",
      pattern, kVariable, kVariable);
}

/// Who cannot write them has lost a message, and nothing that was recorded.
void keepErrors(const std::string& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

int record(const RecordArguments& arguments) {
  if (arguments.command.empty()) {
    return report({ErrorKind::kUsage, "expected the command to run: heaptrail record -- java …"});
  }
  const Result<std::string> options = arguments.options();
  if (!options) return report(options.error());
  const std::string pattern = absolutePattern(
      arguments.file.empty() ? literalPattern(programName(arguments.command)) + "-%p.heaptrail" : arguments.file);
  if (const Status possible = checkFile(pattern); !possible) return report(possible.error());
  const Result<std::string> library = recorderLibrary();
  if (!library) return report(library.error());
  if (library->contains('=')) {
    return report(
        {ErrorKind::kUsage, *library + ": JVMs end an agent's name at \"=\": move Heaptrail to another folder"});
  }
  const char* const variable = std::getenv(kVariable);
  const std::string agent = fmt::format("-agentpath:{}={}", *library, withFile(*options, pattern));
  const std::set<std::string> before = filesMatching(pattern);
  std::optional<ErrorTail> errors;
  if (!arguments.errors.empty()) errors.emplace();
  const auto ended = runInForeground(
      arguments.command, environmentWith(kVariable, withJavaOption(variable == nullptr ? "" : variable, agent)),
      errors ? &*errors : nullptr);
  if (!ended) {
    fmt::print(stderr, "heaptrail: {}\n", ended.error().message);
    if (errors) keepErrors(arguments.errors, ended.error().message);
    return ended.error().status;
  }
  if (errors && *ended != 0) keepErrors(arguments.errors, errors->end());
  if (arguments.quiet) return *ended;
  bool any = false;
  for (const std::string& file : filesMatching(pattern)) {
    if (before.contains(file)) continue;
    any = true;
    tellAbout(file);
  }
  if (!any) tellThereIsNone(pattern);
  return *ended;
}

}  // namespace

void addRecordCommand(CLI::App& app, const std::vector<std::string>& program, int& status) {
  CLI::App* command = app.add_subcommand("record", "Run a Java program and record how its heap develops");
  const auto arguments = std::make_shared<RecordArguments>();
  addRecorderArguments(*command, *arguments);
  command
      ->add_option(
          "--errors", arguments->errors,
          "A file for the end of what the command said on its stderr, written when it fails; its stderr then is no "
          "terminal")
      ->type_name("FILE");
  command->add_option("COMMAND", arguments->command,
                      "-- and then what to run, with its arguments: java itself, or whatever starts it");
  command->footer(
      "Every JVM that the command starts is recorded, each into a file of its own. The command has the terminal for\n"
      "itself, and what it exits with, heaptrail exits with: 128 + N when signal N ended it, 127 when there is no "
      "such\n"
      "command. Take a point at any time with: heaptrail point PID\n"
      "\n"
      "Examples:\n"
      "  heaptrail record -- java -jar app.jar\n"
      "  heaptrail record --every 5gc -o /tmp/run-%p.heaptrail -- ./start.sh --port 8080\n"
      "  heaptrail record --sites exact --every off -- java com.example.ShortRun");
  command->callback([arguments, program, &status] {
    if (!program.empty()) arguments->command = program;
    status = record(*arguments);
  });
}

}  // namespace heaptrail
