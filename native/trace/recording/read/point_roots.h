// The roots of a point: from what the recording says to kinds, threads and places of the model.
#pragma once

#include <cstdint>
#include <vector>

#include "model/heap.h"
#include "model/trace.h"
#include "trace/recording/format/records.h"
#include "trace/recording/read/heap_chunk.h"

namespace heaptrail::recording {

struct FoundRoot {
  RootRecord record;
  ObjectIndex object;  // none when the point does not have it
  uint64_t id = 0;     // of the object
};

RootKind rootKindOf(RootTag tag);

/// In the order in which they were recorded.
void addRoots(HeapParts& parts, const std::vector<FoundRoot>& roots, const PointEndRecord& point,
              const TypeTable& types, std::vector<Warning>& warnings);

}  // namespace heaptrail::recording
