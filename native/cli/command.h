// What the commands of the program have in common: how they end, how they report, and how a trace is opened and asked.
//
// Each group of commands is a file; it adds its commands to the program's arguments. When one of them was given, its
// callback does the work and leaves the exit status.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "answer/description_files.h"
#include "answer/questions.h"
#include "cli/progress_line.h"

namespace heaptrail {

// Part of the contract with scripts.
constexpr int kDone = 0;
constexpr int kFailed = 1;  // a check found something
constexpr int kUsage = 2;
constexpr int kUnreadable = 3;
constexpr int kInterrupted = 130;  // what shells report for Ctrl-C

/// What questions about a trace take.
struct QuestionArguments {
  std::vector<std::string> paths;
  bool json = false;
  bool csv = false;
  bool quiet = false;
  bool followWeak = false;
  unsigned threads = 0;
  DescriptionChoice descriptions;
  std::string cacheFolder;
  uint64_t cacheGigabytes = OpenOptions::kMostCacheBytes >> 30;

  Form form() const { return json ? Form::kJson : csv ? Form::kCsv : Form::kText; }
  OpenOptions openOptions() const;
};

void addQuestionArguments(CLI::App& command, QuestionArguments& arguments);
/// The same without the trace.
void addAnswerArguments(CLI::App& command, QuestionArguments& arguments);
/// `--at`, with words that are the same for every command.
void addPoint(CLI::App& command, std::string& at);
/// `--from` and `--to`.
void addWindow(CLI::App& command, WindowQuestion& window);
void addThreads(CLI::App& command, unsigned& threads);

/// Says on stderr what went wrong, and gives the exit status for it.
int report(const Error& error);
void showWarnings(const std::string& path, const std::vector<Warning>& warnings);
int print(const std::string& text);

/// Opens the trace, lets `ask` ask it, and writes what it answers.
template <typename Ask>
int answer(const QuestionArguments& arguments, Ask&& ask) {
  const auto descriptions = readDescriptions(arguments.descriptions);
  if (!descriptions) return report(descriptions.error());
  ProgressLine line(arguments.quiet);
  const Result<std::unique_ptr<OpenedTrace>> trace =
      OpenedTrace::open(arguments.paths, arguments.openOptions(), line.progress());
  if (!trace) return report(trace.error());
  (*trace)->describeStructures(*descriptions);
  auto answer = ask(**trace, line.progress());
  // What is known now need not be computed next time. That it cannot be kept is no reason not to answer.
  const Result<StoreAnswer> stored = answer ? (*trace)->store(line.progress()) : StoreAnswer{};
  line.finish();
  if (!answer) return report(answer.error());
  if (!stored && !arguments.quiet) fmt::print(stderr, "heaptrail: {}\n", stored.error().describe());
  if constexpr (requires { answer->warnings; }) {
    if (!arguments.quiet) showWarnings(arguments.paths.front(), answer->warnings);
  }
  return print(write(*answer, arguments.form()));
}

// The commands, by the files that have them.
void addTraceCommands(CLI::App& app, int& status);        // info, timeline
void addHeapCommand(CLI::App& app, int& status);          // heap
void addInspectCommand(CLI::App& app, int& status);       // inspect
void addStructuresCommand(CLI::App& app, int& status);    // structures
void addGrowthCommand(CLI::App& app, int& status);        // growth
void addCheckCommand(CLI::App& app, int& status);         // check
void addDescriptionCommands(CLI::App& app, int& status);  // ds
void addConvertCommand(CLI::App& app, int& status);       // convert
void addAttachCommands(CLI::App& app, int& status);       // attach, point
/// `program` is what stood behind `--`: nothing in it is ours to understand.
void addRecordCommand(CLI::App& app, const std::vector<std::string>& program, int& status);

}  // namespace heaptrail
