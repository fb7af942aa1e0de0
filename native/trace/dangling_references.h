// References to objects that a file does not have: they become nulls.
#pragma once

#include "model/heap.h"

namespace heaptrail {

/// Takes references whose target is none() out of `parts`; the slots of the others stay.
void dropDanglingReferences(HeapParts& parts);

}  // namespace heaptrail
