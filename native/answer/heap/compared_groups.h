// The groups of two points side by side: a row for each key that there is at either of them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "session/heap_groups.h"

namespace heaptrail {

struct ComparedGroups {
  // Both have the same rows in the same order, with the sizes that they have at their point.
  std::shared_ptr<const HeapGroups> from;
  std::shared_ptr<const HeapGroups> to;
  std::vector<uint8_t> goesOn;  // by row: whether there is a level below at either point
};

ComparedGroups compareGroups(const ChosenGroups& from, const ChosenGroups& to);

}  // namespace heaptrail
