// Heap traces as JSON Lines: what any tool can write (docs/formats/json-lines.md).
//
// Opening reads symbols and the timeline and finds the points; a heap is built from the lines of its point alone, and
// takes memory for what it holds, whatever the size of the file.
#pragma once

#include <memory>

#include "base/byte_input.h"
#include "model/trace.h"

namespace heaptrail::jsonl {

/// Whether the input, standing at its beginning, starts with a header. Does not move it.
bool recognises(ByteInput& start);

Result<std::unique_ptr<Trace>> open(InputFile file, Progress& progress);

}  // namespace heaptrail::jsonl
