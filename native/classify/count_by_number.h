// The loops over objects that groupings are made of: how many objects have which number, and which objects have one of
// some numbers. They go over the objects in batches, by several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "classify/property.h"
#include "model/heap.h"
#include "model/size.h"

namespace heaptrail {

/// Shallow sizes for a loop over many objects: those that the type alone tells stand in a table that stays in the
/// processor's cache, which the types with their names and fields do not.
class SizesOfTypes {
 public:
  explicit SizesOfTypes(const Heap& heap) : heap_(heap) {
    for (const Type& type : heap.symbols().types) {
      bytes_.push_back(type.shape == TypeShape::kInstance ? type.bytes : kOwnSize);
    }
  }

  uint64_t of(ObjectIndex object) const {
    const TypeId type = heap_.typeOf(object);
    const uint32_t bytes = bytes_[type.value()];
    const bool isOfType = bytes != kOwnSize && !heap_.parts().extents.has(object.value());
    return isOfType ? bytes : heap_.shallowBytes(object, type);
  }

 private:
  static constexpr uint32_t kOwnSize = ~uint32_t{0};

  const Heap& heap_;
  std::vector<uint32_t> bytes_;
};

/// By number below `count`: the objects that have it. Those that have kNone count nowhere. Progress advances by
/// objects; the caller has begun a phase.
Result<std::vector<Size>> countByNumber(const Heap& heap, const BitSet& objects, const ObjectNumbers& numbers,
                                        uint32_t count, Threads threads, Progress& progress);

/// The same where `add` adds the objects in [from, to) to their sums: a loop that knows its numbers takes half the
/// time.
Result<std::vector<Size>> countInShares(
    uint64_t objects, uint32_t count, Threads threads, Progress& progress,
    const std::function<void(uint64_t from, uint64_t to, std::vector<Size>& sums)>& add);

/// For each number below `count` the objects that have it.
Result<std::vector<BitSet>> splitByNumber(const BitSet& objects, const ObjectNumbers& numbers, uint32_t count,
                                          Threads threads, Progress& progress);

/// Calls `visit(from, to)` for stretches of at most so many objects as lie between two checks, by several threads, and
/// advances; `from` and `to` are multiples of 64, but for the last. False when it was cancelled.
bool forEachStretch(uint64_t objects, Threads threads, Progress& progress,
                    const std::function<void(uint64_t from, uint64_t to)>& visit);

}  // namespace heaptrail
