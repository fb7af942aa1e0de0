// One object or a group, its sizes, and what holds it: `inspect`. With `--fields`, what is in one object: that is the
// question `object`.
#include "cli/command.h"

namespace heaptrail {

namespace {

struct InspectArguments : QuestionArguments {
  InspectQuestion asked;
  bool fields = false;
  ObjectQuestion object;

  /// All that can be said of the object, as many rows of each list as were asked for.
  ObjectQuestion objectAsked() const {
    ObjectQuestion question = object;
    question.at = asked.at;
    question.object = asked.object.value_or(0);
    question.values = asked.values;
    question.itemsOffset = question.offset;
    question.limit = question.itemsLimit = question.referrersLimit = question.dominatedLimit = asked.top;
    question.referrers = question.dominated = question.path = true;
    return question;
  }
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
  CLI::Option* fields = command->add_flag("--fields", arguments->fields,
                                          "What is in the object, who refers to it, and what it alone keeps alive");
  fields->needs(command->get_option("--object"));
  for (const char* option : {"--roots", "--paths", "--closure", "--containing", "--objects"}) {
    fields->excludes(command->get_option(option));
  }
  command
      ->add_option("--offset", arguments->object.offset,
                   "With --fields: how many fields, elements or entries to leave out at the beginning")
      ->capture_default_str()
      ->needs(fields);
  command->footer(
      "Examples:\n"
      "  heaptrail inspect app.hprof --where type=java.util.HashMap --objects\n"
      "  heaptrail inspect app.hprof --where 'extends=java.util.AbstractMap and package=com.example' --paths\n"
      "  heaptrail inspect app.heaptrail --by 'type, site' --path com.example.Session --path 'Login.open:31' --roots\n"
      "  heaptrail inspect app.hprof --object 0x7f0a31c8 --roots --closure retained\n"
      "  heaptrail inspect app.hprof --object 0x7f0a31c8 --fields --values off");
  command->callback([arguments, &status] {
    status = arguments->fields ? answer(*arguments, arguments->objectAsked()) : answer(*arguments, arguments->asked);
  });
}

}  // namespace heaptrail
