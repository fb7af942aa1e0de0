#include <fmt/format.h>

#include <utility>

#include "answer/heap/heap_question.h"
#include "answer/heap/sizes_of_rows.h"

namespace heaptrail {

namespace {

Result<SizesAnswer> sizesOfStructures(OpenedTrace& trace, const SizesQuestion& question, PointIndex at,
                                      Progress& progress) {
  AnalysedPoint& point = trace.at(at);
  const auto summary = point.summary(progress);
  if (!summary) return std::unexpected(summary.error());
  const auto analysis = point.structures(trace.descriptions(), progress);
  if (!analysis) return std::unexpected(analysis.error());
  const auto heads = (*analysis)->heads(*question.structures, progress);
  if (!heads) return std::unexpected(heads.error());
  SizesAnswer answer;
  answer.point = trace.toAnswer(at, sumOf((*summary)->live));
  answer.metric = question.metric;
  Result<std::vector<SizesAnswer::Row>> rows = sizesOfRows((*heads)->rows(), **heads, question, progress);
  if (!rows) return std::unexpected(rows.error());
  answer.rows = std::move(*rows);
  return answer;
}

}  // namespace

Result<SizesAnswer> ask(OpenedTrace& trace, const SizesQuestion& question, Progress& progress) {
  const Result<PointIndex> at = trace.point(question.at);
  if (!at) return std::unexpected(at.error());
  if (question.keys.size() > SizesQuestion::kMaxKeys) {
    return usageError(fmt::format("expected at most {} keys, found {}", SizesQuestion::kMaxKeys, question.keys.size()));
  }
  if (question.structures) return sizesOfStructures(trace, question, *at, progress);
  AnalysedPoint& point = trace.at(*at);
  const auto summary = point.summary(progress);
  if (!summary) return std::unexpected(summary.error());
  SizesAnswer answer;
  answer.point = trace.toAnswer(*at, sumOf((*summary)->live));
  answer.metric = question.metric;
  Result<std::vector<SizesAnswer::Row>> rows = sizesOfRows((*summary)->live, point, question, progress);
  if (!rows) return std::unexpected(rows.error());
  answer.rows = std::move(*rows);
  return answer;
}

}  // namespace heaptrail
