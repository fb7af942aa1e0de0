// The data structures of the heap at one point: `structures`.
#include "cli/command.h"

namespace heaptrail {

namespace {

struct StructuresArguments : QuestionArguments {
  StructuresQuestion asked;
  bool topLevel = false;
  bool reverse = false;

  StructuresQuestion question() const {
    StructuresQuestion question = asked;
    if (topLevel) question.filter = StructureFilter::kTopLevel;
    question.ascending = reverse != (question.order == StructureOrder::kType);  // types read from A to Z by themselves
    return question;
  }
};

}  // namespace

void addStructuresCommand(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("structures", std::string(StructuresQuestion::kSentence));
  const auto arguments = std::make_shared<StructuresArguments>();
  addQuestionArguments(*command, *arguments);
  command->add_flag("--top-level", arguments->topLevel,
                    "Only structures that no other structure contains and alone keeps");
  addQuestionOptions(*command, arguments->asked, arguments->problem,
                     {{"filter", kNoOption},
                      {"ascending", kNoOption},
                      {"contained", kNoOption},
                      {"offset", kNoOption},
                      {"limit", kNoOption}});
  command->add_flag("--reverse", arguments->reverse, "The other way round: smallest first, types from Z to A");
  addTop(*command, arguments->asked.limit, 50, "How many structures at the most");
  command->footer(
      "What a data structure is, descriptions say: those that come with Heaptrail know the collections of the JDK, "
      "and\n"
      "files given with --ds your own (docs/language.md).\n\n"
      "Examples:\n"
      "  heaptrail structures app.hprof --top-level\n"
      "  heaptrail structures app.hprof --ds caches.ds --search Cache\n"
      "  heaptrail structures app.hprof --where id=0x7f0a31c8 --members own");
  command->callback([arguments, &status] { status = answer(*arguments, arguments->question()); });
}

}  // namespace heaptrail
