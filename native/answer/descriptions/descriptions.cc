#include <algorithm>
#include <utility>

#include "answer/descriptions/descriptions_question.h"
#include "base/try.h"
#include "structure/proposed_description.h"

namespace heaptrail {

Result<DescribeAnswer> ask(OpenedTrace& trace, const DescribeQuestion& question, Progress&) {
  ReadTexts read = readDescriptions(question.texts);
  DescribeAnswer answer;
  answer.types = read.descriptions->entries().size();
  answer.heads =
      static_cast<uint64_t>(std::ranges::count_if(read.descriptions->entries(), &dsl::DescriptionEntry::isHead));
  answer.warnings = std::move(read.warnings);
  trace.describeStructures(std::move(read.descriptions));
  return answer;
}

Result<ProposalAnswer> ask(OpenedTrace& trace, const ProposalQuestion& question, Progress& progress) {
  const PointIndex index = TRY(trace.point(question.at));
  const auto structures = TRY(trace.at(index).structures(trace.descriptions(), progress));
  const LiveGraph& graph = structures->analysis().graph();
  progress.begin("Looking at what the objects refer to", 0, 1, 4 * uint64_t{graph.heap().objectCount()});
  std::string text = TRY(proposeDescription(graph, structures->types(), question.type, progress));
  return ProposalAnswer{std::move(text)};
}

Result<InferredAnswer> ask(OpenedTrace& trace, const InferredQuestion& question, Progress& progress) {
  AnalysedWindow window = TRY(analyseWindow(trace, question.window, progress));
  return InferredAnswer{window.window, window.analysis->inferred(), std::move(window.warnings)};
}

}  // namespace heaptrail
