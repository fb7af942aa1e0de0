// Which primitive arrays and which strings of a heap are equal, told by checksums of their contents (64 bits: among ten
// million different ones, the odds that two are taken for equal are about one to a million).
//
// One pass over the file and a sort by several threads; while it is made, 8 bytes per primitive array and 16 per string
// and array that is compared. Only what has an equal is kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "model/values.h"

namespace heaptrail {

/// Objects with equal contents, at least two, ascending.
using EqualObjects = std::span<const ObjectIndex>;

class EqualContents {
 public:
  /// Of live objects. Begins a phase of its own.
  static Result<EqualContents> find(const LiveGraph& graph, const StoredValues& values, Threads threads,
                                    Progress& progress);

  /// Strings with the same text. The order is the same with any number of threads.
  size_t textCount() const { return texts_.begins.size(); }
  EqualObjects strings(size_t text) const { return texts_.group(text); }
  /// Arrays of at least one element that are not the content of a string.
  size_t arrayCount() const { return arrays_.begins.size(); }
  EqualObjects arrays(size_t group) const { return arrays_.group(group); }

 private:
  struct Groups {
    std::vector<ObjectIndex> objects;
    std::vector<size_t> begins;

    EqualObjects group(size_t i) const {
      const size_t end = i + 1 < begins.size() ? begins[i + 1] : objects.size();
      return std::span(objects).subspan(begins[i], end - begins[i]);
    }
  };
  struct Summed {
    uint64_t checksum;
    ObjectIndex object;
  };
  static Groups groupBySum(std::vector<Summed> summed, Threads threads);

  Groups texts_;
  Groups arrays_;
};

}  // namespace heaptrail
