// Answers the question about sizes: they are taken from what is known; else computed for all rows and kept, or, where
// some are asked for, computed for these alone.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "answer/heap/heap_question.h"
#include "base/try.h"

namespace heaptrail {

namespace {

/// The rows of the keys that are asked for, each once, as far as there are such rows.
std::vector<uint32_t> rowsOfKeys(const HeapGroups& groups, const std::vector<std::string>& keys) {
  std::vector<uint32_t> rows;
  for (const std::string& key : keys) {
    const std::optional<uint32_t> row = groups.rowOf(key);
    if (row && std::ranges::find(rows, *row) == rows.end()) rows.push_back(*row);
  }
  return rows;
}

}  // namespace

Result<SizesAnswer> ask(OpenedTrace& trace, const SizesQuestion& question, Progress& progress) {
  const PointIndex at = TRY(trace.point(question.at));
  if (question.keys.size() > SizesQuestion::kMaxKeys) {
    return usageError(fmt::format("expected at most {} keys, found {}", SizesQuestion::kMaxKeys, question.keys.size()));
  }
  const auto summary = TRY(trace.at(at).summary(progress));
  const ChosenGroups chosen = TRY(groupsAt(trace, at, question.groups(), progress));
  if (!chosen.found) return unknownRow(question.path, *parseGrouping(question.by));
  const HeapGroups& groups = *chosen.groups;
  SizesAnswer answer;
  answer.point = trace.toAnswer(at, sumOf(summary->live));
  answer.metric = question.metric;
  auto known = groups.knownSizes(question.metric);
  if (!known && question.keys.empty()) {
    known = TRY(groups.sizes(question.metric, progress));
  }
  const std::vector<uint32_t> rows = rowsOfKeys(groups, question.keys);
  HeapGroups::Sizes sizes;
  if (known) {
    for (const uint32_t row : rows) sizes.push_back((*known)[row]);
  } else if (!rows.empty()) {
    sizes = TRY(groups.sizesOf(question.metric, rows, progress));
  }
  for (size_t i = 0; i < rows.size(); ++i) answer.rows.push_back({groups.rows()[rows[i]].key, sizes[i]});
  return answer;
}

}  // namespace heaptrail
