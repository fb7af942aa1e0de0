// When things happened in a trace: the points at which the heap can be rebuilt, and the collections between them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/size.h"

namespace heaptrail {

/// A moment at which the heap can be rebuilt. Times are seconds since the trace's start.
struct Point {
  double seconds = 0;
  std::optional<Size> reached;  // what the recorder found there, where one counted: all objects that roots reach
  bool atExit = false;          // taken as the program ended, which may have let go of much by then
  bool isLight = false;         // has counts and no objects: its heap cannot be rebuilt (model/counted_heap.h)
  std::map<std::string, uint64_t> used{};  // bytes by pool, with what nobody holds any more; empty where nobody tells
};

/// Concurrent: a pause of a collection that otherwise works beside the program.
enum class CollectionKind : uint8_t { kMinor, kMajor, kConcurrent };

struct Collection {
  double start = 0;
  double end = 0;
  CollectionKind kind = CollectionKind::kMinor;
  std::string collector;
  std::string cause;
  std::map<std::string, uint64_t> usedBefore;  // bytes by pool
  std::map<std::string, uint64_t> usedAfter;
};

/// How full the pools were between points and collections, where somebody looked.
struct PoolUses {
  struct Use {
    double seconds = 0;
    std::vector<uint64_t> used;  // bytes, in the order of `pools`
  };
  std::vector<std::string> pools;
  std::vector<Use> uses;  // in the order of time
};

struct Timeline {
  std::vector<Point> points;
  std::vector<Collection> collections;
  PoolUses uses{};
};

/// `minor`, `major`, `concurrent`.
std::string_view toString(CollectionKind kind);
Result<CollectionKind> parseCollectionKind(std::string_view word);

}  // namespace heaptrail
