#include "trace/anttracks/object_store.h"

#include <algorithm>
#include <utility>

namespace heaptrail::anttracks {

void ObjectStore::kill(uint32_t row) {
  if (isDead(row)) return;
  rows_[row].type = kNone;
  if (row >= firstYoung_) return;
  ++dead_;
  if (lists_[row] != 0) garbage_ += references_[lists_[row]] + 1;
  lists_[row] = 0;
}

void ObjectStore::setReferences(uint32_t row, std::span<const uint32_t> references) {
  const uint64_t old = lists_[row];
  if (old != 0 && references_[old] == references.size()) {
    std::ranges::copy(references, references_.begin() + static_cast<ptrdiff_t>(old + 1));
    return;
  }
  if (old != 0) garbage_ += references_[old] + 1;
  lists_[row] = references_.size();
  references_.push_back(static_cast<uint32_t>(references.size()));
  references_.append(references);
}

void ObjectStore::compact(GrowingArray<uint32_t>& places) {
  places.assign(rows_.size(), kNone);
  uint32_t to = 0;
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    if (isDead(row)) continue;
    places[row] = to;
    rows_[to] = rows_[row];
    ids_[to] = ids_[row];
    born_[to] = born_[row];
    lists_[to] = lists_[row];
    ++to;
  }
  rows_.resize(to);
  ids_.resize(to);
  born_.resize(to);
  lists_.resize(to);
  firstYoung_ = to;
  dead_ = 0;
  addresses_.renumber([&places](uint32_t row) { return row < places.size() ? places[row] : kNone; });
  for (const uint64_t list : lists_) {
    if (list == 0) continue;
    for (uint32_t i = 1; i <= references_[list]; ++i) {
      uint32_t& target = references_[list + i];
      if (target != 0) target = places[target - 1] == kNone ? 0 : places[target - 1] + 1;
    }
  }
  if (garbage_ > references_.size() / 3) compactReferences();
}

void ObjectStore::compactReferences() {
  GrowingArray<uint32_t> kept;
  kept.push_back(0);
  for (uint64_t& list : lists_) {
    if (list == 0) continue;
    const uint64_t place = kept.size();
    kept.append({references_.data() + list, size_t{references_[list]} + 1});
    list = place;
  }
  references_ = std::move(kept);
  garbage_ = 0;
}

}  // namespace heaptrail::anttracks
