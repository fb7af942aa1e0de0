#include <algorithm>
#include <utility>

#include "answer/heap/heap_question.h"

namespace heaptrail {

namespace {

Result<HeapAnswer> heapOfStructures(OpenedTrace& trace, const HeapQuestion& question, PointIndex at,
                                    Progress& progress) {
  AnalysedPoint& point = trace.at(at);
  const auto summary = point.summary(progress);
  if (!summary) return std::unexpected(summary.error());
  const auto analysis = point.structures(trace.descriptions(), progress);
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
  answer.point = trace.toAnswer(at, sumOf((*summary)->live));
  answer.among = trace.among();
  answer.warnings = (*summary)->warnings;
  const std::vector<Warning> wide = structureWarnings(*(*analysis)->knownStructures());
  answer.warnings.insert(answer.warnings.end(), wide.begin(), wide.end());
  const auto known = [&](SizeMetric metric) {
    return question.asksFor(metric) ? (*heads)->knownSizes(metric) : nullptr;
  };
  fillPage(answer, (*heads)->rows(), known(SizeMetric::kDeep), known(SizeMetric::kRetained), question);
  return answer;
}

/// Everything counts, so there is no need to know what is live: one pass, no heap.
Result<HeapAnswer> census(OpenedTrace& trace, const HeapQuestion& question, PointIndex at, Progress& progress) {
  Result<Census> census = trace.trace().censusAt(at, progress, trace.options().threads);
  if (!census) return std::unexpected(census.error());
  std::vector<GroupRow> groups;
  for (Census::Row& row : census->rows) groups.push_back({std::move(row.type), row.objects, row.bytes});
  groups = mergedByName(std::move(groups));
  HeapAnswer answer;
  answer.counted = Counted::kAll;
  answer.point = trace.toAnswer(at, sumOf(groups));
  answer.among = trace.among();
  answer.warnings = std::move(census->warnings);
  fillPage(answer, groups, nullptr, nullptr, question);
  return answer;
}

}  // namespace

Result<HeapAnswer> ask(OpenedTrace& trace, const HeapQuestion& question, Progress& progress) {
  const Result<PointIndex> at = trace.point(question.at);
  if (!at) return std::unexpected(at.error());
  const std::vector<SizeMetric> wanted = question.neededMetrics();
  if (!wanted.empty() && question.counted != Counted::kLive) {
    return usageError("deep and retained sizes are those of live objects: they cannot be counted for others");
  }
  if (question.structures && question.counted != Counted::kLive) {
    return usageError("data structures are those of live objects: they cannot be counted for others");
  }
  if (question.structures) return heapOfStructures(trace, question, *at, progress);
  if (question.counted == Counted::kAll && !trace.peek(*at).knowsSummary()) {
    return census(trace, question, *at, progress);
  }
  AnalysedPoint& point = trace.at(*at);
  const auto summary = point.summary(progress);
  if (!summary) return std::unexpected(summary.error());
  for (const SizeMetric metric : wanted) {
    if (const auto computed = point.sizesByType(metric, progress); !computed) return std::unexpected(computed.error());
  }
  const HeapSummary& s = **summary;
  std::vector<GroupRow> groups = question.counted == Counted::kUnreachable ? s.unreachable : s.live;
  if (question.counted == Counted::kAll) {
    groups.insert(groups.end(), s.unreachable.begin(), s.unreachable.end());
    groups = mergedByName(std::move(groups));
  }
  HeapAnswer answer;
  answer.counted = question.counted;
  answer.point = trace.toAnswer(*at, sumOf(groups));
  answer.among = trace.among();
  answer.warnings = s.warnings;
  const auto known = [&](SizeMetric metric) {
    return question.counted == Counted::kLive && question.asksFor(metric) ? point.knownSizes(metric) : nullptr;
  };
  fillPage(answer, groups, known(SizeMetric::kDeep), known(SizeMetric::kRetained), question);
  return answer;
}

}  // namespace heaptrail
