// Small sets of group numbers, each kept once and known by a number of its own, so that a sweep over the heap can store
// one 32-bit number per object and compare sets by comparing numbers. Operations remember their results: a heap asks
// for the same few again and again.
//
// A set is written down as the distances from each of its groups to the next: mostly a byte each. A heap of millions of
// small maps has half a million different sets of eighty types.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/array.h"
#include "base/id_map.h"
#include "base/varint.h"

namespace heaptrail {

class GroupSets {
 public:
  using Set = uint32_t;
  static constexpr Set kAll = 0;    // the set of all groups: what an intersection starts with
  static constexpr Set kEmpty = 1;  // what a union starts with

  GroupSets();

  Set with(Set set, uint32_t group);  // not for kAll
  Set common(Set a, Set b);
  Set united(Set a, Set b);  // not for kAll

  /// Calls `visit(group)` for each, ascending.
  template <typename Visit>
  void forEachGroup(Set set, Visit&& visit) const {
    std::span<const uint8_t> distances = distancesOf(set);
    uint32_t group = 0;
    while (!distances.empty()) {
      group += nextDistance(distances);
      visit(group);
    }
  }
  /// Sets are numbered below this.
  Set end() const { return static_cast<Set>(begins_.size() - 1); }

  /// How much all sets together hold: what grows beyond bounds where sets are neither few nor small.
  uint64_t elements() const { return elements_; }

 private:
  enum class Operation : uint8_t { kWith, kCommon, kUnited };
  struct Remembered {
    uint64_t operands = ~uint64_t{0};
    Set result = kAll;
    Operation operation = Operation::kWith;
  };

  template <typename Compute>
  Set remembered(Operation operation, uint32_t a, uint32_t b, Compute&& compute);
  Set intern(const std::vector<uint32_t>& groups);

  std::span<const uint8_t> distancesOf(Set set) const {
    return std::span(distances_).subspan(begins_[set], begins_[set + 1] - begins_[set]);
  }
  static uint32_t nextDistance(std::span<const uint8_t>& distances) {
    constexpr uint8_t kMoreFollow = 0x80;
    if (const uint8_t only = distances.front(); only < kMoreFollow) {
      distances = distances.subspan(1);
      return only;
    }
    return static_cast<uint32_t>(*takeVarint(distances));
  }
  const std::vector<uint32_t>& groupsOf(Set set, std::vector<uint32_t>& into) const;

  std::vector<uint8_t> distances_;
  std::vector<uint64_t> begins_;  // in these, by set, and where the last one ends
  uint64_t elements_ = 0;
  IdMap byHash_;                  // of the distances; where another set has that number already, of the next one …
  std::array<IdMap, 3> results_;  // by operation
  Array<Remembered> recent_;      // where the answer nearly always stands already

  // While a set is made:
  std::vector<uint32_t> first_;
  std::vector<uint32_t> second_;
  std::vector<uint32_t> made_;
  std::vector<uint8_t> written_;
};

}  // namespace heaptrail
