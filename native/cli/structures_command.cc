// The data structures of the heap at one point: `structures`.
#include <limits>

#include "classify/where.h"
#include "cli/command.h"

namespace heaptrail {

namespace {

struct StructuresArguments : QuestionArguments {
  StructuresQuestion asked;
  bool topLevel = false;
  std::string order = "retained";
  std::vector<std::string> metrics;
  std::string members;
  bool reverse = false;
  uint64_t top = 50;

  Result<StructuresQuestion> question() const {
    StructuresQuestion question = asked;
    if (!question.where.empty()) {
      if (const Status sound = checkCondition(question.where); !sound) return std::unexpected(sound.error());
    }
    if (topLevel) question.filter = StructureFilter::kTopLevel;
    question.order = *parseStructureOrder(order);
    question.ascending = reverse != (question.order == StructureOrder::kType);
    question.deep = std::ranges::find(metrics, "deep") != metrics.end();
    if (!members.empty()) question.members = *parseDescent(members);
    question.limit = top == 0 ? std::numeric_limits<uint64_t>::max() : top;
    return question;
  }
};

int structures(const StructuresArguments& arguments) {
  const Result<StructuresQuestion> asked = arguments.question();
  if (!asked) return report(asked.error());
  return answer(arguments,
                [&asked](OpenedTrace& trace, Progress& progress) { return trace.structures(*asked, progress); });
}

}  // namespace

void addStructuresCommand(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("structures", "The data structures in the heap: which hold how much");
  const auto arguments = std::make_shared<StructuresArguments>();
  addQuestionArguments(*command, *arguments);
  StructuresQuestion& asked = arguments->asked;
  addPoint(*command, asked.at);
  command->add_flag("--top-level", arguments->topLevel,
                    "Only structures that no other structure contains and alone keeps");
  command->add_option("--search", asked.search, "Only structures whose type contains this, in either case");
  command->add_option("--where", asked.where, "Only structures for whose head this holds (see inspect --help)");
  command
      ->add_option("--sort", arguments->order,
                   "The order: what would be freed without the head; what belongs to the structure, alone or with the "
                   "structures it contains; how many leaves it has; its type")
      ->check(CLI::IsMember({"retained", "structure", "deep-structure", "leaves", "type"}))
      ->capture_default_str();
  command->add_flag("--reverse", arguments->reverse, "The other way round: smallest first, types from Z to A");
  command
      ->add_option("--metrics", arguments->metrics,
                   "More sizes, separated by commas: deep (all that the head leads to)")
      ->delimiter(',')
      ->check(CLI::IsMember({"retained", "deep"}));
  command
      ->add_option("--members", arguments->members,
                   "List the objects of each: own, or deep for those of contained structures too")
      ->check(CLI::IsMember({"own", "deep"}));
  command->add_flag("--coverage", asked.coverage,
                    "Count the parts that belong to no structure: do the descriptions fit?");
  command->add_option("--top", arguments->top, "How many structures at the most (0: all)")->capture_default_str();
  command->footer(
      "What a data structure is, descriptions say: those that come with Heaptrail know the collections of the JDK, "
      "and\n"
      "files given with --ds your own (docs/language.md).\n\n"
      "Examples:\n"
      "  heaptrail structures app.hprof --top-level\n"
      "  heaptrail structures app.hprof --ds caches.ds --search Cache\n"
      "  heaptrail structures app.hprof --where id=0x7f0a31c8 --members own");
  command->callback([arguments, &status] { status = structures(*arguments); });
}

}  // namespace heaptrail
