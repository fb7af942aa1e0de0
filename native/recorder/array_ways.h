// By which ways the arrays of references of a program are held: a way is a field of a class, or the elements of a class
// of arrays. By most ways each array is held once and by no other, such as HashMap.table: what is met there need not be
// remembered to be counted once. Which ways are not like this is learned, for all points of a recording.
#pragma once

#include <cstdint>
#include <unordered_set>

namespace heaptrail::recorder {

class ArrayWays {
 public:
  using Way = uint64_t;
  static constexpr Way kNone = ~uint64_t{0};  // arrays that are met otherwise are always remembered

  static Way ofField(uint32_t type, uint32_t field) { return (uint64_t{type} << 32) | field; }
  static Way ofElements(uint32_t type) { return (uint64_t{type} << 32) | ~uint32_t{0}; }

  bool holdsAlone(Way way) const { return way != kNone && !shared_.contains(way); }
  void share(Way way) { shared_.insert(way); }

 private:
  std::unordered_set<Way> shared_;
};

}  // namespace heaptrail::recorder
