// The door for all formats: tells what a file is by its content and chooses the reader.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "model/trace.h"

namespace heaptrail {

/// What is needed for the timeline is read, which takes long for some formats; heaps are read when a point is asked
/// for. Several files must be heap dumps and become one trace with a point for each (joined_dumps.h).
Result<std::unique_ptr<Trace>> openTrace(const std::vector<std::string>& paths, Progress& progress);

}  // namespace heaptrail
