// What can be asked, for programs that ask: `schema`.
#include "answer/question_schema.h"
#include "cli/command.h"

namespace heaptrail {

void addSchemaCommand(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("schema", "All questions and their parameters as JSON Schema, for programs");
  command->footer(
      "The definitions are named like the questions. Parameters are those that the editor gives; the commands' "
      "options\n"
      "come from the same declarations.\n\n"
      "Example:\n"
      "  heaptrail schema | jq '.\"$defs\".heap'");
  command->callback([&status] { status = print(questionSchema()); });
}

}  // namespace heaptrail
