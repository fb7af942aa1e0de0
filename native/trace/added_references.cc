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
  auto next = added.begin();
  for (uint32_t o = 0; o < parts.ids.size(); ++o) {
    ReferenceColumns::Row row(with, o, longGaps);
    parts.references.forEachSlot(o, [&row](ObjectIndex target, uint32_t slot) { row.addAt(slot, target); });
    for (; next != added.end() && next->holder == ObjectIndex(o); ++next) row.addAt(next->slot, next->target);
  }
  with.keep(std::move(longGaps));
  parts.references = std::move(with);
}

}  // namespace heaptrail
