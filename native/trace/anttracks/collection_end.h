// The end of a collection: who lives, where, and what refers to what.
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
  void put(uint64_t address, uint32_t row);
  void putFinally(uint64_t address, uint32_t row);
  uint32_t settled(uint32_t row) const;
  void settle();
  void noteLeftBehind();
  template <typename RowAt>
  void giveReferences(RowAt&& rowAt);
  template <typename Visit>
  void forEachMove(Visit&& visit) const;
  void leaveCollectedSpaces();
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
  std::vector<std::pair<uint64_t, uint32_t>> leftBehind_;  // where young objects were outside of these
  bool recount_ = false;
};

}  // namespace heaptrail::anttracks
