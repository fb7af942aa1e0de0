#include "cli/program.h"

#include <new>
#include <string_view>

#include "cli/command.h"

namespace heaptrail {

namespace {

/// Takes away what stands behind `--` of `record`: another program's arguments are not to be understood here.
std::vector<std::string> takeProgram(int& argc, char** argv) {
  if (argc < 2 || std::string_view(argv[1]) != "record") return {};
  for (int i = 2; i < argc; ++i) {
    if (std::string_view(argv[i]) != "--") continue;
    std::vector<std::string> program(argv + i + 1, argv + argc);
    argc = i;
    return program;
  }
  return {};
}

int parseAndRun(int argc, char** argv) {
  CLI::App app{
      "Heaptrail finds memory leaks in garbage-collected programs.\n\n"
      "Record how the heap of a Java program develops, and look into it:\n"
      "  heaptrail record -- java -jar app.jar       writes app-PID.heaptrail\n"
      "  heaptrail attach PID                        records a JVM that runs already\n"
      "  heaptrail growth app-4711.heaptrail         what grew, who holds it, and the line that creates it\n"
      "  heaptrail timeline app-4711.heaptrail       its points and collections, and where it grew most\n"
      "  heaptrail heap app-4711.heaptrail --at 7    which types take the most memory at point 7\n"
      "  heaptrail trend app-4711.heaptrail          what grows for as long as the program runs\n\n"
      "Or look into a heap dump:\n"
      "  jcmd PID GC.heap_dump /tmp/a.hprof\n"
      "  heaptrail growth /tmp/a.hprof               what holds the most of it; with a later dump beside it, what "
      "grew\n"
      "  heaptrail info /tmp/a.hprof                 what the dump is, and how much of it is live\n"
      "  heaptrail heap /tmp/a.hprof --metrics retained --sort retained\n"
      "                                              which types keep the most memory alive\n"
      "  heaptrail inspect /tmp/a.hprof --where type=com.example.Session --roots --paths\n"
      "                                              what holds them, and on which paths\n",
      "heaptrail"};
  app.set_version_flag("--version", "heaptrail " HEAPTRAIL_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Every command says more about itself with --help; questions about traces take --json and --csv.\n"
      "Exit status: 0 done, 1 a check failed, 2 wrong usage, 3 the trace cannot be read or the JVM cannot be reached; "
      "of `record` that of\n"
      "the program.");

  int status = kDone;
  const std::vector<std::string> program = takeProgram(argc, argv);
  addTraceCommands(app, status);
  addHeapCommand(app, status);
  addStructuresCommand(app, status);
  addOwnershipCommand(app, status);
  addGrowthCommand(app, status);
  addCheckCommand(app, status);
  addTrendCommand(app, status);
  addInspectCommand(app, status);
  addWasteCommand(app, status);
  addThreadsCommand(app, status);
  addRecordCommand(app, program, status);
  addAttachCommands(app, status);
  addDescriptionCommands(app, status);
  addConvertCommand(app, status);
  addSchemaCommand(app, status);
  if (argc == 1) {
    fmt::print(stderr, "{}", app.help());
    return kUsage;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? kDone : kUsage;
  }
  return status;
}

}  // namespace

int runProgram(int argc, char** argv) {
  try {
    return parseAndRun(argc, argv);
  } catch (const std::bad_alloc&) {
    fmt::print(
        stderr,
        "heaptrail: there is too little memory to answer this. Close other programs, or use a larger machine.\n");
    return kUnreadable;
  }
}

}  // namespace heaptrail
