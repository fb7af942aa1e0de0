// Small sets of group numbers, each kept once and known by a number of its own, so that a sweep over the heap can store
// one 32-bit number per object and compare sets by comparing numbers. Operations remember their results: a heap asks
// for the same few again and again.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/array.h"
#include "base/id_map.h"

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

  std::span<const uint32_t> groupsOf(Set set) const {
    const Place place = places_[set];
    return {elements_.data() + place.from, place.size};
  }
  /// Sets are numbered below this.
  Set end() const { return static_cast<Set>(places_.size()); }

  /// How much all sets together hold: what grows beyond bounds where sets are neither few nor small.
  uint64_t elements() const { return elements_.size(); }

 private:
  enum class Operation : uint8_t { kWith, kCommon, kUnited };
  struct Place {
    uint64_t from = 0;
    uint32_t size = 0;
  };
  struct Remembered {
    uint64_t operands = ~uint64_t{0};
    Set result = kAll;
    Operation operation = Operation::kWith;
  };

  template <typename Compute>
  Set remembered(Operation operation, uint32_t a, uint32_t b, Compute&& compute);
  Set intern(const std::vector<uint32_t>& groups);

  std::vector<Place> places_;
  std::vector<uint32_t> elements_;
  std::unordered_multimap<uint64_t, Set> byHash_;
  std::array<IdMap, 3> results_;  // by operation
  Array<Remembered> recent_;      // where the answer nearly always stands already
  std::vector<uint32_t> buffer_;
};

}  // namespace heaptrail
