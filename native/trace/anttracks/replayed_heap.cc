#include "trace/anttracks/replayed_heap.h"

#include <numeric>

namespace heaptrail::anttracks {

Size ReplayedHeap::size() const { return {store.liveRows(), std::accumulate(used.begin(), used.end(), uint64_t{0})}; }

void ReplayedHeap::recount(const TypeTable& types) {
  used = {};
  store.addresses().forEach([&](uint64_t address, uint32_t row) {
    if (!store.isDead(row)) usedAt(address) += bytesOf(types, row);
  });
}

}  // namespace heaptrail::anttracks
