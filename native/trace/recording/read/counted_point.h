// Reads a light point: what the recorder counted, with names instead of numbers.
#pragma once

#include "base/error.h"
#include "model/counted_heap.h"
#include "trace/recording/read/contents.h"
#include "trace/recording/read/type_table.h"

namespace heaptrail::recording {

/// `point` has counts. The runtime is left to the caller.
Result<CountedHeap> readCounts(const RecordingFile& file, const RecordedPoint& point, const TypeTable& types);

/// Its objects and bytes by type.
Census censusOf(const CountedHeap& counts);

}  // namespace heaptrail::recording
