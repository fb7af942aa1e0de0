// Which data structures grew between two points: `growth`. Three questions in one command: about all structures, about
// one of them, and about places.
#include <initializer_list>

#include "answer/growth/growth_tree_answer.h"
#include "base/try.h"
#include "cli/command.h"

namespace heaptrail {

namespace {

struct GrowthArguments : QuestionArguments {
  GrowthQuestion asked;
  GrowthOfQuestion aboutOne;
  std::string object;
  bool unchanged = false;
  bool tree = false;

  GrowthQuestion question() const {
    GrowthQuestion question = asked;
    question.grown = !unchanged;
    return question;
  }

  Result<GrowthOfQuestion> questionAboutOne() const {
    const uint64_t id = TRY(parseObjectId(object));
    GrowthOfQuestion question = aboutOne;
    question.object = id;
    question.window = asked.window;
    question.threshold = asked.threshold;
    question.limit = asked.limit;
    return question;
  }
};

int growth(const GrowthArguments& arguments) {
  if (arguments.tree) {
    const GrowthTreeQuestion asked{arguments.asked.window, arguments.asked.threshold};
    return answer(arguments, asked);
  }
  if (arguments.object.empty()) {
    return answer(arguments, arguments.question());
  }
  const Result<GrowthOfQuestion> asked = arguments.questionAboutOne();
  if (!asked) return report(asked.error());
  return answer(arguments, *asked);
}

/// What says nothing about what is asked is a mistake, and not to be passed over.
void refuse(const CLI::App& command, const char* asked, std::initializer_list<const char*> others) {
  if (command.count(asked) == 0) return;
  for (const char* other : others) {
    if (command.count(other) > 0) throw CLI::ExcludesError(asked, other);
  }
}

}  // namespace

void addGrowthCommand(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("growth", std::string(GrowthQuestion::kSentence));
  const auto arguments = std::make_shared<GrowthArguments>();
  addQuestionArguments(*command, *arguments);
  addQuestionOptions(*command, arguments->asked, arguments->problem,
                     {{"grown", kNoOption}, {"offset", kNoOption}, {"limit", kNoOption}});
  command->add_flag("--unchanged", arguments->unchanged, "List structures that did not grow, too");
  command->add_flag("--tree", arguments->tree,
                    "Where the heap grew, place by place: what is held, by which field; needs no descriptions");
  addTop(*command, arguments->asked.limit, 20, "How many structures, or leaves of one, at the most");
  command->add_option("--object", arguments->object,
                      "All about one structure, by the id of its head at the end of the window");
  // What is asked of all structures holds for one of them, too; only its leaves are chosen apart.
  addQuestionOptions(*command, arguments->aboutOne, arguments->problem,
                     {{"from", kNoOption},
                      {"to", kNoOption},
                      {"own", kNoOption},
                      {"id", kNoOption},
                      {"threshold", kNoOption},
                      {"leaves", "--leaves-of"},
                      {"offset", kNoOption},
                      {"limit", kNoOption}});
  command->footer(
      "Sizes are told as shares of the heap's growth. Structures of recordings are the same object at both ends; in\n"
      "heap dumps, which know no identity, they are matched by the path from a root to them.\n\n"
      "Examples:\n"
      "  heaptrail growth app-4711.heaptrail\n"
      "  heaptrail growth app-4711.heaptrail --from 2 --to 60s --top 5 --leaves 3\n"
      "  heaptrail growth monday.hprof tuesday.hprof --ds caches.ds\n"
      "  heaptrail growth app-4711.heaptrail --tree\n"
      "  heaptrail growth app-4711.heaptrail --object 0x1f3 --leaves-of deep");
  command->callback([command, arguments, &status] {
    refuse(*command, "--tree",
           {"--object", "--leaves-of", "--sort", "--category", "--search", "--leaves", "--unchanged", "--top"});
    refuse(*command, "--object", {"--sort", "--category", "--search", "--leaves", "--unchanged"});
    status = growth(*arguments);
  });
}

}  // namespace heaptrail
