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
#include "classify/where.h"
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
  std::string cacheFolder;
  uint64_t cacheGigabytes = OpenOptions::kMostCacheBytes >> 30;

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

void addCache(CLI::App& command, Common& common) {
  command.add_option("--cache", common.cacheFolder,
                     "A folder for what is computed, so that the next question about this trace is answered at once");
  command
      .add_option("--cache-limit", common.cacheGigabytes,
                  "GiB that the folder may take; what was used longest ago is deleted first")
      ->capture_default_str()
      ->check(CLI::Range(0UL, 1UL << 20));
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
  options.cacheFolder = common.cacheFolder;
  options.mostCacheBytes = common.cacheGigabytes << 30;
  const Result<std::unique_ptr<OpenedTrace>> trace = OpenedTrace::open(common.path, options);
  if (!trace) return report(trace.error());
  auto answer = ask(**trace, line.progress());
  // What is known now need not be computed next time. That it cannot be kept is no reason not to answer.
  const Result<StoreAnswer> stored = answer ? (*trace)->store(line.progress()) : StoreAnswer{};
  line.finish();
  if (!answer) return report(answer.error());
  if (!stored && !common.quiet) fmt::print(stderr, "heaptrail: {}\n", stored.error().describe());
  if constexpr (requires { answer->warnings; }) showWarnings(common, answer->warnings);
  return print(write(*answer, common.form()));
}

/// What `inspect` is given, before it is a question.
struct InspectArguments {
  InspectQuestion asked;
  std::string object;
  bool noSoft = false;
  std::string closure;
  std::string order = "retained";
  uint64_t top = 20;

  Result<InspectQuestion> question() const {
    InspectQuestion question = asked;
    if (!object.empty()) {
      const Result<uint64_t> id = parseObjectId(object);
      if (!id) return std::unexpected(id.error());
      question.object = *id;
    }
    if (!question.where.empty()) {
      if (const Status sound = checkCondition(question.where); !sound) return std::unexpected(sound.error());
    }
    if (noSoft) question.soft = SoftReferences::kLeaveOut;
    if (!closure.empty()) question.closure = *parseSizeMetric(closure);
    question.order = *parseHeapOrder(order);
    question.top = top == 0 ? std::numeric_limits<uint64_t>::max() : top;
    return question;
  }
};

CLI::App* addInspect(CLI::App& app, Common& common, InspectArguments& arguments) {
  CLI::App* inspect = app.add_subcommand("inspect", "One object or a group: its sizes, what holds it, and how");
  addCommon(*inspect, common);
  addFollowWeak(*inspect, common);
  addCache(*inspect, common);
  InspectQuestion& asked = arguments.asked;
  inspect->add_option("--at", asked.at, "The point: a number, first, last, or a time such as 12.5s")
      ->capture_default_str();
  CLI::Option_group* what = inspect->add_option_group("What", "What to inspect");
  what->add_option("--object", arguments.object, "An object, by its id: 0x7f0a31c8 or decimal");
  what->add_option("--where", asked.where,
                   "All live objects for which this holds: type=PATTERN, extends=PATTERN, package=NAME, length>N, "
                   "bytes>=N, id=N, with and, or, not and parentheses");
  what->require_option(1);
  inspect->add_flag("--roots", asked.roots, "The GC roots and static fields that lead there");
  inspect->add_flag("--variables-only", asked.holders.variablesOnly,
                    "Of these only variables: static fields, local variables, JNI locals");
  inspect->add_flag("--first-roots", asked.holders.stopAtFirst, "Do not look behind the first root on a way");
  inspect->add_flag("--paths", asked.paths, "Paths from GC roots: the shortest different ones, and all merged");
  inspect->add_option("--most-paths", asked.mostPaths, "How many different paths")->capture_default_str();
  inspect->add_flag("--no-soft", arguments.noSoft, "Leave out paths through soft references");
  inspect->add_option("--closure", arguments.closure, "The types in the deep or retained closure")
      ->check(CLI::IsMember({"deep", "retained"}));
  inspect->add_flag("--objects", asked.objects, "The largest objects of the group");
  inspect->add_option("--sort", arguments.order, "What makes an object large; deep sizes are estimates here")
      ->check(CLI::IsMember({"retained", "deep", "bytes"}))
      ->capture_default_str();
  inspect->add_option("--top", arguments.top, "How many rows of each list at the most (0: all)")->capture_default_str();
  inspect->footer(
      "Examples:\n"
      "  heaptrail inspect app.hprof --where type=java.util.HashMap --objects\n"
      "  heaptrail inspect app.hprof --where 'extends=java.util.Map and package=com.example' --paths\n"
      "  heaptrail inspect app.hprof --object 0x7f0a31c8 --roots --closure retained");
  return inspect;
}

int run(int argc, char** argv) {
  CLI::App app{
      "Heaptrail finds memory leaks in garbage-collected programs.\n\n"
      "Take a heap dump of a running JVM and look into it:\n"
      "  jcmd PID GC.heap_dump /tmp/a.hprof\n"
      "  heaptrail info /tmp/a.hprof            what the dump is, and how much of it is live\n"
      "  heaptrail heap /tmp/a.hprof --top 20   which types take the most memory\n"
      "  heaptrail heap /tmp/a.hprof --metrics retained --sort retained\n"
      "                                         which types keep the most memory alive\n"
      "  heaptrail inspect /tmp/a.hprof --where type=com.example.Session --roots --paths\n"
      "                                         what holds them, and on which paths\n",
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
  addCache(*info, common);

  CLI::App* timeline = app.add_subcommand("timeline", "The points of a trace, and its garbage collections");
  addCommon(*timeline, common);
  addFollowWeak(*timeline, common);
  addCache(*timeline, common);

  CLI::App* heap = app.add_subcommand("heap", "The heap at one point, grouped by type");
  addCommon(*heap, common);
  addFollowWeak(*heap, common);
  addCache(*heap, common);
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
  std::vector<std::string> metrics;
  heap->add_option("--metrics", metrics,
                   "Sizes to show, separated by commas: shallow (always); deep: all that these objects lead to; "
                   "retained: what would be freed if all of them vanished. Both are exact")
      ->delimiter(',')
      ->check(CLI::IsMember({"shallow", "deep", "retained"}));
  heap->add_option("--sort", order, "The order of rows")
      ->check(CLI::IsMember({"bytes", "shallow", "objects", "name", "deep", "retained"}))
      ->capture_default_str();
  bool reverse = false;
  heap->add_flag("--reverse", reverse, "The other way round: smallest first, names from Z to A");
  heap->add_option("--search", question.search, "Only types whose name contains this, in either case");
  heap->add_option("--top", top, "How many rows at the most (0: all)")->capture_default_str();
  heap->footer(
      "Examples:\n"
      "  heaptrail heap app.hprof --search java.util.concurrent\n"
      "  heaptrail heap app.hprof --metrics deep,retained --sort retained\n"
      "  heaptrail heap app.hprof --count all --top 0 --csv > histogram.csv");

  InspectArguments inspectArguments;
  CLI::App* inspect = addInspect(app, common, inspectArguments);

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
  if (*inspect) {
    const Result<InspectQuestion> asked = inspectArguments.question();
    if (!asked) return report(asked.error());
    return answer(common, [&asked](OpenedTrace& trace, Progress& progress) { return trace.inspect(*asked, progress); });
  }
  for (const std::string& metric : metrics) {
    if (const Result<SizeMetric> known = parseSizeMetric(metric)) question.metrics.push_back(*known);
  }
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
