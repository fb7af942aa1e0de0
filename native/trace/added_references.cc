#include "trace/added_references.h"

#include <algorithm>
#include <utility>

namespace heaptrail {

void addReferences(HeapParts& parts, std::vector<AddedReference> added) {
  if (added.empty()) return;
  std::ranges::sort(added);
  Array<uint32_t> degrees(parts.ids.size() + 1);
  for (uint64_t o = 0; o < parts.ids.size(); ++o) degrees[o] = parts.references.degree(o);
  for (const AddedReference& reference : added) ++degrees[reference.holder.value()];
  ReferenceColumns with(std::move(degrees));
  ReferenceColumns::LongGaps longGaps;
  uint64_t place = 0;
  auto next = added.begin();
  for (uint32_t o = 0; o < parts.ids.size(); ++o) {
    uint32_t nextSlot = 0;
    const auto append = [&](ObjectIndex target, uint32_t slot) {
      with.write(place++, target, slot - nextSlot, longGaps);
      nextSlot = slot + 1;
    };
    parts.references.forEachSlot(o, append);
    for (; next != added.end() && next->holder == ObjectIndex(o); ++next) append(next->target, next->slot);
  }
  with.keep(std::move(longGaps));
  parts.references = std::move(with);
}

}  // namespace heaptrail
