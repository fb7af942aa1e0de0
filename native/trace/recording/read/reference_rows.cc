#include "trace/recording/read/reference_rows.h"

#include <algorithm>
#include <utility>

namespace heaptrail::recording {

namespace {

template <typename T>
void move(std::vector<T>& from, std::vector<T>& to) {
  if (to.empty()) {
    to = std::move(from);
  } else {
    to.insert(to.end(), from.begin(), from.end());
  }
}

using Parts = std::span<const PartOfRow>;

/// Calls `visit` with the parts of each row.
template <typename Visit>
void forEachRow(Parts all, Visit&& visit) {
  for (size_t from = 0, to = 0; from < all.size(); from = to) {
    while (to < all.size() && all[to].object == all[from].object) ++to;
    visit(all.subspan(from, to - from));
  }
}

bool ascends(Parts row) {
  for (size_t i = 1; i < row.size(); ++i) {
    if (row[i].firstSlot <= row[i - 1].lastSlot) return false;
  }
  return true;
}

/// Whether the parts are all of their object's row, one behind the other. In a damaged file they may lie over each
/// other.
bool isWhole(Parts row, const ReferenceColumns& references) {
  auto [next, end] = references.range(row.front().object.value());
  for (const PartOfRow& part : row) {
    if (part.at != next) return false;
    next += part.count;
  }
  return next == end;
}

/// Rows whose parts lie across each other: their slots are recovered, and all of a row is written anew. False when a
/// slot is beyond what can be.
bool rewriteRows(HeapParts& parts, RowsAside& aside, const std::vector<Parts>& rows) {
  std::vector<std::vector<SlotTarget>> recovered;
  for (const Parts& row : rows) {
    std::vector<SlotTarget>& slots = recovered.emplace_back();
    for (const PartOfRow& part : row) {
      uint64_t slot = part.firstSlot;
      for (uint64_t r = part.at; r < part.at + part.count; ++r) {
        if (r != part.at) slot += 1 + parts.references.nullsBefore(r);
        slots.push_back({slot, parts.references.target(r)});
      }
    }
  }
  aside.longGaps = parts.references.takeLongGaps();
  std::erase_if(aside.longGaps, [&](const auto& gap) {
    const auto after = std::ranges::upper_bound(rows, gap.first, {}, [](const Parts& row) { return row.front().at; });
    return after != rows.begin() && gap.first < (after - 1)->back().at + (after - 1)->back().count;
  });
  bool fits = true;
  for (size_t i = 0; i < rows.size(); ++i) {
    fits = writeRow(parts, aside, rows[i].front().at, recovered[i], 0) && fits;
  }
  parts.references.keep(std::move(aside.longGaps));
  return fits;
}

}  // namespace

void RowsAside::append(RowsAside&& other) {
  move(other.longGaps, longGaps);
  move(other.missing, missing);
  move(other.parts, parts);
  move(other.classReferences, classReferences);
  unnamedFields += other.unnamedFields;
  sharedSlots += other.sharedSlots;
}

bool writeRow(HeapParts& parts, RowsAside& aside, uint64_t at, std::vector<SlotTarget>& row, uint64_t before) {
  if (!std::ranges::is_sorted(row, {}, &SlotTarget::slot)) std::ranges::sort(row);
  uint64_t next = before;
  for (SlotTarget& entry : row) {
    if (entry.slot < next) {
      ++aside.sharedSlots;
      entry.slot = next;
    }
    if (entry.slot >= Heap::kNoSlot) return false;
    parts.references.write(at++, entry.target, entry.slot - next, aside.longGaps);
    next = entry.slot + 1;
  }
  return true;
}

bool joinParts(HeapParts& parts, RowsAside& aside) {
  std::ranges::sort(aside.parts, {}, &PartOfRow::at);
  std::vector<Parts> across;
  bool areWhole = true;
  forEachRow(aside.parts, [&](Parts row) {
    areWhole = areWhole && isWhole(row, parts.references);
    if (!ascends(row)) {
      across.push_back(row);
      return;
    }
    uint64_t next = 0;
    for (const PartOfRow& part : row) {
      parts.references.writeNullsBefore(part.at, part.firstSlot - next, aside.longGaps);
      next = uint64_t{part.lastSlot} + 1;
    }
  });
  parts.references.keep(std::move(aside.longGaps));
  return areWhole && (across.empty() || rewriteRows(parts, aside, across));
}

}  // namespace heaptrail::recording
