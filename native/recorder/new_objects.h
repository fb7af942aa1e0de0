// How many objects a walk has met that none before it had, of each type and order of size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "recorder/sampling_intervals.h"

namespace heaptrail::recorder {

class NewObjects {
 public:
  /// `types`: the highest number of one. Number 0 is for objects whose class has none.
  explicit NewObjects(size_t types) : counts_((types + 1) * kSizeOrders) {}

  void add(uint32_t type, uint64_t bytes) { ++counts_[type * kSizeOrders + orderOfSize(bytes)]; }

  /// Calls `use(type, bytes, objects)`, where `bytes` is a size of that order.
  template <typename Use>
  void forEach(Use&& use) const {
    for (size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] == 0) continue;
      const size_t order = i % kSizeOrders;
      use(static_cast<uint32_t>(i / kSizeOrders), (uint64_t{1} << order) - 1, uint64_t{counts_[i]});
    }
  }

 private:
  std::vector<uint32_t> counts_;
};

}  // namespace heaptrail::recorder
