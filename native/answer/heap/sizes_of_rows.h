// The answer to `sizes`, whatever the rows are: taken from what is known; else computed for all and kept, or, where
// some are asked for, computed for these alone.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "answer/heap/heap_question.h"
#include "base/error.h"
#include "base/progress.h"

namespace heaptrail {

/// `rows` are those of `groups`, in the order of names.
template <typename Groups>
Result<std::vector<SizesAnswer::Row>> sizesOfRows(const std::vector<GroupRow>& rows, Groups& groups,
                                                  const SizesQuestion& question, Progress& progress) {
  auto known = groups.knownSizes(question.metric);
  if (!known && question.keys.empty()) {
    const auto computed = groups.sizesByType(question.metric, progress);
    if (!computed) return std::unexpected(computed.error());
    known = *computed;
  }
  std::vector<SizesAnswer::Row> answer;
  std::vector<std::string> keys;
  for (const std::string& key : question.keys) {
    const auto row = std::ranges::lower_bound(rows, key, {}, &GroupRow::key);
    if (row == rows.end() || row->key != key || std::ranges::find(keys, key) != keys.end()) continue;
    keys.push_back(key);
    if (known) answer.push_back({key, (*known)[static_cast<size_t>(row - rows.begin())]});
  }
  if (known || keys.empty()) return answer;
  const Result<std::vector<Size>> sizes = groups.sizesOf(question.metric, keys, progress);
  if (!sizes) return std::unexpected(sizes.error());
  for (size_t i = 0; i < keys.size(); ++i) answer.push_back({std::move(keys[i]), (*sizes)[i]});
  return answer;
}

}  // namespace heaptrail
