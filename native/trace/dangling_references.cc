#include "trace/dangling_references.h"

#include <algorithm>
#include <utility>

namespace heaptrail {

namespace {

void dropDanglingReferences(HeapParts& parts) {
  Array<uint32_t> degrees(parts.ids.size() + 1);
  for (uint64_t o = 0; o < parts.ids.size(); ++o) {
    degrees[o] = static_cast<uint32_t>(std::ranges::count_if(parts.references.of(o), &ObjectIndex::exists));
  }
  ReferenceColumns without(std::move(degrees));
  ReferenceColumns::LongGaps longGaps;
  for (uint64_t o = 0; o < parts.ids.size(); ++o) {
    ReferenceColumns::Row row(without, o, longGaps);
    parts.references.forEachSlot(o, [&row](ObjectIndex target, uint32_t slot) {
      if (target.exists()) row.addAt(slot, target);
    });
  }
  without.keep(std::move(longGaps));
  parts.references = std::move(without);
}

}  // namespace

void leaveOutMissing(HeapParts& parts, std::vector<uint64_t> ids) {
  if (ids.empty()) return;
  std::ranges::sort(ids);
  const auto repeated = std::ranges::unique(ids);
  parts.missingObjects += ids.size() - repeated.size();
  dropDanglingReferences(parts);
}

}  // namespace heaptrail
