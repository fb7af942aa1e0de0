#include "trace/dangling_references.h"

#include <algorithm>
#include <utility>

namespace heaptrail {

void dropDanglingReferences(HeapParts& parts) {
  HeapParts without;
  Array<uint32_t> degrees(parts.ids.size() + 1);
  for (uint64_t o = 0; o < parts.ids.size(); ++o) {
    const auto [from, to] = parts.offsets.range(o);
    for (uint64_t r = from; r < to; ++r) degrees[o] += parts.targets[r].exists() ? 1 : 0;
  }
  without.offsets = Offsets::fromDegrees(std::move(degrees));
  without.targets = Array<ObjectIndex>(without.offsets.total());
  without.gaps = Array<uint8_t>(without.offsets.total());
  auto longGap = parts.longGaps.begin();
  uint64_t next = 0;
  for (uint64_t o = 0; o < parts.ids.size(); ++o) {
    const auto [from, to] = parts.offsets.range(o);
    uint32_t nulls = 0;
    for (uint64_t r = from; r < to; ++r) {
      nulls += parts.gaps[r] < kLongGap ? parts.gaps[r] : (longGap++)->second;
      if (!parts.targets[r].exists()) {
        ++nulls;
        continue;
      }
      without.targets[next] = parts.targets[r];
      if (nulls >= kLongGap) without.longGaps.emplace_back(next, nulls);
      without.gaps[next++] = static_cast<uint8_t>(std::min<uint32_t>(nulls, kLongGap));
      nulls = 0;
    }
  }
  parts.offsets = std::move(without.offsets);
  parts.targets = std::move(without.targets);
  parts.gaps = std::move(without.gaps);
  parts.longGaps = std::move(without.longGaps);
}

}  // namespace heaptrail
