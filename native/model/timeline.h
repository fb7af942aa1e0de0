// When things happened in a trace: the points at which the heap can be rebuilt, and the collections between them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heaptrail {

/// A moment at which the heap can be rebuilt. Times are seconds since the trace's start.
struct Point {
  double seconds = 0;
};

enum class CollectionKind : uint8_t { kMinor, kMajor };

struct Collection {
  double start = 0;
  double end = 0;
  CollectionKind kind = CollectionKind::kMinor;
  std::string collector;
  std::string cause;
  std::map<std::string, uint64_t> usedBefore;  // bytes by pool
  std::map<std::string, uint64_t> usedAfter;
};

struct Timeline {
  std::vector<Point> points;
  std::vector<Collection> collections;
};

}  // namespace heaptrail
