// States of a replay, packed, so that a jump to a point need not begin at the start of the trace.
//
// They are taken after collections, when no thread has a buffer and nothing is half told. The more of the trace there
// is, the farther apart they are: together they never take more than a fixed amount of memory.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/anttracks/frame_source.h"
#include "trace/anttracks/packed_objects.h"
#include "trace/anttracks/replay.h"

namespace heaptrail::anttracks {

class Checkpoint {
 public:
  /// `next`: the frame to go on with.
  Checkpoint(const Replay& replay, TracePlace next);

  TracePlace next() const { return next_; }
  /// How many collections have ended by then.
  uint32_t collections() const { return rest_.collections; }
  uint64_t bytes() const { return objects_.bytes(); }

  /// For a replay to go on from.
  ReplayedHeap heap() const;

 private:
  TracePlace next_;
  PackedObjects objects_;
  ReplayedHeap rest_;  // without objects
};

class Checkpoints {
 public:
  /// Takes one if it is time; `bytes`: of the trace, since its start.
  void offer(const Replay& replay, TracePlace next, uint64_t bytes);

  /// The last one with at most so many collections; none when the start is nearer.
  const Checkpoint* before(uint32_t collections) const;

 private:
  struct Taken {
    Checkpoint checkpoint;
    uint64_t at = 0;  // bytes of the trace
  };
  std::vector<Taken> taken_;
  uint64_t memory_ = 0;
  uint64_t distance_ = 0;  // bytes of the trace between two
  uint64_t last_ = 0;
};

}  // namespace heaptrail::anttracks
