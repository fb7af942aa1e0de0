// A trace as JSON Lines, for every tool that reads text: `convert`.
#include <filesystem>

#include "cli/command.h"
#include "session/convert.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

struct ConvertArguments {
  std::vector<std::string> files;  // the last one is to be written
  unsigned threads = 0;
  bool quiet = false;
};

/// Who forgets to say where to must not lose the last dump.
Status checkFiles(const std::vector<std::string>& traces, const std::string& out) {
  if (traces.empty()) return usageError("expected a trace, and behind it the file to write, such as app.heap.jsonl");
  if (!out.ends_with(".jsonl")) {
    return usageError(fmt::format(
        "the last file is the one that is written: expected a name such as app.heap.jsonl, found \"{}\"", out));
  }
  std::error_code problem;
  for (const std::string& trace : traces) {
    if (std::filesystem::equivalent(trace, out, problem))
      return usageError(out + ": cannot be read and replaced at once");
  }
  return {};
}

int convert(const ConvertArguments& arguments) {
  const std::string& out = arguments.files.back();
  const std::vector<std::string> traces(arguments.files.begin(), arguments.files.end() - 1);
  if (const Status sound = checkFiles(traces, out); !sound) return report(sound.error());
  ProgressLine line(arguments.quiet);
  OpenOptions options;
  options.threads = Threads(arguments.threads);
  const auto opened = OpenedTrace::open(traces, options, line.progress());
  if (!opened) return report(opened.error());
  const Status written = writeAsJsonLines(**opened, out, line.progress());
  line.finish();
  if (!written) return report(written.error());
  if (arguments.quiet) return kDone;
  const Trace& trace = (*opened)->trace();
  showWarnings(traces.front(), trace.warnings());
  std::error_code problem;
  const size_t points = trace.timeline().points.size();
  const size_t collections = trace.timeline().collections.size();
  return print(fmt::format("{}: {} point{} and {} garbage collection{}, {}", out, groupedDigits(points),
                           points == 1 ? "" : "s", groupedDigits(collections), collections == 1 ? "" : "s",
                           binaryUnits(std::filesystem::file_size(out, problem))));
}

}  // namespace

void addConvertCommand(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("convert", "Write a trace as JSON Lines, which any tool can read");
  const auto arguments = std::make_shared<ConvertArguments>();
  command
      ->add_option(
          "FILE", arguments->files,
          "What to read, a trace of any format or several heap dumps, and last the file to write: OUT.heap.jsonl, "
          "which is replaced if it is there")
      ->required();
  command->add_flag("--quiet", arguments->quiet, "No progress, no warnings and no summary");
  addThreads(*command, arguments->threads);
  command->footer(
      "Examples:\n"
      "  heaptrail convert app.hprof app.heap.jsonl\n"
      "  heaptrail convert app-4711.heaptrail app.heap.jsonl && heaptrail timeline app.heap.jsonl");
  command->callback([arguments, &status] { status = convert(*arguments); });
}

}  // namespace heaptrail
