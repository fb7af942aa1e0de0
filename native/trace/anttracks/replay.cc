#include "trace/anttracks/replay.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "trace/anttracks/collection_end.h"

namespace heaptrail::anttracks {

namespace {

constexpr size_t kMostOpenCollections = 4;  // CMS has two

}  // namespace

Replay::Replay(const TypeTable& types, bool anchors, ReplayedHeap heap)
    : types_(types), decoder_(types, anchors, *this), heap_(std::move(heap)), scout_(types, anchors, heap_.store) {}

void Replay::read(const EventFrame& frame) {
  ThreadState& state = states_[frame.owner];
  state.number = heap_.threads.at(frame.owner);
  thread_ = &state;
  forgetOldBuffers();
  if (!open_.empty()) scout_.read(frame.bytes, relativeBase());
  if (decoder_.decode(frame.bytes) && frame.whole) return;
  if (oddities_.damagedFrames++ == 0) oddities_.firstDamage = frame.place;
  // How much of its buffers the thread has filled is not known any more.
  state.tlab = {};
  state.plabs = {};
  state.continuation = {};
}

void Replay::forgetOldBuffers() {
  if (std::exchange(thread_->starts, starts_) != starts_) thread_->tlab = {};
  if (std::exchange(thread_->ends, ends_) != ends_) thread_->plabs = {};
}

void Replay::forgetObjects() {
  heap_.store = ObjectStore(heap_.store.nextId());
  open_.clear();
  early_.clear();
  heap_.roots.clear();
  states_.clear();
  heap_.used = {};
  heap_.known = false;
  tellsClasses_ = false;
}

void Replay::spaceRelease(uint32_t index) {
  const Space* space = heap_.spaces.at(index);
  if (space == nullptr) return;
  if (open_.empty()) {
    if (space->inUse) killIn(space->range);
  } else if (const Space* before = open_.back().spaces.at(index); before != nullptr && before->inUse) {
    open_.back().collected.push_back(before->range);
  }
  heap_.spaces.release(index);
}

void Replay::spaceDestroy(uint32_t first, uint64_t count) {
  const uint64_t end = std::min<uint64_t>(heap_.spaces.count(), first + std::min<uint64_t>(count, Spaces::kMostSpaces));
  for (uint64_t i = first; i < end; ++i) spaceRelease(static_cast<uint32_t>(i));
  heap_.spaces.destroy(first, count);
}

void Replay::threadAlive(uint64_t address, const std::string& name) {
  heap_.threads.alive(address, fromModifiedUtf8({reinterpret_cast<const uint8_t*>(name.data()), name.size()}));
  if (const auto state = states_.find(address); state != states_.end())
    state->second.number = heap_.threads.at(address);
}

void Replay::plab(uint64_t start, uint64_t bytes) {
  const bool survivor = heap_.spaces.typeAt(start) == SpaceType::kSurvivor;
  thread_->plabs[survivor ? 0 : 1] = {start, start + bytes};
}

void Replay::allocated(const Allocation& allocation) {
  Buffer& tlab = thread_->tlab;
  if (tlab.top == 0) {
    ++oddities_.lostObjects;
    return;
  }
  const uint64_t address = tlab.top;
  tlab.top += types_.bytesOf(allocation.type, allocation.extent);
  if (tlab.top > tlab.end) {
    tlab = {};
    ++oddities_.lostObjects;
    return;
  }
  born(allocation, address);
}

void Replay::allocatedAt(uint64_t address, const Allocation& allocation) {
  born(allocation, address);
  advanceBuffers(address, types_.bytesOf(allocation.type, allocation.extent));
}

uint32_t Replay::born(const Allocation& allocation, uint64_t address) {
  const uint32_t row = heap_.store.add({allocation.type, allocation.site, thread_->number, allocation.extent}, address);
  if (row == ObjectStore::kNone) {
    ++oddities_.lostObjects;
    return row;
  }
  noteClass(row, allocation);
  if (open_.empty()) {
    place(address, row);
  } else {
    open_.back().born.add(address, row);
  }
  return row;
}

/// The order of all class objects tells what they are of: of those that come after a gap it tells nothing.
void Replay::noteClass(uint32_t row, const Allocation& allocation) {
  if (allocation.type != types_.classType() || !tellsClasses_) return;
  classBirths_.push_back({heap_.store.idOf(row), allocation.extent});
}

/// Outside of collections.
void Replay::place(uint64_t address, uint32_t row) {
  uint32_t previous = ObjectStore::kNone;
  if (!heap_.store.addresses().set(address, row, previous)) {
    heap_.store.kill(row);
    ++oddities_.lostObjects;
  } else if (previous != ObjectStore::kNone) {
    heap_.store.kill(previous);
    ++oddities_.overwritten;
  }
}

/// An object that is told with its address may lie in a buffer of the thread all the same.
void Replay::advanceBuffers(uint64_t address, uint64_t bytes) {
  const auto advance = [&](Buffer& buffer) {
    if (buffer.top == address && address != 0) buffer.top += bytes;
  };
  advance(thread_->tlab);
  for (Buffer& buffer : thread_->plabs) advance(buffer);
}

uint32_t Replay::lookUp(uint64_t from) const {
  const OpenCollection& collection = open_.back();
  // A full collection may put a filler over dead objects and then keep it.
  const uint32_t first = collection.isMajor() ? collection.born.find(from) : heap_.store.addresses().find(from);
  if (first != ObjectStore::kNone) return first;
  return collection.isMajor() ? heap_.store.addresses().find(from) : collection.born.find(from);
}

bool Replay::move(uint32_t row, uint64_t bytes, uint64_t from, uint64_t to) {
  auto& moves = open_.back().moves;
  // More moves than objects cannot be: a damaged trace must not fill the memory with them.
  if (moves.size() > 2 * uint64_t{heap_.store.rows()} + 1024) {
    ++oddities_.unknownMoves;
    return false;
  }
  moves.push_back({from, to, row, static_cast<uint32_t>(std::min<uint64_t>(bytes, OpenCollection::kTooLarge))});
  return true;
}

void Replay::moveSlow(uint64_t from, uint64_t to) {
  if (open_.empty()) return;
  const uint32_t row = lookUp(from);
  if (row == ObjectStore::kNone) {
    ++oddities_.unknownMoves;
    return;
  }
  const uint64_t bytes = heap_.bytesOf(types_, row);
  move(row, bytes, from, to);
  advanceBuffers(to, bytes);
}

uint64_t Replay::moveFast(uint64_t from, SpaceType to) {
  if (open_.empty()) return 0;
  Buffer& plab = thread_->plabs[to == SpaceType::kSurvivor ? 0 : 1];
  const uint32_t row = lookUp(from);
  if (row == ObjectStore::kNone || plab.top == 0) {
    plab = {};  // the next object begins where this unknown one ends
    ++oddities_.unknownMoves;
    return 0;
  }
  const uint64_t address = plab.top;
  const uint64_t bytes = heap_.bytesOf(types_, row);
  plab.top += bytes;
  move(row, bytes, from, address);
  return address;
}

void Replay::moveRegion(uint32_t count, uint64_t from, uint64_t to) {
  if (open_.empty()) return;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t row = lookUp(from);
    if (row == ObjectStore::kNone) {
      ++oddities_.unknownMoves;
      return;
    }
    const uint64_t bytes = heap_.bytesOf(types_, row);
    if (!move(row, bytes, from, to)) return;
    from += bytes;
    to += bytes;
  }
}

void Replay::keepAlive(uint64_t address) {
  if (open_.empty()) return;
  const uint32_t row = lookUp(address);
  // Of an object that was moved here it says nothing new.
  if (row == ObjectStore::kNone) return;
  open_.back().keepsInPlace = true;
  move(row, heap_.bytesOf(types_, row), address, address);
}

void Replay::syncObject(const Allocation& allocation, uint64_t from, uint64_t to) {
  if (open_.empty()) return;
  uint32_t row = lookUp(from);
  if (row == ObjectStore::kNone || heap_.store[row].type != allocation.type ||
      (types_.layout(allocation.type).isArray && heap_.store[row].extent != allocation.extent)) {
    row = heap_.store.add({allocation.type, allocation.site, ThreadNames::kNone, allocation.extent}, to);
    if (row == ObjectStore::kNone) {
      ++oddities_.lostObjects;
      return;
    }
    noteClass(row, allocation);
  }
  // What stays in a space that is not collected needs no word; roots that lead there stay, too.
  const bool stays = !open_.back().isMajor() && heap_.store.addresses().find(to) == row;
  const uint64_t bytes = types_.bytesOf(allocation.type, allocation.extent);
  if (!stays) move(row, bytes, from, to);
  advanceBuffers(to, bytes);
}

void Replay::pointers(Event event, uint64_t owner, const PointerList& list) {
  const bool continues = thread_->continuation.goesOn(event, owner, list.count);
  if (owner == 0) return;
  if (!open_.empty()) {
    open_.back().pointers.add(event, owner, continues, list);
    return;
  }
  // Threads of G1 that work beside the program tell pointers at once: the addresses are those of now.
  const auto standFor = [this](uint64_t address) -> uint64_t {
    const uint32_t row = address == 0 ? ObjectStore::kNone : heap_.store.addresses().find(address);
    return row == ObjectStore::kNone ? 0 : uint64_t{row} + 1;
  };
  const uint64_t row = standFor(owner);
  if (row == 0) return;
  PointerList rows = list;
  for (uint32_t i = 0; i < rows.count; ++i) rows.values[i] = standFor(rows.values[i]);
  early_.add(event, row, continues, rows);
}

void Replay::roots(uint64_t list, const PointerList& pointers) {
  if (open_.empty()) return;
  for (const uint64_t address : pointers.span()) {
    if (address != 0) open_.back().roots.push_back({list, address});
  }
}

void Replay::gcStart(const GcEvent& gc) {
  ++starts_;
  forgetOldBuffers();
  if (open_.size() >= kMostOpenCollections) open_.erase(open_.begin());
  if (open_.empty()) addYoungBytes();
  open_.push_back(std::exchange(spare_, {}));
  open_.back().begin(gc, heap_.spaces);
}

void Replay::gcInfo(uint32_t space, uint32_t gc) {
  const auto collection = std::ranges::find(open_, gc, [](const OpenCollection& open) { return open.start.id; });
  if (collection == open_.end()) return;
  if (const Space* collected = collection->spaces.at(space)) collection->collected.push_back(collected->range);
}

void Replay::gcFailed(uint32_t space) {
  if (open_.empty()) return;
  if (const Space* failed = open_.back().spaces.at(space)) open_.back().failed.push_back(failed->range);
}

void Replay::gcEnd(const GcEvent& gc, bool failed) {
  const auto collection = std::ranges::find(open_, gc.id, [](const OpenCollection& open) { return open.start.id; });
  if (collection == open_.end()) return;
  OpenCollection ended = std::move(*collection);
  open_.erase(collection);
  ++ends_;
  forgetOldBuffers();
  if (ended.isSync()) heap_.known = true;
  EndedCollection result{ended.start, gc, failed, heap_.used, {}, heap_.known};
  CollectionEnd(types_, heap_, ended, {open_, early_, workspace_, oddities_}).apply();
  ++heap_.collections;
  result.usedAfter = heap_.used;
  spare_ = std::move(ended);
  if (onCollection) onCollection(result);
}

/// What was born since the last collection counts from the next one on.
void Replay::addYoungBytes() {
  for (uint32_t row = heap_.store.firstYoung(); row < heap_.store.rows(); ++row) {
    if (heap_.store.isDead(row)) continue;
    heap_.usedAt(heap_.store.youngAddress(row)) += heap_.bytesOf(types_, row);
  }
}

/// A region of G1 that the program's threads found to be empty.
void Replay::killIn(const AddressRange& range) {
  uint64_t& used = heap_.usedAt(range.from);
  heap_.store.addresses().forEachIn(range.from, range.to, [&](uint64_t, uint32_t row) {
    if (row < heap_.store.firstYoung()) used -= std::min(used, heap_.bytesOf(types_, row));
    heap_.store.kill(row);
  });
  heap_.store.addresses().clearRange(range.from, range.to);
}

}  // namespace heaptrail::anttracks
