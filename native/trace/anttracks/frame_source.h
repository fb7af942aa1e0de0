// The frames of all trace files in order, unpacked by as many threads as there are while the frames before them are
// read.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "trace/anttracks/lzw.h"
#include "trace/anttracks/trace_folder.h"

namespace heaptrail::anttracks {

/// Where a frame begins.
struct TracePlace {
  uint32_t file = 0;  // in the order of the files
  uint64_t offset = 0;
};

struct EventFrame {
  TracePlace place;
  TracePlace next;                 // of the frame behind this one
  uint64_t owner = 0;              // the thread that wrote it
  std::span<const uint8_t> bytes;  // unpacked: events
  bool whole = true;               // false when it could not be unpacked to its end
  bool startsFile = false;
};

class FrameSource {
 public:
  explicit FrameSource(const TraceFolder& folder) : folder_(folder) {}

  /// Calls `visit(frame)` for each from `start` on until it answers false. Progress advances by bytes; the caller has
  /// begun a phase.
  Status forEach(TracePlace start, Progress& progress, Threads threads,
                 const std::function<bool(const EventFrame&)>& visit);

  uint64_t bytesFrom(TracePlace start) const;

  /// Files whose last frame is cut off, which a killed VM leaves behind: and how many bytes of it there are.
  struct CutOff {
    TracePlace place;
    uint64_t bytes = 0;
  };
  const std::vector<CutOff>& cutOff() const { return cutOff_; }

 private:
  struct PackedFrame {
    EventFrame frame;
    std::span<const uint8_t> packed;
    UnpackedFrame unpacked;
  };
  struct Batch {
    std::vector<PackedFrame> frames;
    size_t count = 0;            // of `frames` that are in use: their memory is kept
    std::vector<size_t> packed;  // which of them have to be unpacked
    uint64_t bytes = 0;
  };

  /// Pages a file in from a place up to `to`, with what comes behind, so that few frames have to ask.
  Status load(TracePlace from, uint64_t to);
  Status fill(Batch& batch, TracePlace& at);

  const TraceFolder& folder_;
  TracePlace loaded_;  // up to here
  std::vector<CutOff> cutOff_;
};

}  // namespace heaptrail::anttracks
