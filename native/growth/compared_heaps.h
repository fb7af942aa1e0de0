// The two ends of a window with what is common to them.
#pragma once

#include "growth/common_names.h"
#include "growth/heap_places.h"
#include "growth/window_ends.h"

namespace heaptrail {

/// The two ends as a growth tree sees them. All outlive what is made from this.
struct ComparedHeaps {
  Window<DescribedEnd> ends;  // heads of structures are only met again where one wraps the next by the same field
  CommonNames* names;
  HeapPlaces* places;
};

}  // namespace heaptrail
