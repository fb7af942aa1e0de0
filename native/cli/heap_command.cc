// The heap at one point, grouped: `heap`.
#include "classify/property_list.h"
#include "cli/command.h"

namespace heaptrail {

namespace {

struct HeapArguments : QuestionArguments {
  HeapQuestion asked;
  bool reverse = false;

  HeapQuestion question() const {
    HeapQuestion question = asked;
    question.ascending = reverse != (question.order == HeapOrder::kName);  // names read from A to Z by themselves
    // The same command gives the same columns, whatever was asked before.
    question.alsoKnown = false;
    return question;
  }
};

}  // namespace

void addHeapCommand(CLI::App& app, int& status) {
  CLI::App* heap = app.add_subcommand("heap", std::string(HeapQuestion::kSentence));
  const auto arguments = std::make_shared<HeapArguments>();
  addQuestionArguments(*heap, *arguments);
  arguments->asked.depth = 2;  // a tree, where there is one
  addQuestionOptions(*heap, arguments->asked, arguments->problem,
                     {{"alsoKnown", kNoOption},
                      {"ascending", kNoOption},
                      {"offset", kNoOption},
                      {"limit", kNoOption},
                      {"limitBelow", "--top-below"}});
  heap->add_flag("--reverse", arguments->reverse, "The other way round: smallest first, names from Z to A");
  addTop(*heap, arguments->asked.limit, 50, "How many rows at the most");
  heap->footer("Group by " + alternatives(namesInGroupings()) +
               ".\n"
               "Examples:\n"
               "  heaptrail heap app.hprof --by 'package, type' --depth 3\n"
               "  heaptrail heap app.heaptrail --by 'type, site' --path java.lang.String\n"
               "  heaptrail heap app.hprof --search java.util.concurrent\n"
               "  heaptrail heap app.hprof --metrics deep,retained --sort retained\n"
               "  heaptrail heap app.hprof --by 'owner, type' --sort gain\n"
               "  heaptrail heap app.hprof --count all --top 0 --csv > histogram.csv");
  heap->callback([arguments, &status] { status = answer(*arguments, arguments->question()); });
}

}  // namespace heaptrail
