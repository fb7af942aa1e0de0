// References to objects that a file does not have: they become nulls.
#pragma once

#include <cstdint>
#include <vector>

#include "model/heap.h"

namespace heaptrail {

/// Counts the objects that references lead to and the file does not have, by their ids (some more than once), and takes
/// those references, whose target is none(), out of `parts`; the slots of the others stay.
void leaveOutMissing(HeapParts& parts, std::vector<uint64_t> ids);

}  // namespace heaptrail
