// What must hold of every heap that a reader makes of bytes that may be anything.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "memory_file.h"
#include "model/heap.h"
#include "model/size.h"

namespace heaptrail::fuzz {

/// Walks all of the heap; gives its objects and bytes.
inline Size requireWhole(const Heap& heap) {
  const Symbols& symbols = heap.symbols();
  Size size;
  std::vector<uint64_t> ids;
  ids.reserve(heap.objectCount());
  for (uint32_t i = 0; i < heap.objectCount(); ++i) {
    const ObjectIndex object(i);
    require(heap.typeOf(object).value() < symbols.types.size(), "types are there");
    ids.push_back(heap.idOf(object).value());
    require(!heap.siteOf(object).exists() || heap.siteOf(object).value() < symbols.sites.size(), "sites are there");
    require(!heap.threadOf(object).exists() || heap.threadOf(object).value() < symbols.threads.size(),
            "threads are there");
    size += {1, heap.shallowBytes(object)};
    uint64_t next = 0;
    heap.forEachSlot(object, [&](ObjectIndex target, uint32_t slot) {
      require(target.value() < heap.objectCount(), "references lead to objects");
      require(slot >= next, "slots ascend");
      next = uint64_t{slot} + 1;
      if (i < 100) (void)heap.slotName(object, slot);
    });
  }
  std::ranges::sort(ids);
  require(std::ranges::adjacent_find(ids) == ids.end(), "ids are different");
  for (const Root& root : heap.roots()) {
    require(root.object.value() < heap.objectCount(), "roots lead to objects");
    require(!root.thread.exists() || root.thread.value() < symbols.threads.size(), "threads of roots are there");
  }
  return size;
}

}  // namespace heaptrail::fuzz
