// Recordings of our own recorder (`.heaptrail`) as a Trace: many points, with identity and allocation sites.
// docs/formats/recording.md describes the format.
#pragma once

#include <memory>

#include "base/byte_input.h"
#include "model/trace.h"

namespace heaptrail::recording {

/// Whether the input, standing at its beginning, looks like a recording. Does not move it.
bool recognises(ByteInput& start);

Result<std::unique_ptr<Trace>> open(InputFile file, Progress& progress);

}  // namespace heaptrail::recording
