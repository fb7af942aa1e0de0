// Groups of a heap's objects as rows, with what the objects of each row lead to and retain together, each when it is
// first needed. For any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/lazy.h"
#include "classify/group_row.h"
#include "classify/grouping_tree.h"
#include "classify/row_sizes.h"
#include "model/size.h"
#include "model/trace.h"
#include "session/heap_analysis.h"

namespace heaptrail {

class HeapGroups {
 public:
  using Sizes = std::vector<Size>;
  /// Computes a metric of some rows, in their order.
  using Measure = std::function<Result<Sizes>(SizeMetric, std::span<const uint32_t> rows, Progress&)>;

  /// What is known of all rows: shared by all who have the same ones.
  struct KnownSizes {
    Lazy<Sizes> deep;
    Lazy<Sizes> retained;
  };

  HeapGroups(std::vector<GroupRow> rows, Measure measure,
             std::shared_ptr<KnownSizes> known = std::make_shared<KnownSizes>())
      : rows_(std::move(rows)), measure_(std::move(measure)), known_(std::move(known)) {}

  /// In the order in which people expect their keys: names from A to Z, numbers from 0.
  const std::vector<GroupRow>& rows() const { return rows_; }
  /// The first row with this key.
  std::optional<uint32_t> rowOf(std::string_view key) const;

  /// Of all rows; they are kept.
  Result<std::shared_ptr<const Sizes>> sizes(SizeMetric metric, Progress& progress) const;
  std::shared_ptr<const Sizes> knownSizes(SizeMetric metric) const { return lazySizes(metric).known(); }
  void setSizes(SizeMetric metric, Sizes sizes) const { lazySizes(metric).set(std::move(sizes)); }

  /// Of some rows only, which takes less time; they are not kept.
  Result<Sizes> sizesOf(SizeMetric metric, std::span<const uint32_t> rows, Progress& progress) const {
    return measure_(metric, rows, progress);
  }

 private:
  Lazy<Sizes>& lazySizes(SizeMetric metric) const {
    return metric == SizeMetric::kDeep ? known_->deep : known_->retained;
  }

  std::vector<GroupRow> rows_;
  Measure measure_;
  std::shared_ptr<KnownSizes> known_;
};

/// A level of a grouping, with all that it was computed from.
struct GroupedLevel {
  std::shared_ptr<const HeapAnalysis> analysis;
  std::shared_ptr<const HeapFacts> facts;
  std::shared_ptr<const GroupingTree> tree;
  GroupingLevel level;
  /// By row, what there is to gain of its objects, once somebody wanted to know.
  mutable Lazy<std::vector<uint64_t>> gains;
};

/// What groups were asked for: their rows, the level that they are of (null where no heap was needed to know them), and
/// what people should know of them.
struct ChosenGroups {
  std::shared_ptr<const HeapGroups> groups;
  std::shared_ptr<const GroupedLevel> level;
  std::vector<Warning> warnings;
  bool found = true;
};

/// The sizes of all live objects by type, whose rows are known before the heap is. `analysis` gives the heap.
Result<HeapGroups::Sizes> sizesByType(const HeapAnalysis& analysis, const std::vector<GroupRow>& rows,
                                      SizeMetric metric, std::span<const uint32_t> chosen, Progress& progress);

}  // namespace heaptrail
