// Replays events: after each collection its objects are the heap at that moment.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/size.h"
#include "trace/anttracks/collection.h"
#include "trace/anttracks/event_decoder.h"
#include "trace/anttracks/frame_source.h"
#include "trace/anttracks/move_scout.h"
#include "trace/anttracks/oddities.h"
#include "trace/anttracks/pointer_lists.h"
#include "trace/anttracks/replayed_heap.h"
#include "trace/anttracks/type_table.h"

namespace heaptrail::anttracks {

/// A collection that has ended; the replay is in the state after it.
struct EndedCollection {
  GcEvent start;
  GcEvent end;
  bool failed = false;
  UsedBytes usedBefore{};
  UsedBytes usedAfter{};
  bool known = true;  // whether all objects are: not before the first synchronising collection of a trace without its
                      // beginning
};

class Replay {
 public:
  struct ClassBirth {
    uint64_t id = 0;
    uint32_t bytes = 0;
  };

  /// Goes on from `heap`, as it was after a collection.
  Replay(const TypeTable& types, bool anchors, ReplayedHeap heap = {});
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  /// Called at the end of each collection.
  std::function<void(const EndedCollection&)> onCollection;

  void read(const EventFrame& frame);

  /// Whatever came before is not known: a file is missing, or the trace begins with a later one.
  void forgetObjects();

  const ReplayedHeap& heap() const { return heap_; }
  const std::vector<ClassBirth>& classBirths() const { return classBirths_; }
  const Oddities& oddities() const { return oddities_; }
  /// Whether a collection has just ended and nothing has happened since.
  bool isSettled() const { return open_.empty() && early_.empty() && heap_.store.firstYoung() == heap_.store.rows(); }

  // Called by EventDecoder.
  static constexpr bool kReadsPointers = true;
  uint64_t relativeBase() const { return open_.empty() ? 0 : open_.back().start.base; }
  void gcStart(const GcEvent& gc);
  void gcEnd(const GcEvent& gc, bool failed);
  void gcInfo(uint32_t space, uint32_t gc);
  void gcFailed(uint32_t space);
  void spaceCreate(uint32_t index, uint64_t bottom, uint64_t bytes) { heap_.spaces.create(index, bottom, bytes); }
  void spaceAlloc(uint32_t index, SpaceType type) { heap_.spaces.allocate(index, type); }
  void spaceRelease(uint32_t index);
  void spaceDestroy(uint32_t first, uint64_t count);
  void threadAlive(uint64_t address, const std::string& name);
  void threadDeath(uint64_t address) { heap_.threads.died(address); }
  void tlab(uint64_t start, uint64_t bytes) { thread_->tlab = {start, start + bytes}; }
  void plab(uint64_t start, uint64_t bytes);
  void allocated(const Allocation& allocation);
  void allocatedAt(uint64_t address, const Allocation& allocation);
  void moveSlow(uint64_t from, uint64_t to);
  uint64_t moveFast(uint64_t from, SpaceType to);
  void moveRegion(uint32_t count, uint64_t from, uint64_t to);
  void keepAlive(uint64_t address);
  void syncObject(const Allocation& allocation, uint64_t from, uint64_t to);
  void pointers(Event event, uint64_t owner, const PointerList& list);
  void roots(uint64_t list, const PointerList& pointers);

 private:
  /// A stretch of memory that a thread fills from its start.
  struct Buffer {
    uint64_t top = 0;  // 0: none is known
    uint64_t end = 0;
  };
  struct ThreadState {
    uint32_t number = 0;
    Buffer tlab;                  // until a collection begins
    std::array<Buffer, 2> plabs;  // into survivor spaces, and into the old generation: until a collection ends
    uint64_t starts = 0;          // of collections, when it had this tlab
    uint64_t ends = 0;            // and when it had these plabs
    PointerContinuation continuation;
  };

  void forgetOldBuffers();
  uint32_t born(const Allocation& allocation, uint64_t address);
  void noteClass(uint32_t row, const Allocation& allocation);
  void advanceBuffers(uint64_t address, uint64_t bytes);
  uint32_t lookUp(uint64_t from) const;
  bool move(uint32_t row, uint64_t bytes, uint64_t from, uint64_t to);
  void place(uint64_t address, uint32_t row);

  void addYoungBytes();
  void killIn(const AddressRange& range);

  const TypeTable& types_;
  EventDecoder<Replay> decoder_;
  ReplayedHeap heap_;
  MoveScout scout_;
  std::unordered_map<uint64_t, ThreadState> states_;
  ThreadState* thread_ = nullptr;     // whose frame is being read
  std::vector<OpenCollection> open_;  // CMS has one within another
  OpenCollection spare_;              // the memory of the one before
  CollectionWorkspace workspace_;
  PointerLists early_;  // reported outside of collections; values are rows + 1
  std::vector<ClassBirth> classBirths_;
  Oddities oddities_;
  uint64_t starts_ = 0;
  uint64_t ends_ = 0;
  bool tellsClasses_ = true;
};

}  // namespace heaptrail::anttracks
