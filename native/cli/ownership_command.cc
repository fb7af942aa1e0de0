// Who owns the heap at one point: `ownership`.
#include "cli/command.h"

namespace heaptrail {

namespace {

struct OwnershipArguments : QuestionArguments {
  OwnershipQuestion asked;
};

}  // namespace

void addOwnershipCommand(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("ownership", std::string(OwnershipQuestion::kSentence));
  const auto arguments = std::make_shared<OwnershipArguments>();
  addQuestionArguments(*command, *arguments);
  addQuestionOptions(*command, arguments->asked, arguments->problem);
  command->footer(
      "What a node owns is its own bytes and its part of what it refers to; all parts together are the heap\n"
      "(docs/ownership.md). Collections are split by who holds them, arrays of numbers by their length.\n\n"
      "Examples:\n"
      "  heaptrail ownership app-4711.heaptrail\n"
      "  heaptrail ownership app-4711.heaptrail --at last --depth 10 --threshold 1\n"
      "  heaptrail ownership app.hprof --roots thread");
  command->callback([arguments, &status] { status = answer(*arguments, arguments->asked); });
}

}  // namespace heaptrail
