// References that are true though a trace does not have them: appended to the rows of their holders.
#pragma once

#include <cstdint>
#include <vector>

#include "model/heap.h"

namespace heaptrail {

struct AddedReference {
  ObjectIndex holder;
  uint32_t slot = 0;  // beyond the last one that the holder uses
  ObjectIndex target;

  friend auto operator<=>(const AddedReference&, const AddedReference&) = default;
};

/// Copies all references once, unless there is nothing to add.
void addReferences(HeapParts& parts, std::vector<AddedReference> added);

}  // namespace heaptrail
