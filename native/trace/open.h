// The door for all formats: tells what a file is by its content and chooses the reader.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "model/trace.h"

namespace heaptrail {

/// Looks at the first bytes only; reading happens when a point is asked for.
Result<std::unique_ptr<Trace>> openTrace(const std::string& path);

}  // namespace heaptrail
