#include "classify/by_type.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace heaptrail {

namespace {

constexpr uint64_t kObjectsPerBlock = uint64_t{1} << 20;

struct Sum {
  uint64_t objects = 0;
  uint64_t bytes = 0;
};

}  // namespace

std::vector<GroupRow> groupByType(const Heap& heap, const BitSet& members, Threads threads) {
  const size_t types = heap.symbols().types.size();
  // Sums per thread-sized stretch, not per block: with 100,000 types a block's own table would cost more than its
  // objects.
  const uint64_t stretches = std::min<uint64_t>(threads.count(), members.size() / kObjectsPerBlock + 1);
  const uint64_t perStretch = (members.size() / stretches / 64 + 1) * 64;
  std::vector<std::vector<Sum>> sums(stretches);
  forEachBlock(threads, stretches, [&](uint64_t stretch) {
    std::vector<Sum>& mine = sums[stretch];
    mine.resize(types);
    const uint64_t from = std::min(members.size(), stretch * perStretch);
    members.forEachIn(from / 64 * 64, std::min(members.size(), from + perStretch), [&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      const TypeId type = heap.typeOf(object);
      ++mine[type.value()].objects;
      mine[type.value()].bytes += heap.shallowBytes(object, type);
    });
  });
  std::map<std::string_view, Sum> byName;
  for (size_t type = 0; type < types; ++type) {
    Sum total;
    for (const std::vector<Sum>& mine : sums) {
      total.objects += mine[type].objects;
      total.bytes += mine[type].bytes;
    }
    if (total.objects == 0) continue;
    Sum& row = byName[heap.symbols().types[type].name];
    row.objects += total.objects;
    row.bytes += total.bytes;
  }
  std::vector<GroupRow> rows;
  rows.reserve(byName.size());
  for (const auto& [name, sum] : byName) rows.push_back({std::string(name), sum.objects, sum.bytes});
  return rows;
}

}  // namespace heaptrail
