// Heap dumps in the HPROF format (JVMs, Android) as a Trace with one point. No identity, and sites only where the old
// hprof agent wrote them. docs/formats/hprof.md describes the format and what this reader does where it leaves things
// open.
#pragma once

#include <memory>

#include "base/byte_input.h"
#include "model/trace.h"

namespace heaptrail::hprof {

/// Whether the input, standing at its beginning, looks like a heap dump. Does not move it.
bool recognises(ByteInput& start);

Result<std::unique_ptr<Trace>> open(InputFile file, Progress& progress);

}  // namespace heaptrail::hprof
