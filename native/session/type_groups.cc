#include "session/type_groups.h"

#include <unordered_map>
#include <utility>

#include "graph/group_sizes.h"

namespace heaptrail {

namespace {

/// Every type is in the group of the row that has its name, if it is one of the rows wanted.
Partition byRow(const Heap& heap, const BitSet* members, const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, uint32_t> rows;
  for (const std::string& name : names) rows.emplace(name, static_cast<uint32_t>(rows.size()));
  std::vector<uint32_t> rowOfType;
  for (const Type& type : heap.symbols().types) {
    const auto row = rows.find(type.name);
    rowOfType.push_back(row == rows.end() ? Partition::kNone : row->second);
  }
  return {.groups = static_cast<uint32_t>(rows.size()),
          .groupOf = [&heap, members, rowOfType = std::move(rowOfType)](ObjectIndex object) {
            if (members != nullptr && !members->test(object.value())) return Partition::kNone;
            return rowOfType[heap.typeOf(object).value()];
          }};
}

}  // namespace

Result<std::vector<Size>> sizesByTypeName(const HeapAnalysis& analysis, const BitSet* members, SizeMetric metric,
                                          const std::vector<std::string>& names, Progress& progress) {
  const Partition partition = byRow(analysis.heap(), members, names);
  return metric == SizeMetric::kDeep ? deepSizes(analysis.graph(), partition, progress)
                                     : retainedSizes(analysis.graph(), partition, progress);
}

std::vector<std::string> typeNamesOf(const std::vector<GroupRow>& rows) {
  std::vector<std::string> names;
  for (const GroupRow& row : rows) names.push_back(row.key);
  return names;
}

TypeGroups::TypeGroups(const HeapAnalysis& analysis, BitSet members)
    : analysis_(analysis),
      members_(std::move(members)),
      rows_(groupByType(analysis.heap(), members_, analysis.threads())) {}

Result<std::shared_ptr<const TypeGroups::Sizes>> TypeGroups::sizesByType(SizeMetric metric, Progress& progress) const {
  return lazySizes(metric).get(
      progress, [&] { return sizesByTypeName(analysis_, &members_, metric, typeNamesOf(rows_), progress); });
}

Result<TypeGroups::Sizes> TypeGroups::sizesOf(SizeMetric metric, const std::vector<std::string>& names,
                                              Progress& progress) const {
  return sizesByTypeName(analysis_, &members_, metric, names, progress);
}

}  // namespace heaptrail
