// What is kept of a grouping at many points: the rows of one level at each of them, with their sizes. The heaps are
// gone by then. A key is kept once, whatever the number of points.
//
// Not for several threads at the same time: whoever shares one locks it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "classify/group_row.h"
#include "classify/row_sizes.h"
#include "model/ids.h"
#include "model/size.h"
#include "text/words.h"

namespace heaptrail {

/// What a trend is of.
enum class TrendMetric : uint8_t { kBytes, kObjects, kDeepBytes, kDeepObjects, kRetainedBytes, kRetainedObjects };
constexpr auto wordsOf(TrendMetric) {
  return std::to_array<Word<TrendMetric>>({{"bytes", TrendMetric::kBytes},
                                           {"objects", TrendMetric::kObjects},
                                           {"deep-bytes", TrendMetric::kDeepBytes},
                                           {"deep-objects", TrendMetric::kDeepObjects},
                                           {"retained-bytes", TrendMetric::kRetainedBytes},
                                           {"retained-objects", TrendMetric::kRetainedObjects}});
}
constexpr bool countsObjects(TrendMetric metric) {
  return metric == TrendMetric::kObjects || metric == TrendMetric::kDeepObjects ||
         metric == TrendMetric::kRetainedObjects;
}
/// None for those that are about the objects of a row alone.
constexpr std::optional<SizeMetric> closureOf(TrendMetric metric) {
  if (metric == TrendMetric::kBytes || metric == TrendMetric::kObjects) return std::nullopt;
  const bool isDeep = metric == TrendMetric::kDeepBytes || metric == TrendMetric::kDeepObjects;
  return isDeep ? SizeMetric::kDeep : SizeMetric::kRetained;
}
constexpr uint64_t valueOf(const Size& size, TrendMetric metric) {
  return countsObjects(metric) ? size.objects : size.bytes;
}

/// Some rows of a level that are measured together: those whose key contains a text, in either case, but for some.
struct RowSet {
  std::string search;
  std::vector<std::string> without = {};  // in the order of names

  friend auto operator<=>(const RowSet&, const RowSet&) = default;
};

class TrendTable {
 public:
  using Key = uint32_t;

  /// The rows of a point.
  struct Rows {
    std::vector<Key> keys;
    std::vector<Size> sizes;  // of the objects of each row
    std::vector<Size> deep;   // empty until they are known
    std::vector<Size> retained;
    std::map<std::pair<SizeMetric, RowSet>, Size> together;  // what rows lead to, or retain, as one group

    const std::vector<Size>& of(std::optional<SizeMetric> closure) const {
      return !closure ? sizes : *closure == SizeMetric::kDeep ? deep : retained;
    }
    bool knows(std::optional<SizeMetric> closure) const { return of(closure).size() == keys.size(); }
    const Size* knownTogether(SizeMetric metric, const RowSet& set) const {
      const auto found = together.find({metric, set});
      return found == together.end() ? nullptr : &found->second;
    }
  };

  void add(PointIndex point, std::span<const GroupRow> rows, std::span<const uint8_t> goesOn);
  void addClosures(PointIndex point, SizeMetric metric, std::vector<Size> sizes);
  void addTogether(PointIndex point, SizeMetric metric, RowSet set, Size size);

  /// Null where the point has not been looked at.
  const Rows* at(PointIndex point) const;

  size_t keyCount() const { return keys_.size(); }
  const std::string& nameOf(Key key) const { return keys_[key]; }
  std::optional<Key> keyNamed(std::string_view name) const;
  /// Whether there are rows below, at any point.
  bool goesOn(Key key) const { return goesOn_[key] != 0; }

  /// About so much memory.
  uint64_t bytes() const { return bytes_; }

 private:
  Key numberOf(const std::string& name);

  std::vector<std::string> keys_;
  std::unordered_map<std::string, Key> numbers_;
  std::vector<uint8_t> goesOn_;
  std::map<PointIndex, Rows> points_;
  uint64_t bytes_ = 0;
};

}  // namespace heaptrail
