// A heap in few words: its sums, and its objects by type. It is small whatever the heap is, and is kept in the cache.
#pragma once

#include <cstdint>
#include <vector>

#include "classify/group_row.h"
#include "model/size.h"
#include "model/trace.h"

namespace heaptrail {

/// What the first screen shows of a heap, small whatever the heap is: enough to answer most questions without it.
struct HeapSummary {
  RuntimeInfo runtime;
  std::vector<Warning> warnings;
  uint64_t references = 0;
  uint64_t missingObjects = 0;
  uint64_t threads = 0;
  std::vector<uint64_t> roots;  // by kind
  std::vector<GroupRow> live;   // by type, in the order of names
  std::vector<GroupRow> unreachable;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.runtime, self.warnings, self.references, self.missingObjects, self.threads, self.roots);
    archive(self.live, self.unreachable);
  }
};

Size sumOf(const std::vector<GroupRow>& rows);

/// Rows of one name made one, in the order of names.
std::vector<GroupRow> mergedByName(std::vector<GroupRow> rows);

}  // namespace heaptrail
