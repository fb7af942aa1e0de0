// The simplest classification: objects and bytes by type name.
//
// Types of one name that different class loaders loaded make one row.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bit_set.h"
#include "base/parallel.h"
#include "model/heap.h"

namespace heaptrail {

struct GroupRow {
  std::string key;
  uint64_t objects = 0;
  uint64_t bytes = 0;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.key, self.objects, self.bytes);
  }
};

/// Rows for the members of `members`, by name.
std::vector<GroupRow> groupByType(const Heap& heap, const BitSet& members, Threads threads);

}  // namespace heaptrail
