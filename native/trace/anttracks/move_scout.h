// Reads ahead of a replay which objects a frame moves, so that what is known of them is in the processor's caches when
// their turn comes. Where the next object is put depends on the size of this one: without this each move waits for the
// memory once to learn which object it is, and once more for its size.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "trace/anttracks/event_decoder.h"
#include "trace/anttracks/object_store.h"

namespace heaptrail::anttracks {

class MoveScout {
 public:
  MoveScout(const TypeTable& types, bool anchors, const ObjectStore& store)
      : decoder_(types, anchors, *this), store_(store) {}

  /// `relativeBase`: of the collection that is running.
  void read(std::span<const uint8_t> events, uint64_t relativeBase) {
    relativeBase_ = relativeBase;
    decoder_.decode(events);  // what cannot be understood the replay will say
  }

  // Called by EventDecoder.
  static constexpr bool kReadsPointers = false;
  uint64_t relativeBase() const { return relativeBase_; }
  void moveSlow(uint64_t from, uint64_t) { expect(from); }
  uint64_t moveFast(uint64_t from, SpaceType) {
    expect(from);
    return 0;
  }
  void moveRegion(uint32_t, uint64_t from, uint64_t) { expect(from); }
  void keepAlive(uint64_t address) { expect(address); }
  void syncObject(const Allocation&, uint64_t from, uint64_t) { expect(from); }
  void gcStart(const GcEvent&) {}
  void gcEnd(const GcEvent&, bool) {}
  void gcInfo(uint32_t, uint32_t) {}
  void gcFailed(uint32_t) {}
  void spaceCreate(uint32_t, uint64_t, uint64_t) {}
  void spaceAlloc(uint32_t, SpaceType) {}
  void spaceRelease(uint32_t) {}
  void spaceDestroy(uint32_t, uint64_t) {}
  void threadAlive(uint64_t, const std::string&) {}
  void threadDeath(uint64_t) {}
  void tlab(uint64_t, uint64_t) {}
  void plab(uint64_t, uint64_t) {}
  void allocated(const Allocation&) {}
  void allocatedAt(uint64_t, const Allocation&) {}
  void pointers(Event, uint64_t, const PointerList&) {}
  void roots(uint64_t, const PointerList&) {}

 private:
  void expect(uint64_t address) {
    store_.addresses().prefetch(address);
    uint64_t& before = expected_[next_++ % expected_.size()];
    if (const uint32_t row = store_.addresses().find(before); row != ObjectStore::kNone) store_.prefetchRow(row);
    before = address;
  }

  EventDecoder<MoveScout> decoder_;
  const ObjectStore& store_;
  uint64_t relativeBase_ = 0;
  std::array<uint64_t, 16> expected_{};  // fetched, but not yet looked up
  size_t next_ = 0;
};

}  // namespace heaptrail::anttracks
