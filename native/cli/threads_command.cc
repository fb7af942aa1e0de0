// What threads keep alive: `threads`.
#include "cli/command.h"

namespace heaptrail {

namespace {

struct ThreadsArguments : QuestionArguments {
  ThreadsQuestion asked;
};

}  // namespace

void addThreadsCommand(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("threads", std::string(ThreadsQuestion::kSentence));
  const auto arguments = std::make_shared<ThreadsArguments>();
  addQuestionArguments(*command, *arguments);
  addQuestionOptions(*command, arguments->asked, arguments->problem,
                     {{"limit", kNoOption}, {"limitObjects", "--top-below"}});
  addTop(*command, arguments->asked.limit, 20, "How many threads at the most");
  command->footer(
      "Examples:\n"
      "  heaptrail threads app.hprof\n"
      "  heaptrail threads app.hprof --search http-nio --top 5 --top-below 3\n"
      "  heaptrail heap app.hprof --by 'rooted(stacks, hide)' --depth 3 --metrics retained --sort retained");
  command->callback([arguments, &status] { status = answer(*arguments, arguments->asked); });
}

}  // namespace heaptrail
