// The reader of traces that the AntTracks VM writes: folders with symbols, class definitions and one or more trace
// files, in which every allocation and every move of an object is an event. docs/formats/anttracks.md describes them.
#pragma once

#include <memory>
#include <string>

#include "base/byte_input.h"
#include "base/error.h"
#include "base/progress.h"
#include "model/trace.h"

namespace heaptrail::anttracks {

/// Whether a file begins like one of the trace's.
bool recognises(ByteInput& start);

/// `path` is the folder, or any file of the trace in it. The whole trace is read once.
Result<std::unique_ptr<Trace>> open(const std::string& path, Progress& progress);

struct TraceFolder;

/// The same where its files are found already.
Result<std::unique_ptr<Trace>> open(TraceFolder folder, Progress& progress);

}  // namespace heaptrail::anttracks
