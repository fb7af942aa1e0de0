#include "session/heap_summary.h"

#include <algorithm>
#include <utility>

namespace heaptrail {

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

}  // namespace heaptrail
