// The end of a collection: who lives, where, and what refers to what.
//
// Between collections each entry of the address table leads to a row that is there and alive, and no row has two
// entries: so whoever dies because something is put on it is gone from the table, and what an address leads to can be
// asked for its size. Damaged traces must not break that, for rows of young objects get other numbers here, and what a
// stale entry leads to would be another object or none.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bit_set.h"
#include "trace/anttracks/collection.h"
#include "trace/anttracks/replay.h"

namespace heaptrail::anttracks {

class CollectionEnd {
 public:
  CollectionEnd(Replay& replay, OpenCollection& collection)
      : replay_(replay), store_(replay.store_), collection_(collection) {}

  void apply();

 private:
  void applyMajor();
  void applyMinor();
  void findDeadInCollectedSpaces();
  void settleFailedSpaces();
  void leaveCopy(uint64_t address, uint32_t row);
  void putMoved();
  void putBorn();
  std::vector<std::pair<uint64_t, uint32_t>> bornByAddress() const;
  void put(uint64_t address, uint32_t row);
  void putFinally(uint64_t address, uint32_t row);
  uint32_t settled(uint32_t row) const;
  void settle();
  template <typename RowAt>
  void giveReferences(RowAt&& rowAt);
  template <typename Visit>
  void forEachMove(Visit&& visit) const;
  void leaveOldPlaces();
  void takeNewPlaces();
  void compact();
  void renumberOthers();

  Replay& replay_;
  ObjectStore& store_;
  OpenCollection& collection_;
  BitSet moved_;
  BitSet dead_;
  uint32_t firstYoung_ = 0;
  std::vector<uint32_t> youngPlaces_;
  std::vector<uint32_t> places_;  // after compacting: of settled rows
  std::vector<std::pair<uint64_t, uint32_t>> youngInPlace_;
  std::vector<AddressRange> emptied_;
  bool recount_ = false;
};

}  // namespace heaptrail::anttracks
