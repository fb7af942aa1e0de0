// By which ways objects of collections are held: a way is a field of a class, or the elements of a class of arrays, and
// the class of what is held. By most ways each object is held once and by no other, such as the tables of
// HashMap.table: what is met there need not be remembered to be counted once. Others lead back to where a walk has
// been: in lists that are linked both ways it goes along one of the ways, and what is met by the other need not be
// remembered either. Which ways are like this is learned, for all points of a recording.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace heaptrail::recorder {

class HoldingWays {
 public:
  using Way = uint64_t;
  static constexpr Way kNone = ~uint64_t{0};  // what is met otherwise is always remembered

  static Way ofField(uint32_t from, uint32_t field, uint32_t to) {
    return field >= kElements ? kNone : way(from, field, to);
  }
  static Way ofElements(uint32_t from, uint32_t to) { return way(from, kElements, to); }

  /// What is known of a way, in the order in which it is learned.
  enum class Kind : uint8_t {
    kUnknown,    // taken for one that leads until something else is learned
    kLeads,      // what is held in this way is held in no other, or walks go through it by way of this one
    kLeadsBack,  // what is met in this way was met otherwise before, and walks go through it because of that
    kShared,     // neither
  };
  Kind kindOf(Way way) const {
    if (way == kNone) return Kind::kShared;
    const auto known = kinds_.find(way);
    return known == kinds_.end() ? Kind::kUnknown : known->second;
  }
  /// What contradicts itself is shared, for good.
  void learn(Way way, Kind kind) {
    Kind& known = kinds_[way];
    known = known == Kind::kUnknown || known == kind ? kind : Kind::kShared;
  }

  /// Whether it is worth learning how objects of a type are held, of which there are so many. Where that was tried and
  /// the walks still do not come out even, trying again and again takes the program's time: it has to wait until there
  /// are twice as many.
  bool mayLearn(uint32_t type, uint64_t objects) {
    Tries& tries = tries_[type];
    const bool hasGrown = objects >= 2 * tries.objects;
    if (!hasGrown && tries.count >= kMostTries) return false;
    tries = {hasGrown ? 1 : tries.count + 1, std::max(objects, tries.objects)};
    return true;
  }
  /// Whether what was learned of the objects that a way leads to did not help again and again.
  bool isHopeless(Way way) const {
    const auto tries = tries_.find(way & kTypeMask);
    return tries != tries_.end() && tries->second.count >= kMostTries;
  }

  /// How many objects of a type are in no collection: what are nodes in one place is something else in another.
  void setHomeless(uint32_t type, uint64_t objects) { homeless_[type] = objects; }
  /// How many more there are than were known; none where these may just have become more.
  uint64_t newlyHomeless(uint32_t type, uint64_t objects) const {
    const auto known = homeless_.find(type);
    const uint64_t before = known == homeless_.end() ? 0 : known->second;
    return objects > 2 * before ? objects - before : 0;
  }

 private:
  struct Tries {
    uint32_t count = 0;
    uint64_t objects = 0;
  };
  static constexpr unsigned kTypeBits = 23;
  static constexpr uint32_t kTypeMask = (uint32_t{1} << kTypeBits) - 1;
  static constexpr uint32_t kElements = (uint32_t{1} << 16) - 1;
  static constexpr uint32_t kMostTries = 3;

  static Way way(uint32_t from, uint32_t field, uint32_t to) {
    return (uint64_t{field} << (2 * kTypeBits)) | (uint64_t{from} << kTypeBits) | to;
  }

  std::unordered_map<Way, Kind> kinds_;
  std::unordered_map<uint32_t, Tries> tries_;  // by type
  std::unordered_map<uint32_t, uint64_t> homeless_;
};

}  // namespace heaptrail::recorder
