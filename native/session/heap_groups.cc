#include "session/heap_groups.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "classify/properties/type.h"
#include "graph/group_sizes.h"

namespace heaptrail {

std::optional<uint32_t> HeapGroups::rowOf(std::string_view key) const {
  const auto found = std::ranges::find(rows_, key, &GroupRow::key);
  if (found == rows_.end()) return std::nullopt;
  return static_cast<uint32_t>(found - rows_.begin());
}

Result<std::shared_ptr<const HeapGroups::Sizes>> HeapGroups::sizes(SizeMetric metric, Progress& progress) const {
  return lazySizes(metric).get(progress, [&] {
    std::vector<uint32_t> all;
    for (uint32_t row = 0; row < rows_.size(); ++row) all.push_back(row);
    return measure_(metric, all, progress);
  });
}

Result<HeapGroups::Sizes> sizesByType(const HeapAnalysis& analysis, const std::vector<GroupRow>& rows,
                                      SizeMetric metric, std::span<const uint32_t> chosen, Progress& progress) {
  std::unordered_map<std::string_view, uint32_t> places;
  for (const uint32_t row : chosen) places.emplace(rows[row].key, static_cast<uint32_t>(places.size()));
  const Values types = TypeProperty::valuesIn(analysis.heap());
  std::vector<uint32_t> table;
  for (const KeyPath& path : types.paths) {
    const auto place = places.find(path.front());
    table.push_back(place == places.end() ? Partition::kNone : place->second);
  }
  const Partition partition{.groups = static_cast<uint32_t>(chosen.size()),
                            .groupOf = types.throughTable(std::move(table)).of};
  return metric == SizeMetric::kDeep ? deepSizes(analysis.graph(), partition, progress)
                                     : retainedSizes(analysis.graph(), partition, progress);
}

}  // namespace heaptrail
