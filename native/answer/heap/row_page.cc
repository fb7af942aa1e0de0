#include "answer/heap/row_page.h"

#include <algorithm>

#include "base/text.h"

namespace heaptrail {

std::vector<uint32_t> searchRows(const std::vector<GroupRow>& rows, const std::string& search) {
  const std::string wanted = lowerCase(search);
  std::vector<uint32_t> found;
  for (uint32_t row = 0; row < rows.size(); ++row) {
    if (wanted.empty() || lowerCase(rows[row].key).contains(wanted)) found.push_back(row);
  }
  return found;
}

void sortRows(std::vector<uint32_t>& chosen, const std::vector<GroupRow>& rows, const RowSizes& sizes, HeapOrder order,
              bool ascending) {
  const auto by = [&](auto value) {
    std::ranges::stable_sort(
        chosen, [&](uint32_t a, uint32_t b) { return ascending ? value(a) < value(b) : value(b) < value(a); });
  };
  const auto bySizes = [&](const std::vector<Size>* known) {
    if (known != nullptr) by([known](uint32_t row) { return (*known)[row].bytes; });
  };
  switch (order) {
    case HeapOrder::kBytes:
      by([&](uint32_t row) { return rows[row].bytes; });
      break;
    case HeapOrder::kObjects:
      by([&](uint32_t row) { return rows[row].objects; });
      break;
    case HeapOrder::kDeep:
      bySizes(sizes.deep);
      break;
    case HeapOrder::kRetained:
      bySizes(sizes.retained);
      break;
    case HeapOrder::kGain:
      if (sizes.gain != nullptr) by([&](uint32_t row) { return (*sizes.gain)[row]; });
      break;
    case HeapOrder::kGrowth:  // is about two points
      break;
    case HeapOrder::kName:
      if (!ascending) std::ranges::reverse(chosen);
      break;
  }
}

}  // namespace heaptrail
