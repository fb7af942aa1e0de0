#include "trends/trend_table.h"

#include <iterator>
#include <utility>

namespace heaptrail {

namespace {

// Sets of rows that are kept of a point: another order or number of series asks for another set.
constexpr size_t kMaxSets = 32;

}  // namespace

TrendTable::Key TrendTable::numberOf(const std::string& name) {
  const auto [found, isNew] = numbers_.try_emplace(name, static_cast<Key>(keys_.size()));
  if (isNew) {
    keys_.push_back(name);
    goesOn_.push_back(0);
    bytes_ += 2 * name.size() + 64;
  }
  return found->second;
}

void TrendTable::add(PointIndex point, std::span<const GroupRow> rows, std::span<const uint8_t> goesOn) {
  Rows kept;
  for (size_t row = 0; row < rows.size(); ++row) {
    kept.keys.push_back(numberOf(rows[row].key));
    kept.sizes.push_back({rows[row].objects, rows[row].bytes});
    if (row < goesOn.size() && goesOn[row] != 0) goesOn_[kept.keys.back()] = 1;
  }
  bytes_ += rows.size() * (sizeof(Key) + sizeof(Size));
  points_[point] = std::move(kept);
}

void TrendTable::addClosures(PointIndex point, SizeMetric metric, std::vector<Size> sizes) {
  Rows& rows = points_.at(point);
  bytes_ += sizes.size() * sizeof(Size);
  (metric == SizeMetric::kDeep ? rows.deep : rows.retained) = std::move(sizes);
}

void TrendTable::addTogether(PointIndex point, SizeMetric metric, RowSet set, Size size) {
  auto& together = points_.at(point).together;
  // That of all rows comes first, and stays.
  if (together.size() >= kMaxSets) together.erase(std::prev(together.end()));
  together.insert_or_assign({metric, std::move(set)}, size);
}

const TrendTable::Rows* TrendTable::at(PointIndex point) const {
  const auto found = points_.find(point);
  return found == points_.end() ? nullptr : &found->second;
}

std::optional<TrendTable::Key> TrendTable::keyNamed(std::string_view name) const {
  const auto found = numbers_.find(std::string(name));
  if (found == numbers_.end()) return std::nullopt;
  return found->second;
}

}  // namespace heaptrail
