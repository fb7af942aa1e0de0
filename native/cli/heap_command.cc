// The heap at one point, grouped: `heap`.
#include <limits>

#include "cli/command.h"

namespace heaptrail {

namespace {

struct HeapArguments : QuestionArguments {
  HeapQuestion asked;
  std::string by = "type";
  std::string counted = "live";
  std::string order = "bytes";
  std::string filter;
  std::vector<std::string> metrics;
  bool reverse = false;
  uint64_t top = 50;

  HeapQuestion question() const {
    HeapQuestion question = asked;
    for (const std::string& metric : metrics) {
      if (const Result<SizeMetric> known = parseSizeMetric(metric)) question.metrics.push_back(*known);
    }
    question.counted = *parseCounted(counted);
    if (!filter.empty()) question.structures = *parseStructureFilter(filter);
    question.order = *parseHeapOrder(order);
    question.ascending = reverse != (question.order == HeapOrder::kName);  // names read from A to Z by themselves
    question.limit = top == 0 ? std::numeric_limits<uint64_t>::max() : top;
    return question;
  }
};

}  // namespace

void addHeapCommand(CLI::App& app, int& status) {
  CLI::App* heap = app.add_subcommand("heap", "The heap at one point, grouped by type");
  const auto arguments = std::make_shared<HeapArguments>();
  addQuestionArguments(*heap, *arguments);
  addPoint(*heap, arguments->asked.at);
  heap->add_option("--by", arguments->by, "What to group by")->check(CLI::IsMember({"type"}))->capture_default_str();
  heap->add_option("--filter", arguments->filter,
                   "structures: only data structures, each as one object; top-level: only those that no other one owns")
      ->check(CLI::IsMember({"structures", "top-level"}));
  heap->add_option("--count", arguments->counted,
                   "live: what GC roots reach; unreachable: the rest; all: both, counted in one fast pass")
      ->check(CLI::IsMember({"live", "unreachable", "all"}))
      ->capture_default_str();
  heap->add_option("--metrics", arguments->metrics,
                   "Sizes to show, separated by commas: shallow (always); deep: all that these objects lead to; "
                   "retained: what would be freed if all of them vanished. Both are exact")
      ->delimiter(',')
      ->check(CLI::IsMember({"shallow", "deep", "retained"}));
  heap->add_option("--sort", arguments->order, "The order of rows")
      ->check(CLI::IsMember({"bytes", "shallow", "objects", "name", "deep", "retained"}))
      ->capture_default_str();
  heap->add_flag("--reverse", arguments->reverse, "The other way round: smallest first, names from Z to A");
  heap->add_option("--search", arguments->asked.search, "Only types whose name contains this, in either case");
  heap->add_option("--top", arguments->top, "How many rows at the most (0: all)")->capture_default_str();
  heap->footer(
      "Examples:\n"
      "  heaptrail heap app.hprof --search java.util.concurrent\n"
      "  heaptrail heap app.hprof --metrics deep,retained --sort retained\n"
      "  heaptrail heap app.hprof --count all --top 0 --csv > histogram.csv");
  heap->callback([arguments, &status] {
    status = answer(*arguments, [&arguments](OpenedTrace& trace, Progress& progress) {
      return trace.heap(arguments->question(), progress);
    });
  });
}

}  // namespace heaptrail
