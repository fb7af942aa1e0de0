// The end of a collection: who lives, where, and what refers to what.
//
// Between collections each entry of the address table leads to a row that is there and alive, and no row has two
// entries: so whoever dies because something is put on it is gone from the table, and what an address leads to can be
// asked for its size. Damaged traces must not break that, for rows of young objects get other numbers here, and what a
// stale entry leads to would be another object or none.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/bit_set.h"
#include "base/growing_array.h"
#include "trace/anttracks/collection.h"
#include "trace/anttracks/oddities.h"
#include "trace/anttracks/replayed_heap.h"

namespace heaptrail::anttracks {

/// What else of a replay the end of a collection concerns.
struct AroundCollection {
  std::vector<OpenCollection>& others;  // that are still open: within which it happened
  PointerLists& early;                  // reported before it; values are rows + 1
  CollectionWorkspace& workspace;
  Oddities& oddities;
};

class CollectionEnd {
 public:
  CollectionEnd(const TypeTable& types, ReplayedHeap& heap, OpenCollection& collection, const AroundCollection& around);

  void apply();

 private:
  void applyMajor();
  void applyMinor();
  void findDeadInCollectedSpaces();
  uint32_t diesUnlessMoved(uint32_t row);
  void settleFailedSpaces();
  void leaveCopy(uint64_t address, uint32_t row);
  void settle();
  uint32_t numberOf(uint32_t row) const;
  uint32_t settled(uint32_t row) const;
  void takeNewPlaces();
  void putBorn();
  void put(uint64_t address, uint32_t row, uint64_t bytes);
  void lose(uint32_t row);
  uint64_t departureOf(uint32_t row);
  void giveReferences();
  void giveRoots();
  void leaveOldPlaces();
  void compact();
  void renumberOthers();
  uint64_t bytesOf(uint32_t row) const { return heap_.bytesOf(types_, row); }

  const TypeTable& types_;
  ReplayedHeap& heap_;
  ObjectStore& store_;
  OpenCollection& collection_;
  AroundCollection around_;
  BitSet moved_;  // these two by the numbers that rows had when the collection began
  BitSet dead_;
  uint32_t firstYoung_ = 0;
  GrowingArray<uint32_t>& youngNumbers_;  // after settling: of rows that were young
  GrowingArray<uint32_t>& oldNumbers_;    // after compacting: of the others
  RangeSet emptied_;
  std::vector<std::pair<uint64_t, uint32_t>> staying_;  // objects that are in an emptied range afterwards
  GrowingArray<uint64_t>& departures_;                  // by new numbers: where objects are moved away from
  bool knowsDepartures_ = false;
  bool loses_ = false;
  bool recount_ = false;
};

}  // namespace heaptrail::anttracks
