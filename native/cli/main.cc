// `heaptrail`: the engine from a terminal. Turns arguments into questions and writes the answers; it knows nothing
// itself.
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <new>
#include <string>

#include "answer/questions.h"
#include "cli/progress_line.h"

namespace heaptrail {

namespace {

// Part of the contract with scripts.
constexpr int kDone = 0;
constexpr int kUsage = 2;
constexpr int kUnreadable = 3;
constexpr int kInterrupted = 130;  // what shells report for Ctrl-C

struct Common {
  std::string path;
  bool json = false;
  bool csv = false;
  bool quiet = false;
  bool followWeak = false;
  unsigned threads = 0;

  Form form() const { return json ? Form::kJson : csv ? Form::kCsv : Form::kText; }
};

void addCommon(CLI::App& command, Common& common) {
  command.add_option("TRACE", common.path, "A heap dump: .hprof or .hprof.gz")->required();
  CLI::Option* json = command.add_flag("--json", common.json, "Write JSON (schema 1; the editor gets the same)");
  command.add_flag("--csv", common.csv, "Write comma-separated values")->excludes(json);
  command.add_flag("--quiet", common.quiet, "No progress and no warnings");
  command.add_option("--threads", common.threads, "How many threads to use (0: as many as there are processors)")
      ->check(CLI::Range(0U, 1024U));
}

void addFollowWeak(CLI::App& command, Common& common) {
  command.add_flag("--follow-weak", common.followWeak, "Let weak and phantom references keep objects alive");
}

int report(const Error& error) {
  fmt::print(stderr, "heaptrail: {}\n", error.describe());
  switch (error.kind) {
    case ErrorKind::kUsage:
      return kUsage;
    case ErrorKind::kCancelled:
      return kInterrupted;
    default:
      return kUnreadable;
  }
}

void showWarnings(const Common& common, const std::vector<Warning>& warnings) {
  if (common.quiet) return;
  for (const Warning& warning : warnings) {
    const FilePlace where{common.path, warning.offset};
    fmt::print(stderr, "heaptrail: warning: {}\n", Error{ErrorKind::kInput, warning.message, where}.describe());
  }
}

int print(const std::string& text) {
  const std::string ended = text.ends_with('\n') ? text : text + '\n';
  const bool written = std::fwrite(ended.data(), 1, ended.size(), stdout) == ended.size() && std::fflush(stdout) == 0;
  if (written) return kDone;
  fmt::print(stderr, "heaptrail: the answer could not be written: {}\n", std::strerror(errno));
  return kUnreadable;
}

/// Opens the trace, lets `ask` ask it, and writes what it answers.
template <typename Ask>
int answer(const Common& common, Ask&& ask) {
  ProgressLine line(common.quiet);
  OpenOptions options;
  options.weak = common.followWeak ? WeakReferences::kKeepAlive : WeakReferences::kDoNotKeepAlive;
  options.threads = Threads(common.threads);
  const Result<std::unique_ptr<OpenedTrace>> trace = OpenedTrace::open(common.path, options);
  if (!trace) return report(trace.error());
  auto answer = ask(**trace, line.progress());
  line.finish();
  if (!answer) return report(answer.error());
  if constexpr (requires { answer->warnings; }) showWarnings(common, answer->warnings);
  return print(write(*answer, common.form()));
}

int run(int argc, char** argv) {
  CLI::App app{
      "Heaptrail finds memory leaks in garbage-collected programs.\n\n"
      "Take a heap dump of a running JVM and look into it:\n"
      "  jcmd PID GC.heap_dump /tmp/a.hprof\n"
      "  heaptrail info /tmp/a.hprof            what the dump is, and how much of it is live\n"
      "  heaptrail heap /tmp/a.hprof --top 20   which types take the most memory\n",
      "heaptrail"};
  app.set_version_flag("--version", "heaptrail " HEAPTRAIL_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Every command takes --json and --csv, and --help says more about it.\n"
      "Exit status: 0 done, 2 wrong usage, 3 the trace cannot be read.");

  Common common;
  CLI::App* info = app.add_subcommand("info", "What a trace is: format, JVM, live objects and bytes, GC roots");
  addCommon(*info, common);
  addFollowWeak(*info, common);

  CLI::App* timeline = app.add_subcommand("timeline", "The points of a trace, and its garbage collections");
  addCommon(*timeline, common);
  addFollowWeak(*timeline, common);

  CLI::App* heap = app.add_subcommand("heap", "The heap at one point, grouped by type");
  addCommon(*heap, common);
  addFollowWeak(*heap, common);
  HeapQuestion question;
  std::string by = "type";
  std::string counted = "live";
  std::string order = "bytes";
  uint64_t top = 50;
  heap->add_option("--at", question.at, "The point: a number, first, last, or a time such as 12.5s")
      ->capture_default_str();
  heap->add_option("--by", by, "What to group by")->check(CLI::IsMember({"type"}))->capture_default_str();
  heap->add_option("--count", counted,
                   "live: what GC roots reach; unreachable: the rest; all: both, counted in one fast pass")
      ->check(CLI::IsMember({"live", "unreachable", "all"}))
      ->capture_default_str();
  heap->add_option("--sort", order, "The order of rows")
      ->check(CLI::IsMember({"bytes", "objects", "name"}))
      ->capture_default_str();
  bool reverse = false;
  heap->add_flag("--reverse", reverse, "The other way round: smallest first, names from Z to A");
  heap->add_option("--search", question.search, "Only types whose name contains this, in either case");
  heap->add_option("--top", top, "How many rows at the most (0: all)")->capture_default_str();
  heap->footer(
      "Examples:\n"
      "  heaptrail heap app.hprof --search java.util.concurrent\n"
      "  heaptrail heap app.hprof --count all --top 0 --csv > histogram.csv");

  if (argc == 1) {
    fmt::print(stderr, "{}", app.help());
    return kUsage;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? kDone : kUsage;
  }

  if (*info) return answer(common, [](OpenedTrace& trace, Progress& progress) { return trace.info(progress); });
  if (*timeline) return answer(common, [](OpenedTrace& trace, Progress& progress) { return trace.timeline(progress); });
  question.counted = *parseCounted(counted);
  question.order = *parseHeapOrder(order);
  question.ascending = reverse != (question.order == HeapOrder::kName);  // names read from A to Z by themselves
  question.limit = top == 0 ? std::numeric_limits<uint64_t>::max() : top;
  return answer(common, [&question](OpenedTrace& trace, Progress& progress) { return trace.heap(question, progress); });
}

}  // namespace

}  // namespace heaptrail

int main(int argc, char** argv) {
  try {
    return heaptrail::run(argc, argv);
  } catch (const std::bad_alloc&) {
    fmt::print(
        stderr,
        "heaptrail: there is too little memory to answer this. Close other programs, or use a larger machine.\n");
    return 3;
  }
}
