// A set of live objects by type, with what the objects of each type lead to and retain together, each when it is first
// needed. For any number of threads.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/bit_set.h"
#include "base/lazy.h"
#include "classify/by_type.h"
#include "model/size.h"
#include "session/heap_analysis.h"
#include "text/words.h"

namespace heaptrail {

/// Sizes that have to be computed; see graph/closures.h for what they mean. Only live objects have them.
enum class SizeMetric { kDeep, kRetained };
constexpr auto wordsOf(SizeMetric) {
  return std::to_array<Word<SizeMetric>>({{"deep", SizeMetric::kDeep}, {"retained", SizeMetric::kRetained}});
}

/// The sizes of groups of live objects, those of each of these type names. All live objects where `members` is null.
Result<std::vector<Size>> sizesByTypeName(const HeapAnalysis& analysis, const BitSet* members, SizeMetric metric,
                                          const std::vector<std::string>& names, Progress& progress);

/// The keys of rows.
std::vector<std::string> typeNamesOf(const std::vector<GroupRow>& rows);

class TypeGroups {
 public:
  using Sizes = std::vector<Size>;

  /// `analysis` outlives this.
  TypeGroups(const HeapAnalysis& analysis, BitSet members);

  /// In the order of names.
  const std::vector<GroupRow>& rows() const { return rows_; }

  /// Of all rows.
  Result<std::shared_ptr<const Sizes>> sizesByType(SizeMetric metric, Progress& progress) const;
  std::shared_ptr<const Sizes> knownSizes(SizeMetric metric) const { return lazySizes(metric).known(); }

  /// Of the rows with these names only, which takes less time; they are not kept.
  Result<Sizes> sizesOf(SizeMetric metric, const std::vector<std::string>& names, Progress& progress) const;

 private:
  Lazy<Sizes>& lazySizes(SizeMetric metric) const { return metric == SizeMetric::kDeep ? deep_ : retained_; }

  const HeapAnalysis& analysis_;
  BitSet members_;
  std::vector<GroupRow> rows_;
  mutable Lazy<Sizes> deep_;
  mutable Lazy<Sizes> retained_;
};

}  // namespace heaptrail
