// Writes the lines of one point: its objects in the order of their ids, its roots in the order of the heap.
#pragma once

#include "base/parallel.h"
#include "base/progress.h"
#include "model/trace.h"
#include "trace/jsonl/output_file.h"
#include "trace/jsonl/symbol_writer.h"

namespace heaptrail::jsonl {

/// `symbols` has written those of the heap. Takes the whole of the progress.
Status writePoint(uint64_t id, const Point& point, const RebuiltHeap& rebuilt, const SymbolWriter& symbols,
                  OutputFile& out, Threads threads, Progress& progress);

}  // namespace heaptrail::jsonl
