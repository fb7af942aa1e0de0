// Asks JVMs that run already to record themselves, and recorded ones for a point or to end their recording: `attach`,
// `point` and `detach`.
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "cli/command.h"
#include "cli/recorder_arguments.h"
#include "cli/waiting_line.h"
#include "launch/attach.h"
#include "launch/file_pattern.h"
#include "launch/java_process.h"
#include "recorder/attach_answer.h"

namespace heaptrail {

namespace {

namespace fs = std::filesystem;

using recorder::AttachAnswer;

std::string explained(AttachAnswer answer, const JavaProcess& java, const std::string& library,
                      const std::string& file) {
  switch (answer) {
    case AttachAnswer::kWrongOptions:
      return fmt::format("the recorder does not know these options: is {} of another version of Heaptrail?", library);
    case AttachAnswer::kNoFile:
      return fmt::format(
          "it could not make {}: the file must not be there yet, and its user ({}) must be allowed to write into the "
          "folder; choose another with -o",
          file, java.user);
    case AttachAnswer::kNoRecording:
      return fmt::format("it is not being recorded: begin with `heaptrail attach {}`", java.id);
    case AttachAnswer::kStopped:
      return "its recording has stopped, because the disk is full or for what it says on its stderr; all points before "
             "are in the file";
    case AttachAnswer::kNotPossible:
      return "it cannot be recorded: that takes Java 11 or later, and no other agent that uses what the recorder "
             "needs; "
             "more is on its stderr";
    case AttachAnswer::kRecordedAlready:
      return fmt::format("it is being recorded already; for a point now: heaptrail point {}", java.id);
    case AttachAnswer::kDone:
      break;
  }
  return fmt::format("the recorder refused, with code {}", static_cast<int>(answer));
}

/// The recorder as the JVM sees it: the one it has loaded, or ours.
Result<std::string> libraryFor(const JavaProcess& java) {
  if (const auto loaded = java.loadedLibrary(kRecorderLibrary)) {
    if (!loaded->ends_with(" (deleted)")) return *loaded;
    return java.error(
        "it has loaded a recorder that has been replaced or deleted since: nothing can be asked of that any more, but "
        "it goes on recording as it was told");
  }
  Result<std::string> ours = recorderLibrary();
  if (!ours || java.shares(*ours)) return ours;
  std::error_code problem;
  const std::string there = java.seenFromHere(*ours);
  if (fs::is_regular_file(there, problem)) return ours;
  return java.error(fmt::format(
      "it has other files than we do (a container?), and the recorder is not among them. Copy it there first:\n"
      "  mkdir -p {} && cp {} {}",
      shellWord(fs::path(there).parent_path()), shellWord(*ours), shellWord(there)));
}

/// As the JVM sees it. In a container there is no current folder of ours.
Result<std::string> fileFor(const JavaProcess& java, const RecorderArguments& arguments) {
  std::error_code problem;
  const std::string here = fs::current_path(problem);
  const bool sameFolder = java.shares(here);
  std::string pattern = arguments.file;
  if (pattern.empty()) {
    pattern = literalPattern(java.commandName()) + "-%p.heaptrail";
    if (!sameFolder) pattern = "/tmp/" + pattern;
  }
  if (!pattern.starts_with('/') && !sameFolder) {
    return usageError(
        fmt::format("{}: process {} has other files than we do (a container?): give the whole name that "
                    "the file is to have there, such as /tmp/app-%p.heaptrail",
                    pattern, java.id));
  }
  std::string file = fileOf(absolutePattern(pattern), java.inner);
  const std::string folder = fs::path(file).parent_path();
  if (!fs::is_directory(java.seenFromHere(folder), problem)) {
    return usageError(fmt::format("{}: there is no such folder where process {} runs", folder, java.id));
  }
  return file;
}

int attach(int64_t id, const RecorderArguments& arguments) {
  const Result<std::string> options = arguments.options();
  if (!options) return report(options.error());
  const Result<JavaProcess> java = findJavaProcess(id);
  if (!java) return report(java.error());
  const Result<std::string> file = fileFor(*java, arguments);
  if (!file) return report(file.error());
  const Result<std::string> library = libraryFor(*java);
  if (!library) return report(library.error());
  const Result<int> answer = [&] {
    const WaitingLine line(arguments.quiet, fmt::format("Waiting for process {} to begin its recording", id));
    return loadAgent(*java, *library, withFile(*options, literalPattern(*file)));
  }();
  if (!answer) return report(answer.error());
  if (AttachAnswer{*answer} != AttachAnswer::kDone)
    return report(java->error(explained(AttachAnswer{*answer}, *java, *library, *file)).error());
  if (arguments.quiet) return kDone;
  const std::string ours = java->shares(*file) ? *file : java->seenFromHere(*file);
  return print(
      fmt::format("Process {} is being recorded into {}\n"
                  "A point now: heaptrail point {}. Look at it, also while it grows: heaptrail timeline {}\n"
                  "End the recording: heaptrail detach {}",
                  id, ours, id, shellWord(ours), id));
}

struct Answered {
  JavaProcess java;
  std::string library;
  AttachAnswer answer = AttachAnswer::kDone;

  int refused() const { return report(java.error(explained(answer, java, library, "")).error()); }
};

/// What the recorder of a JVM answers to a command. `waitingFor`: what the process is to do, as it is said meanwhile.
Result<Answered> ask(int64_t id, const char* command, std::string_view waitingFor, bool quiet) {
  JavaProcess java = TRY(findJavaProcess(id));
  // Without a recorder there is nobody to ask, and no reason to disturb the JVM.
  if (!java.loadedLibrary(kRecorderLibrary)) return java.error(explained(AttachAnswer::kNoRecording, java, "", ""));
  std::string library = TRY(libraryFor(java));
  const WaitingLine line(quiet, fmt::format("Waiting for process {} to {}", id, waitingFor));
  const int answer = TRY(loadAgent(java, library, command));
  return Answered{std::move(java), std::move(library), AttachAnswer{answer}};
}

int point(int64_t id, bool quiet) {
  const Result<Answered> answered = ask(id, "point", "take a point", quiet);
  if (!answered) return report(answered.error());
  if (answered->answer != AttachAnswer::kDone) return answered->refused();
  return quiet ? kDone : print(fmt::format("The recording of process {} has one more point.", id));
}

int detach(int64_t id, bool quiet) {
  const Result<Answered> answered = ask(id, "detach", "complete its recording", quiet);
  if (!answered) return report(answered.error());
  switch (answered->answer) {
    case AttachAnswer::kDone:
      return quiet ? kDone : print(fmt::format("Process {} is not recorded any more, and runs on.", id));
    case AttachAnswer::kRecordedAlready:
      return report(
          answered->java.error("its recorder is of an older version of Heaptrail and records until the program ends")
              .error());
    default:
      return answered->refused();
  }
}

/// A command that asks something of a recorded JVM.
CLI::App& addAskCommand(CLI::App& app, const char* name, const char* sentence, int (*ask)(int64_t id, bool quiet),
                        int& status) {
  CLI::App* command = app.add_subcommand(name, sentence);
  const auto id = std::make_shared<int64_t>();
  const auto quiet = std::make_shared<bool>(false);
  command->add_option("PID", *id, "The JVM's process id")->required();
  command->add_flag("--quiet", *quiet, "Say nothing but errors");
  command->callback([id, quiet, ask, &status] { status = ask(*id, *quiet); });
  return *command;
}

}  // namespace

void addAttachCommands(CLI::App& app, int& status) {
  CLI::App* attachCommand = app.add_subcommand("attach", "Record how the heap of a running JVM develops from now on");
  const auto arguments = std::make_shared<RecorderArguments>();
  const auto id = std::make_shared<int64_t>();
  attachCommand->add_option("PID", *id, "The JVM's process id")->required();
  addRecorderArguments(*attachCommand, *arguments);
  attachCommand->footer(
      "The JVM must be one of the same user, or heaptrail be run by root. It writes the file itself, and records "
      "until\n"
      "it ends or `heaptrail detach` ends the recording. In a container the file's name is one of the container.\n"
      "\n"
      "Examples:\n"
      "  heaptrail attach 4711\n"
      "  heaptrail attach 4711 --every 1m --sites off -o /var/tmp/service-%p.heaptrail");
  attachCommand->callback([arguments, id, &status] { status = attach(*id, *arguments); });

  addAskCommand(app, "point", "Take a point now in a JVM that is being recorded", point, status)
      .footer("When heaptrail ends with 0, the point is completely in the file.");
  addAskCommand(app, "detach", "End the recording of a JVM, which runs on", detach, status)
      .footer(
          "A last point is taken (unless the recording was begun with --no-exit-point), and the file is completed. "
          "What "
          "the\n"
          "JVM held for the recording is free again; `heaptrail attach` records it anew, into another file.");
}

}  // namespace heaptrail
