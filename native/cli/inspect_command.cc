// One object or a group, its sizes, and what holds it: `inspect`.
#include "cli/command.h"

namespace heaptrail {

namespace {

struct InspectArguments : QuestionArguments {
  InspectQuestion asked;
};

}  // namespace

void addInspectCommand(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("inspect", std::string(InspectQuestion::kSentence));
  const auto arguments = std::make_shared<InspectArguments>();
  addQuestionArguments(*command, *arguments);
  addQuestionOptions(*command, arguments->asked, arguments->problem, {{"top", kNoOption}, {"sizes", kNoOption}});
  CLI::Option_group* what = command->add_option_group("What", "What to inspect");
  for (const char* option : {"--where", "--by", "--path", "--filter"}) {
    what->add_option(command->get_option(option)->excludes(command->get_option("--object")));
  }
  what->add_option(command->get_option("--object"));
  what->require_option(1, 4);
  addTop(*command, arguments->asked.top, 20, "How many rows of each list at the most");
  command->footer(
      "Examples:\n"
      "  heaptrail inspect app.hprof --where type=java.util.HashMap --objects\n"
      "  heaptrail inspect app.hprof --where 'extends=java.util.Map and package=com.example' --paths\n"
      "  heaptrail inspect app.heaptrail --by 'type, site' --path com.example.Session --path 'Login.open:31' --roots\n"
      "  heaptrail inspect app.hprof --object 0x7f0a31c8 --roots --closure retained");
  command->callback([arguments, &status] { status = answer(*arguments, arguments->asked); });
}

}  // namespace heaptrail
