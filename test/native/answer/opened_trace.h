// Opens a file as the command line and the editor do.
#pragma once

#include <memory>
#include <string>

#include "session/opened_trace.h"

namespace heaptrail::test {

inline Result<std::unique_ptr<OpenedTrace>> openedTrace(const std::string& path, const OpenOptions& options) {
  Progress progress;
  return OpenedTrace::open({path}, options, progress);
}

}  // namespace heaptrail::test
