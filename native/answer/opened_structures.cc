// What an opened trace answers about data structures.
#include <utility>

#include "answer/analysed_point.h"
#include "answer/questions.h"
#include "answer/sizes_of_rows.h"
#include "structure/proposed_description.h"

namespace heaptrail {

void OpenedTrace::describeStructures(std::shared_ptr<const dsl::DescriptionSet> descriptions) {
  const std::lock_guard lock(descriptionsMutex_);
  descriptions_ = std::move(descriptions);
}

Result<DescribeAnswer> OpenedTrace::describeStructures(const DescriptionTexts& texts) {
  ReadTexts read = readDescriptions(texts);
  DescribeAnswer answer;
  answer.types = read.descriptions->entries().size();
  answer.heads =
      static_cast<uint64_t>(std::ranges::count_if(read.descriptions->entries(), &dsl::DescriptionEntry::isHead));
  answer.warnings = std::move(read.warnings);
  describeStructures(std::move(read.descriptions));
  return answer;
}

std::shared_ptr<const dsl::DescriptionSet> OpenedTrace::descriptions() const {
  const std::lock_guard lock(descriptionsMutex_);
  return descriptions_;
}

Result<StructuresAnswer> OpenedTrace::structures(const StructuresQuestion& question, Progress& progress) {
  const Result<PointIndex> at = point(question.at);
  if (!at) return std::unexpected(at.error());
  AnalysedPoint& point = this->at(*at);
  const auto summary = point.summary(progress);
  if (!summary) return std::unexpected(summary.error());
  const auto analysis = point.structures(descriptions(), progress);
  if (!analysis) return std::unexpected(analysis.error());
  Result<StructuresAnswer> answer = listStructures(**analysis, question, progress);
  if (!answer) return answer;
  answer->point = describe(*at, sumOf((*summary)->live));
  answer->among = among();
  answer->warnings.insert(answer->warnings.begin(), (*summary)->warnings.begin(), (*summary)->warnings.end());
  return answer;
}

Result<ProposalAnswer> OpenedTrace::proposal(const std::string& at, const std::string& type, Progress& progress) {
  const Result<PointIndex> index = point(at);
  if (!index) return std::unexpected(index.error());
  const auto structures = this->at(*index).structures(descriptions(), progress);
  if (!structures) return std::unexpected(structures.error());
  const LiveGraph& graph = (*structures)->analysis().graph();
  progress.begin("Looking at what the objects refer to", 0, 1, 4 * uint64_t{graph.heap().objectCount()});
  Result<std::string> text = proposeDescription(graph, (*structures)->types(), type, progress);
  if (!text) return std::unexpected(text.error());
  return ProposalAnswer{std::move(*text)};
}

Result<HeapAnswer> OpenedTrace::heapOfStructures(const HeapQuestion& question, PointIndex at, Progress& progress) {
  AnalysedPoint& point = this->at(at);
  const auto summary = point.summary(progress);
  if (!summary) return std::unexpected(summary.error());
  const auto analysis = point.structures(descriptions(), progress);
  if (!analysis) return std::unexpected(analysis.error());
  const auto heads = (*analysis)->heads(*question.structures, progress);
  if (!heads) return std::unexpected(heads.error());
  for (const SizeMetric metric : question.neededMetrics()) {
    if (const auto computed = (*heads)->sizesByType(metric, progress); !computed)
      return std::unexpected(computed.error());
  }
  HeapAnswer answer;
  answer.counted = question.counted;
  answer.structures = question.structures;
  answer.point = describe(at, sumOf((*summary)->live));
  answer.among = among();
  answer.warnings = (*summary)->warnings;
  const std::vector<Warning> wide = structureWarnings(*(*analysis)->knownStructures());
  answer.warnings.insert(answer.warnings.end(), wide.begin(), wide.end());
  const auto known = [&](SizeMetric metric) {
    return question.asksFor(metric) ? (*heads)->knownSizes(metric) : nullptr;
  };
  fillPage(answer, (*heads)->rows(), known(SizeMetric::kDeep), known(SizeMetric::kRetained), question);
  return answer;
}

Result<SizesAnswer> OpenedTrace::sizesOfStructures(const SizesQuestion& question, PointIndex at, Progress& progress) {
  AnalysedPoint& point = this->at(at);
  const auto summary = point.summary(progress);
  if (!summary) return std::unexpected(summary.error());
  const auto analysis = point.structures(descriptions(), progress);
  if (!analysis) return std::unexpected(analysis.error());
  const auto heads = (*analysis)->heads(*question.structures, progress);
  if (!heads) return std::unexpected(heads.error());
  SizesAnswer answer;
  answer.point = describe(at, sumOf((*summary)->live));
  answer.metric = question.metric;
  Result<std::vector<SizesAnswer::Row>> rows = sizesOfRows((*heads)->rows(), **heads, question, progress);
  if (!rows) return std::unexpected(rows.error());
  answer.rows = std::move(*rows);
  return answer;
}

}  // namespace heaptrail
