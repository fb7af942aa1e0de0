#include "trace/dangling_references.h"

#include <algorithm>
#include <utility>

namespace heaptrail {

void dropDanglingReferences(HeapParts& parts) {
  Array<uint32_t> degrees(parts.ids.size() + 1);
  for (uint64_t o = 0; o < parts.ids.size(); ++o) {
    degrees[o] = static_cast<uint32_t>(std::ranges::count_if(parts.references.of(o), &ObjectIndex::exists));
  }
  ReferenceColumns without(std::move(degrees));
  ReferenceColumns::LongGaps longGaps;
  uint64_t place = 0;
  for (uint64_t o = 0; o < parts.ids.size(); ++o) {
    uint32_t nextSlot = 0;
    parts.references.forEachSlot(o, [&](ObjectIndex target, uint32_t slot) {
      if (!target.exists()) return;
      without.write(place++, target, slot - nextSlot, longGaps);
      nextSlot = slot + 1;
    });
  }
  without.keep(std::move(longGaps));
  parts.references = std::move(without);
}

}  // namespace heaptrail
