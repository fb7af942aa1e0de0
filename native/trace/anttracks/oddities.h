// What did not fit while a trace was replayed.
#pragma once

#include <cstdint>

#include "trace/anttracks/frame_source.h"

namespace heaptrail::anttracks {

/// All zero for a trace that is whole.
struct Oddities {
  uint64_t damagedFrames = 0;
  TracePlace firstDamage;
  uint64_t lostObjects = 0;      // born where no buffer of the thread is known, or where none can be
  uint64_t unknownMoves = 0;     // of objects that are not known, or were moved before in the same collection
  uint64_t overwritten = 0;      // objects where another one is put
  uint64_t misfittingLists = 0;  // pointers that are not all of an object's

  uint64_t sum() const { return damagedFrames + lostObjects + unknownMoves + overwritten; }
};

}  // namespace heaptrail::anttracks
