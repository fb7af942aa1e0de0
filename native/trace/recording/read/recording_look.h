// What has come into a recording since somebody looked last: headers are read and nothing else, so that one can look
// every second however large the file is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"

namespace heaptrail::recording {

struct RecordingLook {
  uint64_t end = 0;      // of the last whole chunk: from here on the next time
  uint64_t points = 0;   // that have become complete since
  uint64_t others = 0;   // chunks that tell of collections, or how full the pools were
  bool running = false;  // the program is being recorded
  // How it began, where the file was looked at from its beginning:
  std::optional<int64_t> startMillis;  // since 1970, UTC
  std::string program;                 // the main class or jar; empty when unknown
};

/// @param from where the last look ended; 0 for the first
Result<RecordingLook> lookAtRecording(const std::string& path, uint64_t from);

}  // namespace heaptrail::recording
