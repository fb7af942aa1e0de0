#include "answer/heap/rows_below.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "answer/heap/row_gains.h"
#include "answer/heap/row_page.h"
#include "base/page.h"
#include "base/try.h"

namespace heaptrail {

namespace {

/// A level whose rows stand in the answer.
struct ShownLevel {
  const GroupingLevel* level = nullptr;
  std::vector<uint32_t> rows;  // those that are shown, in order
  std::vector<HeapRow>* answered = nullptr;
};

class RowsBelow {
 public:
  RowsBelow(const GroupedLevel& grouped, const HeapQuestion& question, Progress& progress)
      : grouped_(grouped), question_(question), progress_(progress) {}

  Status addTo(ShownLevel top) {
    std::vector<ShownLevel> above{std::move(top)};
    for (uint64_t depth = 1; depth < question_.depth && !above.empty(); ++depth) {
      std::vector<ShownLevel> below;
      for (const ShownLevel& shown : above) {
        TRY(open(shown, below));
      }
      TRY(fill(below));
      above = std::move(below);
    }
    return {};
  }

 private:
  /// Computes the levels below the rows of a level.
  Status open(const ShownLevel& shown, std::vector<ShownLevel>& below) {
    std::vector<uint32_t> rows;
    std::vector<HeapRow*> parents;
    for (size_t i = 0; i < shown.rows.size(); ++i) {
      if (shown.level->goesOn[shown.rows[i]] == 0) continue;
      rows.push_back(shown.rows[i]);
      parents.push_back(&(*shown.answered)[i]);
    }
    if (rows.empty()) return {};
    std::vector<GroupingNode> nodes = TRY(grouped_.tree->nodesOf(*shown.level, rows, progress_));
    for (size_t i = 0; i < nodes.size(); ++i) {
      GroupingLevel level = TRY(grouped_.tree->level(std::move(nodes[i]), progress_));
      parents[i]->rowsBelow = level.rows.size();
      if (level.rows.empty()) continue;
      below.push_back({&levels_.emplace_back(std::move(level)), {}, &parents[i]->below});
    }
    return {};
  }

  /// Chooses which rows of the levels are shown, and puts them into the answer.
  Status fill(std::vector<ShownLevel>& levels) {
    for (ShownLevel& shown : levels) {
      for (uint32_t row = 0; row < shown.level->rows.size(); ++row) shown.rows.push_back(row);
    }
    std::vector<std::vector<Size>> sortedBy(levels.size());
    for (const SizeMetric metric : {SizeMetric::kDeep, SizeMetric::kRetained}) {
      if (!question_.sortsBy(metric)) continue;
      TRY(measure(levels, metric, [&](size_t level, size_t, const Size& size) { sortedBy[level].push_back(size); }));
    }
    for (size_t i = 0; i < levels.size(); ++i) {
      ShownLevel& shown = levels[i];
      std::vector<uint64_t> gains;
      if (question_.needsGain()) gains = TRY(gainsOfRows(*grouped_.facts, *shown.level, progress_));
      const RowSizes sizes{&sortedBy[i], &sortedBy[i], &gains};
      sortRows(shown.rows, shown.level->rows, sizes, question_.order, question_.ascending);
      keepFirst(shown.rows, question_.limitBelow);
      for (const uint32_t row : shown.rows) {
        const GroupRow& group = shown.level->rows[row];
        HeapRow& answered = shown.answered->emplace_back();
        answered.key = group.key;
        answered.size = {group.objects, group.bytes};
        answered.goesOn = shown.level->goesOn[row] != 0;
        if (question_.needsGain()) answered.gain = gains[row];
      }
    }
    for (const SizeMetric metric : {SizeMetric::kDeep, SizeMetric::kRetained}) {
      if (!question_.needs(metric)) continue;
      TRY(measure(levels, metric, [&](size_t level, size_t row, const Size& size) {
        HeapRow& answered = (*levels[level].answered)[row];
        (metric == SizeMetric::kDeep ? answered.deep : answered.retained) = size;
      }));
    }
    return {};
  }

  /// Calls `take(level, row, size)` for all rows that are shown, in order.
  template <typename Take>
  Status measure(const std::vector<ShownLevel>& levels, SizeMetric metric, Take&& take) {
    std::vector<ChosenRows> chosen;
    for (const ShownLevel& shown : levels) chosen.push_back({shown.level, shown.rows});
    const std::vector<Size> sizes =
        TRY(sizesOfRows(grouped_.analysis->graph(), metric, chosen, grouped_.analysis->threads(), progress_));
    size_t next = 0;
    for (size_t level = 0; level < levels.size(); ++level) {
      for (size_t row = 0; row < levels[level].rows.size(); ++row) take(level, row, sizes[next++]);
    }
    return {};
  }

  const GroupedLevel& grouped_;
  const HeapQuestion& question_;
  Progress& progress_;
  std::deque<GroupingLevel> levels_;  // stay where they are
};

}  // namespace

Status addRowsBelow(const GroupedLevel& grouped, std::vector<uint32_t> rows, const HeapQuestion& question,
                    std::vector<HeapRow>& answered, Progress& progress) {
  return RowsBelow(grouped, question, progress).addTo({&grouped.level, std::move(rows), &answered});
}

}  // namespace heaptrail
