#include "trace/added_references.h"

#include <algorithm>
#include <utility>

namespace heaptrail {

namespace {

/// Copies a row from the old columns, and knows which slot comes next.
class RowCopy {
 public:
  RowCopy(const HeapParts& from, HeapParts& to) : from_(from), to_(to), longGap_(from.longGaps.begin()) {}

  void copy(uint64_t object) {
    slot_ = 0;
    const auto [from, end] = from_.offsets.range(object);
    for (uint64_t r = from; r < end; ++r) {
      const uint32_t gap = from_.gaps[r] < kLongGap ? from_.gaps[r] : (longGap_++)->second;
      append(from_.targets[r], gap);
    }
  }
  void add(ObjectIndex target, uint32_t slot) { append(target, slot - slot_); }

 private:
  void append(ObjectIndex target, uint32_t gap) {
    to_.targets[next_] = target;
    if (gap >= kLongGap) to_.longGaps.emplace_back(next_, gap);
    to_.gaps[next_++] = static_cast<uint8_t>(std::min<uint32_t>(gap, kLongGap));
    slot_ += gap + 1;
  }

  const HeapParts& from_;
  HeapParts& to_;
  std::vector<std::pair<uint64_t, uint32_t>>::const_iterator longGap_;
  uint64_t next_ = 0;
  uint32_t slot_ = 0;
};

}  // namespace

void addReferences(HeapParts& parts, std::vector<AddedReference> added) {
  if (added.empty()) return;
  std::ranges::sort(added);
  HeapParts with;
  Array<uint32_t> degrees(parts.ids.size() + 1);
  for (uint64_t o = 0; o < parts.ids.size(); ++o) {
    const auto [from, to] = parts.offsets.range(o);
    degrees[o] = static_cast<uint32_t>(to - from);
  }
  for (const AddedReference& reference : added) ++degrees[reference.holder.value()];
  with.offsets = Offsets::fromDegrees(std::move(degrees));
  with.targets = Array<ObjectIndex>(with.offsets.total());
  with.gaps = Array<uint8_t>(with.offsets.total());
  RowCopy row(parts, with);
  auto next = added.begin();
  for (uint32_t o = 0; o < parts.ids.size(); ++o) {
    row.copy(o);
    for (; next != added.end() && next->holder == ObjectIndex(o); ++next) row.add(next->target, next->slot);
  }
  parts.offsets = std::move(with.offsets);
  parts.targets = std::move(with.targets);
  parts.gaps = std::move(with.gaps);
  parts.longGaps = std::move(with.longGaps);
}

}  // namespace heaptrail
