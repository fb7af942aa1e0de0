// Writes any trace as JSON Lines, point after point, so that every tool can read it and this one can read it back
// without loss (docs/formats/json-lines.md). The same trace gives the same bytes: objects stand in the order of their
// ids.
#pragma once

#include <string>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "model/trace.h"

namespace heaptrail {

/// One heap at a time is in memory. `path` comes into being whole or not at all, and replaces what was there; it must
/// not be one of the files of the trace.
Status writeJsonLines(Trace& trace, const std::string& path, Threads threads, Progress& progress);

}  // namespace heaptrail
