// Decodes one chunk of a point: its objects, then its events. Both are walks that call a visitor; neither keeps
// anything, so that each pass over a point takes what it needs.
#pragma once

#include <cstdint>
#include <limits>

#include "trace/recording/format/format.h"
#include "trace/recording/format/payload.h"
#include "trace/recording/read/type_table.h"

namespace heaptrail::recording {

struct ObjectRecord {
  uint64_t id = 0;
  uint32_t type = 0;          // its number; 0 when an event tells the class later
  int64_t length = -1;        // of arrays
  uint32_t unusualBytes = 0;  // 0 where type and length tell the size
  uint32_t origin = 0;        // its number; 0 for unknown
};

/// Both parts of a chunk.
struct HeapChunk {
  PayloadReader objects;
  PayloadReader events;

  explicit HeapChunk(PayloadReader payload) {
    const uint64_t bytes = payload.number();
    objects = payload.part(bytes);
    events = payload;
  }
  bool good() const { return objects.good() && events.good(); }
};

/// Calls `visit(object)` for all objects of a chunk; false when they make no sense.
template <typename Visit>
bool forEachObject(PayloadReader objects, const TypeTable& types, Visit&& visit) {
  constexpr uint64_t k32Bits = std::numeric_limits<uint32_t>::max();
  uint64_t expectedId = 0;
  while (!objects.atEnd()) {
    ObjectRecord object;
    const uint64_t head = objects.number();
    object.id = expectedId + static_cast<uint64_t>(unzigzag(head >> 2));
    expectedId = object.id + 1;
    object.type = objects.number32();
    if (object.type > types.count()) return false;
    if (object.type == 0) {
      object.length = static_cast<int64_t>(objects.number()) - 1;
    } else if (types.isArray(TypeId(object.type - 1))) {
      object.length = static_cast<int64_t>(objects.number());
    }
    if ((head & 1) != 0) object.unusualBytes = objects.number32();
    if ((head & 2) != 0) object.origin = objects.number32();
    const bool possible = object.id != 0 && object.length >= -1 &&
                          (object.length == -1 || static_cast<uint64_t>(object.length) < k32Bits);
    if (!objects.good() || !possible) return false;
    visit(object);
  }
  return objects.good();
}

/// A group of references as its event begins; the references themselves follow in the payload.
struct ReferenceGroup {
  uint64_t referrer = 0;
  uint64_t base = 0;  // how many references of it stand in groups before
  uint64_t count = 0;
};

struct RootRecord {
  RootTag kind = RootTag::kOther;
  uint64_t object = 0;  // its id, or 0: the next one of the chunk
  uint64_t thread = 0;  // position in PointEndRecord::threads + 1; 0 for unknown, as below
  uint64_t depth = 0;
  uint64_t frame = 0;
  uint64_t slot = 0;
  uint64_t origin = 0;  // of RootTag::kLateOrigin, which names the object by its id
};

/// Goes through the events of a chunk. The visitor has
///   bool references(group, payload)     must read the group's references, by `readReference` or otherwise
///   bool root(record)
///   bool typeOf(object, classObject)    ids, or 0 for the next object of the chunk
/// and answers whether what it got makes sense.
template <typename Visitor>
bool walkEvents(PayloadReader events, Visitor& visitor) {
  uint64_t lastReferrer = 0;
  while (!events.atEnd()) {
    const uint64_t head = events.number();
    const uint64_t value = head >> 2;
    bool sensible = true;
    switch (static_cast<EventTag>(head & 3)) {
      case EventTag::kReferences:
      case EventTag::kMoreReferences: {
        ReferenceGroup group;
        group.referrer = lastReferrer + static_cast<uint64_t>(unzigzag(value));
        lastReferrer = group.referrer;
        if ((head & 1) != 0) group.base = events.number();
        group.count = events.number();
        // A reference takes two bytes at least, and no object has more than 32 bits can count.
        sensible = group.count <= events.left() / 2 && group.base < std::numeric_limits<uint32_t>::max() &&
                   visitor.references(group, events);
        break;
      }
      case EventTag::kRoot: {
        RootRecord root;
        if (value > static_cast<uint64_t>(RootTag::kLateOrigin)) return false;
        root.kind = static_cast<RootTag>(value);
        root.object = events.number();
        const bool onStack = root.kind == RootTag::kStackLocal;
        if (onStack || root.kind == RootTag::kJniLocal) {
          root.thread = events.number();
          root.depth = events.number();
          root.frame = events.number();
        }
        if (onStack) root.slot = events.number();
        if (root.kind == RootTag::kLateOrigin) {
          root.origin = events.number();
          if (root.object == 0) return false;
        }
        sensible = events.good() && visitor.root(root);
        break;
      }
      case EventTag::kTypeOf: {
        const uint64_t classObject = events.number();
        sensible = events.good() && visitor.typeOf(value, classObject);
        break;
      }
    }
    if (!sensible || !events.good()) return false;
  }
  return events.good();
}

/// The references of a group, one after the other.
class ReferenceCursor {
 public:
  explicit ReferenceCursor(const ReferenceGroup& group) : referrer_(group.referrer) {}

  void next(PayloadReader& payload) {
    slot_ = expectedSlot_ + static_cast<uint64_t>(payload.signedNumber());
    expectedSlot_ = slot_ + 1;
    const uint64_t target = payload.number();
    isNext_ = target == 0;
    target_ = referrer_ + static_cast<uint64_t>(unzigzag(target - 1));
  }

  uint64_t slot() const { return slot_; }
  bool isNextObject() const { return isNext_; }  // of the chunk
  uint64_t target() const { return target_; }    // otherwise

 private:
  uint64_t referrer_;
  uint64_t expectedSlot_ = 0;
  uint64_t slot_ = 0;
  uint64_t target_ = 0;
  bool isNext_ = false;
};

}  // namespace heaptrail::recording
