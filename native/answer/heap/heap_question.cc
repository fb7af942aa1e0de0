#include "answer/heap/heap_question.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace heaptrail {

namespace {

/// Puts rows that come in order of their names into the order asked for. Equal rows stay in order of their names.
void sortRows(std::vector<HeapRow>& rows, HeapOrder order, bool ascending) {
  const auto by = [&](auto value) {
    std::ranges::stable_sort(rows, [&](const HeapRow& a, const HeapRow& b) {
      return ascending ? value(a) < value(b) : value(b) < value(a);
    });
  };
  switch (order) {
    case HeapOrder::kBytes:
      by([](const HeapRow& row) { return row.size.bytes; });
      break;
    case HeapOrder::kObjects:
      by([](const HeapRow& row) { return row.size.objects; });
      break;
    case HeapOrder::kDeep:
      by([](const HeapRow& row) { return row.deep.value_or(Size{}).bytes; });
      break;
    case HeapOrder::kRetained:
      by([](const HeapRow& row) { return row.retained.value_or(Size{}).bytes; });
      break;
    case HeapOrder::kName:
      if (!ascending) std::ranges::reverse(rows);
      break;
  }
}

}  // namespace

std::vector<SizeMetric> HeapQuestion::neededMetrics() const {
  std::vector<SizeMetric> needed;
  for (const ShownSize size : metrics) {
    if (size == ShownSize::kDeep) needed.push_back(SizeMetric::kDeep);
    if (size == ShownSize::kRetained) needed.push_back(SizeMetric::kRetained);
  }
  if (order == HeapOrder::kDeep) needed.push_back(SizeMetric::kDeep);
  if (order == HeapOrder::kRetained) needed.push_back(SizeMetric::kRetained);
  return needed;
}

bool HeapQuestion::asksFor(SizeMetric metric) const {
  if (alsoKnown) return true;
  const std::vector<SizeMetric> needed = neededMetrics();
  return std::ranges::find(needed, metric) != needed.end();
}

void fillPage(HeapAnswer& answer, const std::vector<GroupRow>& groups,
              const std::shared_ptr<const std::vector<Size>>& deep,
              const std::shared_ptr<const std::vector<Size>>& retained, const HeapQuestion& question) {
  answer.deepKnown = deep != nullptr;
  answer.retainedKnown = retained != nullptr;
  std::vector<HeapRow> rows;
  rows.reserve(groups.size());
  for (size_t i = 0; i < groups.size(); ++i) {
    HeapRow& row = rows.emplace_back(HeapRow{groups[i].key, {groups[i].objects, groups[i].bytes}, {}, {}});
    if (deep) row.deep = (*deep)[i];
    if (retained) row.retained = (*retained)[i];
  }
  if (!question.search.empty()) {
    const std::string wanted = lowerCase(question.search);
    std::erase_if(rows, [&wanted](const HeapRow& row) { return !lowerCase(row.key).contains(wanted); });
  }
  for (const HeapRow& row : rows) answer.total += row.size;
  answer.totalRows = rows.size();
  sortRows(rows, question.order, question.ascending);
  const uint64_t from = std::min<uint64_t>(question.offset, rows.size());
  const uint64_t to = from + std::min<uint64_t>(question.limit, rows.size() - from);
  answer.rows.assign(std::make_move_iterator(rows.begin() + static_cast<std::ptrdiff_t>(from)),
                     std::make_move_iterator(rows.begin() + static_cast<std::ptrdiff_t>(to)));
}

}  // namespace heaptrail
