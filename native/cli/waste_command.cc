// What the heap could do without, and who holds it: `waste`.
#include "cli/command.h"

namespace heaptrail {

namespace {

struct WasteArguments : QuestionArguments {
  WasteQuestion asked;
};

}  // namespace

void addWasteCommand(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("waste", std::string(WasteQuestion::kSentence));
  const auto arguments = std::make_shared<WasteArguments>();
  addQuestionArguments(*command, *arguments);
  addQuestionOptions(*command, arguments->asked, arguments->problem, {{"limit", kNoOption}});
  addTop(*command, arguments->asked.limit, 10, "How many rows of each list at the most");
  command->footer(
      "Rows name the field that holds what is wasted: there is something to change (docs/waste.md). To go on from "
      "one:\n"
      "  heaptrail inspect app.hprof --where 'waste=equal-strings and owner=\"com.example.User.country\"' --objects\n\n"
      "Examples:\n"
      "  heaptrail waste app.hprof\n"
      "  heaptrail waste app.hprof --values off\n"
      "  heaptrail heap app.hprof --by 'waste(hide), owner, type' --depth 3");
  command->callback([arguments, &status] { status = answer(*arguments, arguments->asked); });
}

}  // namespace heaptrail
