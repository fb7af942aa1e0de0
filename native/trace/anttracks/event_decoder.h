// From the words of a frame to events: calls of a visitor.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "trace/anttracks/format.h"
#include "trace/anttracks/type_table.h"

namespace heaptrail::anttracks {

/// What an event says about a new (or newly announced) object. `extent`: elements of an array, bytes of a class object.
struct Allocation {
  uint32_t type = TypeTable::kNone;
  uint32_t site = TypeTable::kNone;
  uint32_t extent = 0;
};

struct GcEvent {
  GcType type = GcType::kMinor;
  uint32_t cause = 0;
  uint32_t id = 0;
  uint64_t millis = 0;  // since the VM's start
  uint64_t base = 0;    // of relative addresses
};

/// At most twelve addresses, 0 for null.
struct PointerList {
  std::array<uint64_t, kPointersPerEvent> values;
  uint32_t count = 0;

  std::span<const uint64_t> span() const { return {values.data(), count}; }
};

/// How the pointers of an event are written: two bits each, from the top of 24; the first that are zero end them.
class PointerKinds {
 public:
  static constexpr uint32_t kRelative = 1;  // a word: how far in front of the one before
  static constexpr uint32_t kWide = 2;      // two words: the address
  static constexpr uint32_t kNull = 3;      // none

  /// `first`: the event's first word. Both numbers are had without going from one pair to the next.
  explicit PointerKinds(uint32_t first) : left_(first << 8) {
    const uint32_t present = (left_ | left_ >> 1) & kPairs << 8;
    count_ = static_cast<uint32_t>(std::countl_one(present | (kPairs << 1) << 8)) / 2;
  }

  uint32_t count() const { return count_; }
  uint32_t operator[](uint32_t i) const { return left_ << (2 * i) >> 30; }
  size_t words() const {
    const uint64_t pairs = uint64_t{left_} >> (32 - 2 * count_);
    const uint64_t nulls = pairs & pairs >> 1 & kPairs;
    uint64_t sums = pairs ^ (nulls | nulls << 1);
    sums = (sums & 0x333333) + (sums >> 2 & 0x333333);
    sums = (sums & 0x0F0F0F) + (sums >> 4 & 0x0F0F0F);
    return (sums * 0x010101 >> 16) & 0xFF;
  }

 private:
  static constexpr uint32_t kPairs = 0x555555;

  uint32_t left_;
  uint32_t count_;
};

/// Decodes one frame. The visitor has a function for each kind of event (see Replay, which is one), and says in
/// `kReadsPointers` whether it wants those of pointers and roots at all.
template <typename Visitor>
class EventDecoder {
 public:
  EventDecoder(const TypeTable& types, bool anchors, Visitor& visitor)
      : types_(types), anchorWords_(anchors ? 1 : 0), visitor_(visitor) {}

  /// False when an event cannot be understood: what comes before it has been visited.
  bool decode(std::span<const uint8_t> bytes) {
    at_ = bytes.data();
    words_ = bytes.size() / 4;
    while (words_ > 0) {
      if (!decodeEvent()) return false;
      if (anchorWords_ > 0 && !need(anchorWords_)) return false;
      skip(anchorWords_);
    }
    return true;
  }

 private:
  uint32_t word(size_t i) const {
    uint32_t value = 0;
    std::memcpy(&value, at_ + 4 * i, sizeof value);
    return value;
  }
  uint64_t wide(size_t i) const {
    uint64_t value = 0;
    std::memcpy(&value, at_ + 4 * i, sizeof value);
    return value;
  }
  bool need(size_t words) const { return words <= words_; }
  void skip(size_t words) {
    at_ += 4 * words;
    words_ -= words;
  }

  bool decodeEvent() {
    const uint32_t first = word(0);
    const auto event = static_cast<Event>(first >> 26);
    switch (event) {
      case Event::kC1AllocFast:
      case Event::kC2AllocFast:
      case Event::kInterpreterAllocFast:
        return fastAllocation(first);
      case Event::kC2AllocFastDeviant:
        return deviantFastAllocation(first);
      case Event::kAllocSlow:
      case Event::kInterpreterAllocSlow:
      case Event::kC1AllocSlow:
      case Event::kC2AllocSlow:
        return slowAllocation(first, false);
      case Event::kInterpreterAllocSlowDeviant:
      case Event::kC1AllocSlowDeviant:
      case Event::kC2AllocSlowDeviant:
        return slowAllocation(first, true);
      case Event::kInterpreterAllocNormal:
      case Event::kC1AllocNormal:
        return normalAllocation(first);
      case Event::kMoveSlow:
        return fixed(5, [&] { visitor_.moveSlow(wide(1), wide(3)); });
      case Event::kMoveFastWide:
        return fixed(3, [&] { visitor_.moveFast(wide(1), toSpace(first)); });
      case Event::kMoveFast:
        return fixed(2, [&] { visitor_.moveFast(relative(word(1)), toSpace(first)); });
      case Event::kMoveFastNarrow:
        return fixed(1, [&] { visitor_.moveFast(relative((first & 0xFFFFFF) >> 2), toSpace(first)); });
      case Event::kMoveRegion:
        return fixed(5, [&] { visitor_.moveRegion(first & 0xFFFFFF, wide(1), wide(3)); });
      case Event::kKeepAlive:
        return fixed(3, [&] { visitor_.keepAlive(wide(1)); });
      case Event::kMoveSlowPointers:
      case Event::kMoveFastWidePointers:
      case Event::kMoveFastPointers:
      case Event::kKeepAlivePointers:
      case Event::kObjectPointers:
      case Event::kArrayPointers:
      case Event::kRootPointers:
      case Event::kOldObjectPointers:
        return pointers(event, first);
      case Event::kSyncObject:
      case Event::kSyncObjectNarrow:
        return syncObject(event, first);
      case Event::kTlabAlloc:
        return fixed(5, [&] { visitor_.tlab(wide(3), wide(1)); });
      case Event::kPlabAlloc:
        return fixed(5, [&] { visitor_.plab(wide(3), wide(1)); });
      default:
        return event == kStrayEvent ? pointers(event, first) : rareEvent(event, first);
    }
  }

  /// An event that always has so many words.
  template <typename Visit>
  bool fixed(size_t words, Visit&& visit) {
    if (!need(words)) return false;
    visit();
    skip(words);
    return true;
  }

  bool rareEvent(Event event, uint32_t first) {
    switch (event) {
      case Event::kNop:
        return fixed(1, [] {});
      case Event::kMark:
        return fixed(3, [] {});
      case Event::kGcStart:
      case Event::kGcEnd:
        return collection(event, first);
      case Event::kGcInfo:
        return fixed(2, [&] { visitor_.gcInfo(first & 0xFFFFFF, word(1)); });
      case Event::kGcFailed:
        return fixed(1, [&] { visitor_.gcFailed(first & 0xFFFFFF); });
      case Event::kSpaceCreate:
      case Event::kSpaceRedefine:
        return fixed(6, [&] { visitor_.spaceCreate(word(1), wide(2), wide(4)); });
      case Event::kSpaceAlloc: {
        const uint32_t type = first >> 18 & 0xFF;
        if (type > static_cast<uint32_t>(SpaceType::kOld)) return false;
        return fixed(2, [&] { visitor_.spaceAlloc(word(1), static_cast<SpaceType>(type)); });
      }
      case Event::kSpaceRelease:
        return fixed(2, [&] { visitor_.spaceRelease(word(1)); });
      case Event::kSpaceDestroy:
        return fixed(4, [&] { visitor_.spaceDestroy(word(1), wide(2)); });
      case Event::kThreadAlive:
        return threadAlive();
      case Event::kThreadDeath:
        return fixed(3, [&] { visitor_.threadDeath(wide(1)); });
      default:
        return false;
    }
  }

  bool collection(Event event, uint32_t first) {
    const uint32_t type = first >> 16 & 0xFF;
    if (type > static_cast<uint32_t>(GcType::kMinorSync)) return false;
    return fixed(6, [&] {
      const GcEvent gc{static_cast<GcType>(type), first >> 8 & 0xFF, word(1), wide(2), wide(4)};
      if (event == Event::kGcStart) {
        visitor_.gcStart(gc);
      } else {
        visitor_.gcEnd(gc, (first & 1) != 0);
      }
    });
  }

  bool threadAlive() {
    constexpr size_t kMostNameWords = 12;
    std::string name;
    size_t words = 0;
    for (bool ended = false; !ended && words < kMostNameWords; ++words) {
      if (!need(3 + words + 1)) return false;
      const uint32_t four = word(3 + words);
      for (int shift = 24; shift >= 0 && !ended; shift -= 8) {
        const char c = static_cast<char>(four >> shift & 0xFF);
        ended = c == '\0';
        if (!ended) name += c;
      }
    }
    visitor_.threadAlive(wide(1), name);
    skip(3 + words);
    return true;
  }

  struct SiteWord {
    uint32_t id = 0;
    uint32_t length = 0;
    bool lengthFollows = false;
  };
  static SiteWord siteOf(uint32_t first) {
    if ((first & kBigSite) != 0) return {first & 0xFFFFFF, 0, false};
    const uint32_t length = first & 0xFF;
    return {first >> 8 & 0x7FFF, length, length == kLongestInlineLength};
  }

  /// The site's type; false where it has none, for then nobody knows where the next object begins.
  bool resolve(uint32_t id, Allocation& allocation) const {
    allocation.site = types_.siteOf(id);
    if (allocation.site == TypeTable::kNone) return false;
    allocation.type = types_.typeOfSite(allocation.site);
    return true;
  }

  /// Class objects have sizes of their own, which only slow allocations tell.
  bool hasSize(uint32_t type) const { return type != TypeTable::kNone && !types_.layout(type).isClass; }

  bool fastAllocation(uint32_t first) {
    const SiteWord site = siteOf(first);
    const size_t words = site.lengthFollows ? 2 : 1;
    Allocation allocation;
    if (!need(words) || !resolve(site.id, allocation) || !hasSize(allocation.type)) return false;
    allocation.extent = site.lengthFollows ? word(1) : site.length;
    skip(words);
    visitor_.allocated(allocation);
    return true;
  }

  bool deviantFastAllocation(uint32_t first) {
    if (!need(2)) return false;
    const SiteWord site = siteOf(first);
    const Allocation allocation{types_.typeOf(word(1)), types_.siteOf(site.id), site.length};
    if (!hasSize(allocation.type)) return false;
    skip(2);
    visitor_.allocated(allocation);
    return true;
  }

  bool normalAllocation(uint32_t first) {
    const SiteWord site = siteOf(first);
    const size_t words = site.lengthFollows ? 4 : 3;
    Allocation allocation;
    if (!need(words) || !resolve(site.id, allocation) || !hasSize(allocation.type)) return false;
    allocation.extent = site.lengthFollows ? word(3) : site.length;
    visitor_.allocatedAt(wide(1), allocation);
    skip(words);
    return true;
  }

  bool slowAllocation(uint32_t first, bool deviant) {
    const SiteWord site = siteOf(first);
    const bool ownType = deviant || site.id < kFirstOrdinarySite;
    size_t words = 3 + (site.lengthFollows ? 1 : 0) + (ownType ? 1 : 0);
    if (!need(words)) return false;
    Allocation allocation;
    if (!resolve(site.id, allocation) && !ownType) return false;
    allocation.extent = site.lengthFollows ? word(3) : site.length;
    if (ownType) allocation.type = types_.typeOf(word(words - 1));
    if (allocation.type == TypeTable::kNone) return false;
    if (types_.layout(allocation.type).isClass) {
      if (!need(++words)) return false;
      allocation.extent = std::max(word(words - 1), TypeTable::kSmallestObject);
    }
    visitor_.allocatedAt(wide(1), allocation);
    skip(words);
    return true;
  }

  bool syncObject(Event event, uint32_t first) {
    const bool narrow = event == Event::kSyncObjectNarrow;
    size_t words = narrow ? 4 : 6;
    if (!need(words)) return false;
    Allocation allocation{types_.typeOf(word(1)), types_.siteOf(siteOf(first).id), 0};
    if (allocation.type == TypeTable::kNone) return false;
    const TypeLayout& layout = types_.layout(allocation.type);
    if (layout.isArray || layout.isClass) {
      if (!need(++words)) return false;
      allocation.extent = word(words - 1);
      if (layout.isClass) allocation.extent = std::max(allocation.extent, TypeTable::kSmallestObject);
    }
    const uint64_t from = wide(2);
    visitor_.syncObject(allocation, from, narrow ? from : wide(4));
    skip(words);
    return true;
  }

  static SpaceType toSpace(uint32_t first) { return static_cast<SpaceType>(std::min(first >> 24 & 3, 2U)); }
  uint64_t relative(uint32_t distance) const { return visitor_.relativeBase() + (uint64_t{distance} << 3); }

  bool pointers(Event event, uint32_t first) {
    const PointerKinds kinds(first);
    const size_t head = event == Event::kMoveSlowPointers ? 5 : event == Event::kMoveFastPointers ? 2 : 3;
    const size_t words = head + kinds.words();
    if (!need(words)) return false;
    uint64_t owner = 0;
    switch (event) {
      case Event::kMoveSlowPointers:
        owner = wide(3);
        visitor_.moveSlow(wide(1), owner);
        break;
      case Event::kMoveFastWidePointers:
        owner = visitor_.moveFast(wide(1), toSpace(first));
        break;
      case Event::kMoveFastPointers:
        owner = visitor_.moveFast(relative(word(1)), toSpace(first));
        break;
      case Event::kKeepAlivePointers:
        owner = wide(1);
        visitor_.keepAlive(owner);
        break;
      default:
        owner = wide(1);
        break;
    }
    if constexpr (!Visitor::kReadsPointers) {
      skip(words);
      return true;
    }
    PointerList list;
    list.count = kinds.count();
    uint64_t base = owner;
    size_t next = head;
    for (uint32_t i = 0; i < list.count; ++i) {
      const uint32_t kind = kinds[i];
      if (kind == PointerKinds::kWide) {
        base = list.values[i] = wide(next);
        next += 2;
        continue;
      }
      // Null or not, no telling before: so there is no branch. A word that is read for nothing is the event's first.
      const bool isNull = kind == PointerKinds::kNull;
      const auto distance = static_cast<int32_t>(word(isNull ? 0 : next));
      base -= static_cast<uint64_t>(int64_t{isNull ? 0 : distance}) * 8;
      list.values[i] = isNull ? 0 : base;
      next += isNull ? 0 : 1;
    }
    skip(words);
    if (event == Event::kRootPointers) {
      visitor_.roots(owner, list);
    } else if (event != kStrayEvent) {
      visitor_.pointers(event, owner, list);
    }
    return true;
  }

  const TypeTable& types_;
  const size_t anchorWords_;
  Visitor& visitor_;
  const uint8_t* at_ = nullptr;
  size_t words_ = 0;
};

}  // namespace heaptrail::anttracks
