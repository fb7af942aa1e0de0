#include "answer/heap_question.h"

#include <fmt/format.h>

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

Size sumOf(const std::vector<GroupRow>& rows) {
  Size size;
  for (const GroupRow& row : rows) size += {row.objects, row.bytes};
  return size;
}

std::vector<GroupRow> mergedByName(std::vector<GroupRow> rows) {
  std::ranges::sort(rows, {}, &GroupRow::key);
  std::vector<GroupRow> result;
  for (GroupRow& row : rows) {
    if (!result.empty() && result.back().key == row.key) {
      result.back().objects += row.objects;
      result.back().bytes += row.bytes;
    } else {
      result.push_back(std::move(row));
    }
  }
  return result;
}

std::vector<SizeMetric> HeapQuestion::neededMetrics() const {
  std::vector<SizeMetric> needed = metrics;
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

std::string_view toString(Counted counted) {
  switch (counted) {
    case Counted::kLive:
      return "live";
    case Counted::kUnreachable:
      return "unreachable";
    case Counted::kAll:
      return "all";
  }
  return "live";
}

std::string_view toString(SizeMetric metric) { return metric == SizeMetric::kDeep ? "deep" : "retained"; }

std::string_view toString(StructureFilter filter) {
  return filter == StructureFilter::kTopLevel ? "top-level" : "structures";
}

Result<StructureFilter> parseStructureFilter(std::string_view word) {
  for (const StructureFilter filter : {StructureFilter::kAll, StructureFilter::kTopLevel}) {
    if (word == toString(filter)) return filter;
  }
  return usageError(fmt::format("expected structures or top-level as the filter, found \"{}\"", word));
}

Result<Counted> parseCounted(std::string_view word) {
  for (const Counted counted : {Counted::kLive, Counted::kUnreachable, Counted::kAll}) {
    if (word == toString(counted)) return counted;
  }
  return usageError(fmt::format("expected live, unreachable or all as what to count, found \"{}\"", word));
}

Result<HeapOrder> parseHeapOrder(std::string_view word) {
  if (word == "bytes" || word == "shallow") return HeapOrder::kBytes;
  if (word == "objects") return HeapOrder::kObjects;
  if (word == "name") return HeapOrder::kName;
  if (word == "deep") return HeapOrder::kDeep;
  if (word == "retained") return HeapOrder::kRetained;
  return usageError(fmt::format("expected bytes, objects, name, deep or retained as the order, found \"{}\"", word));
}

Result<SizeMetric> parseSizeMetric(std::string_view word) {
  if (word == "deep") return SizeMetric::kDeep;
  if (word == "retained") return SizeMetric::kRetained;
  return usageError(fmt::format("expected deep or retained as the metric, found \"{}\"", word));
}

}  // namespace heaptrail
