// One structure of a generated heap on its way to the file.
//
// Its objects refer to each other in both directions, so their addresses are planned first, in order; then they are
// written in the same order. Objects lie behind each other as after a compacting collection.
#pragma once

#include <cstdint>
#include <vector>

#include "dump_writer.h"
#include "java_classes.h"

namespace heaptrail::bench {

class HeapPlan {
 public:
  /// With `shuffledRegions` the file's order of one-megabyte regions is not their order in memory, as in dumps that
  /// several threads wrote. `mostObjects` bounds how many regions there will be.
  HeapPlan(DumpWriter& writer, bool shuffledRegions, uint64_t mostObjects);

  /// Classes, at the start of the heap.
  void writeClasses();

  Address plan(uint32_t classId, uint32_t length = 0);
  /// A string and the array of its letters.
  Address planString(uint32_t length);
  /// The address of the object that is written next (0), or after the next (1), …; 0 behind the last.
  Address coming(uint32_t ahead = 0) const;

  /// Begins the next planned object, whose values must follow through writer().
  void begin(bool live);
  void string(bool live);
  void integer(uint32_t value, bool live);
  /// All planned objects have been written.
  void end();

  DumpWriter& writer() { return writer_; }
  uint64_t plannedObjects() const { return objects_; }

 private:
  struct Planned {
    Address at;
    uint32_t classId;
    uint32_t length;
    bool filler;
  };

  Address addressOf(uint64_t offset) const;
  void fillRegion(uint64_t bytes);
  const Planned& next();

  DumpWriter& writer_;
  bool shuffledRegions_;
  uint64_t regionMask_;
  uint64_t offset_ = 0;
  uint64_t objects_ = 0;
  std::vector<Planned> plan_;
  size_t written_ = 0;
};

}  // namespace heaptrail::bench
