// A trace of any format as JSON Lines (docs/formats/json-lines.md). Formats are not known above this room.
#pragma once

#include <string>

#include "base/error.h"
#include "session/opened_trace.h"

namespace heaptrail {

/// `path` comes into being whole or not at all, and replaces what was there; it must not be one of the trace's files.
Status writeAsJsonLines(OpenedTrace& trace, const std::string& path, Progress& progress);

}  // namespace heaptrail
