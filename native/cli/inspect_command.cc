// One object or a group, its sizes, and what holds it: `inspect`.
#include <limits>

#include "classify/where.h"
#include "cli/command.h"

namespace heaptrail {

namespace {

struct InspectArguments : QuestionArguments {
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

int inspect(const InspectArguments& arguments) {
  const Result<InspectQuestion> asked = arguments.question();
  if (!asked) return report(asked.error());
  return answer(arguments,
                [&asked](OpenedTrace& trace, Progress& progress) { return trace.inspect(*asked, progress); });
}

}  // namespace

void addInspectCommand(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("inspect", "One object or a group: its sizes, what holds it, and how");
  const auto arguments = std::make_shared<InspectArguments>();
  addQuestionArguments(*command, *arguments);
  InspectQuestion& asked = arguments->asked;
  addPoint(*command, asked.at);
  CLI::Option_group* what = command->add_option_group("What", "What to inspect");
  what->add_option("--object", arguments->object, "An object, by its id: 0x7f0a31c8 or decimal");
  what->add_option("--where", asked.where,
                   "All live objects for which this holds: type=PATTERN, extends=PATTERN, package=NAME, length>N, "
                   "bytes>=N, age>N (collections survived), space=eden|survivor|old, id=N, with and, or, not and "
                   "parentheses");
  what->require_option(1);
  command->add_flag("--roots", asked.roots, "The GC roots and static fields that lead there");
  command->add_flag("--variables-only", asked.holders.variablesOnly,
                    "Of these only variables: static fields, local variables, JNI locals");
  command->add_flag("--first-roots", asked.holders.stopAtFirst, "Do not look behind the first root on a way");
  command->add_flag("--paths", asked.paths, "Paths from GC roots: the shortest different ones, and all merged");
  command->add_option("--most-paths", asked.mostPaths, "How many different paths")->capture_default_str();
  command->add_flag("--no-soft", arguments->noSoft, "Leave out paths through soft references");
  command->add_option("--closure", arguments->closure, "The types in the deep or retained closure")
      ->check(CLI::IsMember({"deep", "retained"}));
  command->add_flag("--containing", asked.containing, "The data structures that the objects are parts or leaves of");
  command->add_flag("--objects", asked.objects, "The largest objects of the group");
  command->add_option("--sort", arguments->order, "What makes an object large; deep sizes are estimates here")
      ->check(CLI::IsMember({"retained", "deep", "bytes"}))
      ->capture_default_str();
  command->add_option("--top", arguments->top, "How many rows of each list at the most (0: all)")
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  heaptrail inspect app.hprof --where type=java.util.HashMap --objects\n"
      "  heaptrail inspect app.hprof --where 'extends=java.util.Map and package=com.example' --paths\n"
      "  heaptrail inspect app.hprof --object 0x7f0a31c8 --roots --closure retained");
  command->callback([arguments, &status] { status = inspect(*arguments); });
}

}  // namespace heaptrail
