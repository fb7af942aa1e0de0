// Numbers that must not be mixed up: an object's index is never a type's, whatever both look like in memory.
//
// A StrongId is as small and as fast as the integer inside, compares and hashes like it, and converts from and to it
// only where that is written out.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <limits>

namespace heaptrail {

template <typename Tag, typename Integer>
class StrongId {
 public:
  using Value = Integer;

  constexpr StrongId() = default;
  constexpr explicit StrongId(Integer value) : value_(value) {}

  /// The id that stands for "there is none".
  static constexpr StrongId none() { return StrongId(std::numeric_limits<Integer>::max()); }

  constexpr Integer value() const { return value_; }
  constexpr bool exists() const { return value_ != std::numeric_limits<Integer>::max(); }

  friend constexpr auto operator<=>(StrongId, StrongId) = default;

 private:
  Integer value_ = std::numeric_limits<Integer>::max();
};

}  // namespace heaptrail

template <typename Tag, typename Integer>
struct std::hash<heaptrail::StrongId<Tag, Integer>> {
  size_t operator()(heaptrail::StrongId<Tag, Integer> id) const noexcept { return std::hash<Integer>{}(id.value()); }
};
