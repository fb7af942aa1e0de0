// Which data structures grew between two points: `growth`.
#include <limits>

#include "answer/growth_tree_answer.h"
#include "cli/command.h"

namespace heaptrail {

namespace {

struct GrowthArguments : QuestionArguments {
  GrowthQuestion asked;
  std::string object;
  std::string order = "retained";
  std::string category = "survivor";
  std::string leavesOf;
  uint64_t top = 20;
  bool unchanged = false;
  bool tree = false;

  uint64_t limit() const { return top == 0 ? std::numeric_limits<uint64_t>::max() : top; }

  GrowthQuestion question() const {
    GrowthQuestion question = asked;
    question.order = *parseGrowthOrder(order);
    question.category = *parseGrowthCategory(category);
    question.limit = limit();
    question.grown = !unchanged;
    return question;
  }

  Result<GrowthOfQuestion> questionAboutOne() const {
    const Result<uint64_t> id = parseObjectId(object);
    if (!id) return std::unexpected(id.error());
    GrowthOfQuestion question;
    question.window = asked.window;
    question.object = *id;
    question.threshold = asked.threshold;
    question.limit = limit();
    if (!leavesOf.empty()) question.leaves = *parseDescent(leavesOf);
    return question;
  }
};

int growth(const GrowthArguments& arguments) {
  if (arguments.tree) {
    const GrowthTreeQuestion asked{arguments.asked.window, arguments.asked.threshold};
    return answer(arguments,
                  [&asked](OpenedTrace& trace, Progress& progress) { return trace.growthTree(asked, progress); });
  }
  if (arguments.object.empty()) {
    return answer(arguments, [asked = arguments.question()](OpenedTrace& trace, Progress& progress) {
      return trace.growth(asked, progress);
    });
  }
  const Result<GrowthOfQuestion> asked = arguments.questionAboutOne();
  if (!asked) return report(asked.error());
  return answer(arguments,
                [&asked](OpenedTrace& trace, Progress& progress) { return trace.growthOf(*asked, progress); });
}

}  // namespace

void addWindow(CLI::App& command, WindowQuestion& window) {
  command.add_option(
      "--from", window.from,
      "Where the window begins: a number, first, last, or a time such as 12.5s. Without --from and --to, "
      "the window in which the heap grew most");
  command.add_option("--to", window.to, "Where the window ends");
  command
      .add_option(
          "--own", window.own,
          "A package that is the program's own, such as com.acme (repeatable): whose lines and fields are named "
          "first. Without any it is taken from where the program was started")
      ->type_name("PACKAGE")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void addGrowthCommand(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("growth", "What grew between two points: the suspects, and every data structure's share");
  const auto arguments = std::make_shared<GrowthArguments>();
  addQuestionArguments(*command, *arguments);
  GrowthQuestion& asked = arguments->asked;
  addWindow(*command, asked.window);
  command
      ->add_option(
          "--sort", arguments->order,
          "The order: by what was added to what a structure retains, to all it leads to, to what belongs to it, "
          "or to that with the structures it contains")
      ->check(CLI::IsMember({"retained", "deep", "structure", "deep-structure"}))
      ->capture_default_str();
  command
      ->add_option("--category", arguments->category,
                   "Structures alive at both ends, those born in the window, or all of them")
      ->check(CLI::IsMember({"survivor", "born", "all"}))
      ->capture_default_str();
  command
      ->add_option("--threshold", asked.threshold,
                   "From which percentage of the heap's growth on a size counts as growing")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
  command->add_option("--search", asked.search, "Only structures whose type contains this, in either case");
  command->add_flag("--unchanged", arguments->unchanged, "List structures that did not grow, too");
  command->add_flag("--tree", arguments->tree,
                    "Where the heap grew, place by place: what is held, by which field; needs no descriptions");
  command->add_option("--top", arguments->top, "How many structures, or leaves of one, at the most (0: all)")
      ->capture_default_str();
  command->add_option("--leaves", asked.leaves, "Show for each structure so many types and sites of leaves")
      ->capture_default_str();
  command->add_option("--object", arguments->object,
                      "All about one structure, by the id of its head at the end of the window");
  command
      ->add_option("--leaves-of", arguments->leavesOf,
                   "With --object, whose leaves: own, or deep for those of contained structures too")
      ->check(CLI::IsMember({"own", "deep"}));
  command->footer(
      "Sizes are told as shares of the heap's growth. Structures of recordings are the same object at both ends; in\n"
      "heap dumps, which know no identity, they are matched by the path from a root to them.\n\n"
      "Examples:\n"
      "  heaptrail growth app-4711.heaptrail\n"
      "  heaptrail growth app-4711.heaptrail --from 2 --to 60s --top 5 --leaves 3\n"
      "  heaptrail growth monday.hprof tuesday.hprof --ds caches.ds\n"
      "  heaptrail growth app-4711.heaptrail --tree\n"
      "  heaptrail growth app-4711.heaptrail --object 0x1f3 --leaves-of deep");
  command->callback([arguments, &status] { status = growth(*arguments); });
}

}  // namespace heaptrail
