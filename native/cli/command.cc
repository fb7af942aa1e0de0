#include "cli/command.h"

#include <cerrno>
#include <cstring>

namespace heaptrail {

OpenOptions QuestionArguments::openOptions() const {
  OpenOptions options;
  options.weak = followWeak ? WeakReferences::kKeepAlive : WeakReferences::kDoNotKeepAlive;
  options.threads = Threads(threads);
  options.cacheFolder = cacheFolder;
  options.mostCacheBytes = cacheGigabytes << 30;
  return options;
}

void addThreads(CLI::App& command, unsigned& threads) {
  command.add_option("--threads", threads, "How many threads to use (0: as many as there are processors)")
      ->check(CLI::Range(0U, 1024U));
}

void addQuestionArguments(CLI::App& command, QuestionArguments& arguments) {
  command
      .add_option(
          "TRACE", arguments.paths,
          "A recording (.heaptrail), a heap dump (.hprof, .hprof.gz) or several of one program, JSON Lines, or the "
          "folder of an AntTracks trace")
      ->required();
  addAnswerArguments(command, arguments);
}

void addAnswerArguments(CLI::App& command, QuestionArguments& arguments) {
  CLI::Option* json = command.add_flag("--json", arguments.json, "Write JSON (schema 1; the editor gets the same)");
  command.add_flag("--csv", arguments.csv, "Write comma-separated values")->excludes(json);
  command.add_flag("--quiet", arguments.quiet, "No progress and no warnings");
  addThreads(command, arguments.threads);
  command.add_flag("--follow-weak", arguments.followWeak, "Let weak and phantom references keep objects alive");
  addRepeatable(command, "--ds", arguments.descriptions.files, "A file of data structure descriptions (repeatable)")
      ->type_name("FILE");
  command.add_flag("!--no-builtin-ds", arguments.descriptions.shipped,
                   "Leave out the descriptions that come with Heaptrail");
  command.add_option("--cache", arguments.cacheFolder,
                     "A folder for what is computed, so that the next question about this trace is answered at once");
  command
      .add_option("--cache-limit", arguments.cacheGigabytes,
                  "GiB that the folder may take; what was used longest ago is deleted first")
      ->capture_default_str()
      ->check(CLI::Range(0UL, 1UL << 20));
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

void showWarnings(const std::string& path, const std::vector<Warning>& warnings) {
  for (const Warning& warning : warnings) {
    const FilePlace where{path, warning.offset};
    fmt::print(stderr, "heaptrail: warning: {}\n", Error{ErrorKind::kInput, warning.message, where}.describe());
  }
}

int print(const std::string& text) {
  const std::string ended = text.empty() || text.ends_with('\n') ? text : text + '\n';
  const bool written = std::fwrite(ended.data(), 1, ended.size(), stdout) == ended.size() && std::fflush(stdout) == 0;
  if (written) return kDone;
  fmt::print(stderr, "heaptrail: the answer could not be written: {}\n", std::strerror(errno));
  return kUnreadable;
}

}  // namespace heaptrail
