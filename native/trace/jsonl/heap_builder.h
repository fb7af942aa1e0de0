// From the records of a point's objects to the columns of its heap.
#pragma once

#include "base/progress.h"
#include "trace/jsonl/object_records.h"
#include "trace/jsonl/point_reader.h"
#include "trace/jsonl/symbol_lines.h"

namespace heaptrail::jsonl {

/// Adds names and sizes that only the objects tell to `table`. `file` is for errors.
Result<HeapParts> buildHeap(ObjectRecords records, SymbolTable& table, const PointFacts& facts, const std::string& file,
                            Progress& progress, std::vector<Warning>& warnings);

}  // namespace heaptrail::jsonl
