#include "answer/heap/row_gains.h"

#include <algorithm>

#include "base/try.h"

namespace heaptrail {

namespace {

/// The rows that objects are in, one object at a time.
class RowsOfObjects {
 public:
  explicit RowsOfObjects(const GroupingLevel& level) : level_(level) {
    if (level.values->overlap()) return;
    std::vector<uint32_t> all;
    all.reserve(level.rows.size());
    for (uint32_t row = 0; row < level.rows.size(); ++row) all.push_back(row);
    numbers_ = level.numbersOf(all);
  }

  /// Each row once.
  const std::vector<uint32_t>& of(ObjectIndex object) {
    rows_.clear();
    if (!level_.values->overlap()) {
      add(numbers_.of(object));
      return rows_;
    }
    values_.clear();
    level_.values->allOf(object, values_);
    for (const uint32_t value : values_) add(level_.rowOfValue[value]);
    std::ranges::sort(rows_);
    const auto repeated = std::ranges::unique(rows_);
    rows_.erase(repeated.begin(), repeated.end());
    return rows_;
  }

 private:
  void add(uint32_t row) {
    if (row != ObjectNumbers::kNone) rows_.push_back(row);
  }

  const GroupingLevel& level_;
  ObjectNumbers numbers_;
  std::vector<uint32_t> values_;
  std::vector<uint32_t> rows_;
};

}  // namespace

Result<std::vector<uint64_t>> gainsOfRows(const HeapFacts& facts, const GroupingLevel& level, Progress& progress) {
  std::vector<uint64_t> gains(level.rows.size());
  if (level.rows.empty()) return gains;
  const auto waste = TRY(facts.waste(progress));
  RowsOfObjects rows(level);
  const BitSet& objects = level.node.objects;
  progress.begin("Adding up waste", 0, 1, objects.size());
  for (uint64_t from = 0; from < objects.size(); from += kObjectsBetweenChecks) {
    objects.forEachIn(from, std::min<uint64_t>(objects.size(), from + kObjectsBetweenChecks), [&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      // Little is waste: of the others nobody needs to know in which rows they are.
      if (waste->of(object) == WasteKind::kNone) return;
      for (const uint32_t row : rows.of(object)) gains[row] += waste->gain(object);
    });
    if (!progress.advance(kObjectsBetweenChecks)) return cancelledError();
  }
  return gains;
}

}  // namespace heaptrail
