// What the commands of the program have in common: how they end, how they report, and how a trace is opened and asked.
//
// Each group of commands is a file; it adds its commands to the program's arguments. When one of them was given, its
// callback does the work and leaves the exit status.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answer/question_list.h"
#include "cli/progress_line.h"
#include "cli/question_options.h"
#include "session/description_files.h"

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
  /// The first thing in the question's own parameters that is not understood.
  std::optional<Error> problem;
  std::string cacheFolder;
  uint64_t cacheGigabytes = OpenOptions::kMostCacheBytes >> 30;

  Form form() const { return json ? Form::kJson : csv ? Form::kCsv : Form::kText; }
  OpenOptions openOptions() const;
};

void addQuestionArguments(CLI::App& command, QuestionArguments& arguments);
/// The same without the trace.
void addAnswerArguments(CLI::App& command, QuestionArguments& arguments);
void addThreads(CLI::App& command, unsigned& threads);

/// Says on stderr what went wrong, and gives the exit status for it.
int report(const Error& error);
void showWarnings(const std::string& path, const std::vector<Warning>& warnings);
int print(const std::string& text);

/// For commands that only write what was answered.
struct NoLook {
  void operator()(const auto&) const {}
};

/// Opens the trace, asks it, and writes what it answers. `look` sees the answer before it is written.
template <typename Question, typename Look = NoLook>
int answer(const QuestionArguments& arguments, const Question& question, const Look& look = {}) {
  if (arguments.problem) return report(*arguments.problem);
  const auto descriptions = readDescriptions(arguments.descriptions);
  if (!descriptions) return report(descriptions.error());
  ProgressLine line(arguments.quiet);
  const Result<std::unique_ptr<OpenedTrace>> trace =
      OpenedTrace::open(arguments.paths, arguments.openOptions(), line.progress());
  if (!trace) return report(trace.error());
  (*trace)->describeStructures(*descriptions);
  const auto answer = ask(**trace, question, line.progress());
  // What is known now need not be computed next time. A failed cache write must not fail the answer.
  const Result<uint64_t> stored = answer ? (*trace)->store(line.progress()) : 0;
  line.finish();
  if (!answer) return report(answer.error());
  look(*answer);
  if (!stored && !arguments.quiet) fmt::print(stderr, "heaptrail: {}\n", stored.error().describe());
  if constexpr (requires { answer->warnings; }) {
    if (!arguments.quiet) showWarnings(arguments.paths.front(), answer->warnings);
  }
  return print(write(*answer, arguments.form()));
}

// The commands, by the files that have them.
void addTraceCommands(CLI::App& app, int& status);        // info, timeline
void addHeapCommand(CLI::App& app, int& status);          // heap
void addTrendCommand(CLI::App& app, int& status);         // trend
void addInspectCommand(CLI::App& app, int& status);       // inspect
void addStructuresCommand(CLI::App& app, int& status);    // structures
void addOwnershipCommand(CLI::App& app, int& status);     // ownership
void addWasteCommand(CLI::App& app, int& status);         // waste
void addThreadsCommand(CLI::App& app, int& status);       // threads
void addGrowthCommand(CLI::App& app, int& status);        // growth
void addCheckCommand(CLI::App& app, int& status);         // check
void addDescriptionCommands(CLI::App& app, int& status);  // ds
void addConvertCommand(CLI::App& app, int& status);       // convert
void addAttachCommands(CLI::App& app, int& status);       // attach, point
void addSchemaCommand(CLI::App& app, int& status);        // schema
/// `program` is what stood behind `--`: nothing in it is ours to understand.
void addRecordCommand(CLI::App& app, const std::vector<std::string>& program, int& status);

}  // namespace heaptrail
