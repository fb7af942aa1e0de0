// From the chunks of a point to a heap, in three passes, each over all chunks at the same time: which ids there are;
// what each object is and how many references it has; the references themselves. Chunks are unpacked anew in each pass,
// which costs less than keeping them.
//
// Every object writes only what is its own, so the heap is the same whatever the number of threads.
#pragma once

#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "model/heap.h"
#include "model/trace.h"
#include "trace/recording/read/contents.h"
#include "trace/recording/read/type_table.h"

namespace heaptrail::recording {

Result<HeapParts> readPoint(const RecordingFile& file, const RecordedPoint& point, const StartRecord& start,
                            const TypeTable& types, Progress& progress, Threads threads,
                            std::vector<Warning>& warnings);

}  // namespace heaptrail::recording
