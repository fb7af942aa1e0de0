#include "trace/recording/reference_rows.h"

#include <algorithm>
#include <limits>

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

void setGap(HeapParts& parts, RowsAside& aside, uint64_t reference, uint64_t gap) {
  parts.gaps[reference] = static_cast<uint8_t>(std::min<uint64_t>(gap, kLongGap));
  if (gap >= kLongGap) aside.longGaps.emplace_back(reference, static_cast<uint32_t>(gap));
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

/// Rows whose parts lie across each other: their slots are recovered, and all of a row is written anew.
void rewriteRows(HeapParts& parts, RowsAside& aside, const std::vector<Parts>& rows) {
  const std::vector<std::pair<uint64_t, uint32_t>> before = std::move(aside.longGaps);
  aside.longGaps.clear();
  auto longGap = before.begin();
  const auto keepUntil = [&](uint64_t reference) {
    for (; longGap != before.end() && longGap->first < reference; ++longGap) aside.longGaps.push_back(*longGap);
  };
  std::vector<SlotTarget> slots;
  for (const Parts& row : rows) {
    keepUntil(row.front().at);
    slots.clear();
    for (const PartOfRow& part : row) {
      uint64_t slot = part.firstSlot;
      for (uint64_t r = part.at; r < part.at + part.count; ++r) {
        while (longGap != before.end() && longGap->first < r) ++longGap;
        if (r != part.at) slot += 1 + (parts.gaps[r] < kLongGap ? parts.gaps[r] : longGap->second);
        slots.push_back({slot, parts.targets[r]});
      }
    }
    const uint64_t end = row.back().at + row.back().count;
    while (longGap != before.end() && longGap->first < end) ++longGap;
    writeRow(parts, aside, row.front().at, slots, 0);
  }
  keepUntil(std::numeric_limits<uint64_t>::max());
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
    setGap(parts, aside, at, entry.slot - next);
    parts.targets[at++] = entry.target;
    next = entry.slot + 1;
  }
  return next <= Heap::kNoSlot;
}

void joinParts(HeapParts& parts, RowsAside& aside) {
  std::ranges::sort(aside.parts, {}, &PartOfRow::at);
  std::vector<Parts> across;
  forEachRow(aside.parts, [&](Parts row) {
    if (!ascends(row)) {
      across.push_back(row);
      return;
    }
    uint64_t next = 0;
    for (const PartOfRow& part : row) {
      setGap(parts, aside, part.at, part.firstSlot - next);
      next = uint64_t{part.lastSlot} + 1;
    }
  });
  std::ranges::sort(aside.longGaps);
  if (across.empty()) return;
  rewriteRows(parts, aside, across);
  std::ranges::sort(aside.longGaps);
}

}  // namespace heaptrail::recording
