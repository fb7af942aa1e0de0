// The groups that a light point counts: one for each class, class object and thread, arrays of primitives by the order
// of magnitude of their length, and collections with their parts by who holds them.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trace/recording/format/counts_record.h"

namespace heaptrail::recorder {

class LightGroups {
 public:
  using Group = recording::CountsRecord::Group;
  using Collection = recording::CountsRecord::Collection;

  Group& operator[](uint32_t place) { return groups_[place]; }
  const std::vector<Group>& all() const { return groups_; }

  uint32_t ofObjects(uint32_t type) { return placeIn(ofType_, type, Role::kObjects); }
  uint32_t ofClassObject(uint32_t type) { return placeIn(ofClassObject_, type, Role::kClassObject); }
  uint32_t ofThread(uint64_t object, uint32_t type, uint32_t thread);
  /// Of primitives: `element` as signatures name them.
  uint32_t ofArrays(uint32_t type, char element, int32_t length);
  /// Objects of a collection; of none where that is 0.
  uint32_t ofCollection(uint32_t collection, uint32_t type);

  /// One more than the place of a collection that is held like this. Of collections in collections in … the innermost
  /// holders are told apart.
  uint32_t collection(Collection held);
  /// The type of its head.
  uint32_t headOf(uint32_t collection) const { return collections_[collection - 1].collection.type; }
  std::vector<Collection> collections() const;

 private:
  using Role = recording::CountsRecord::Role;
  using Holder = recording::CountsRecord::Holder;
  struct Known {
    Collection collection;
    uint32_t holders = 0;                               // that are known, one above the other
    std::vector<std::pair<uint32_t, uint32_t>> groups;  // by type: its heads and parts are of few
  };
  struct Hash {
    size_t operator()(const Collection& held) const {
      const uint64_t owner = (uint64_t{held.of} << 8) | static_cast<uint64_t>(held.holder);
      return (((uint64_t{held.type} << 40) ^ owner) * 0x9e3779b97f4a7c15) ^ (held.detail * 0xff51afd7ed558ccd);
    }
  };
  static constexpr uint32_t kNone = ~uint32_t{0};
  static constexpr size_t kMagnitudes = 10;

  uint32_t placeIn(std::vector<uint32_t>& places, uint32_t type, Role role);
  uint32_t add(const Group& group);

  std::vector<Group> groups_;
  std::vector<uint32_t> ofType_;
  std::vector<uint32_t> ofClassObject_;
  std::array<uint32_t, recording::ArraySizes::kElements.size() * kMagnitudes> ofArrays_{};  // a place + 1
  std::unordered_map<uint64_t, uint32_t> ofThread_;
  std::vector<Known> collections_;
  std::unordered_map<Collection, uint32_t, Hash> byHolder_;
};

}  // namespace heaptrail::recorder
