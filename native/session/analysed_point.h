// One point of a trace with all that was computed of it so far: its summary, its heap with what is live, the sizes of
// its types. Each is computed when it is first asked for, or taken from the cache; the heap, which is large, can be
// forgotten again.
//
// For any number of threads at the same time.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/lazy.h"
#include "model/size.h"
#include "model/trace.h"
#include "session/heap_analysis.h"
#include "session/heap_summary.h"
#include "session/open_options.h"
#include "session/structure_analysis.h"
#include "session/trace_cache.h"

namespace heaptrail {

class AnalysedPoint {
 public:
  using Sizes = std::vector<Size>;

  /// All outlive this. Parts of a trace's only point have no number in the cache.
  AnalysedPoint(Trace& trace, PointIndex point, const OpenOptions& options, const TraceCache& cache);

  Result<std::shared_ptr<const HeapSummary>> summary(Progress& progress);
  Result<std::shared_ptr<const HeapAnalysis>> analysis(Progress& progress);

  /// Kept as long as the heap and the descriptions stay the same.
  Result<std::shared_ptr<const StructureAnalysis>> structures(
      const std::shared_ptr<const dsl::DescriptionSet>& descriptions, Progress& progress);

  /// Of all types, as HeapSummary::live has rows.
  Result<std::shared_ptr<const Sizes>> sizesByType(SizeMetric metric, Progress& progress);
  std::shared_ptr<const Sizes> knownSizes(SizeMetric metric) { return lazySizes(metric).known(); }

  /// Of the types with these names only, which takes less time; they are not kept.
  Result<Sizes> sizesOf(SizeMetric metric, const std::vector<std::string>& names, Progress& progress);

  /// Whatever the cache has of this point is used from now on: dominators too.
  void loadDominators(const HeapAnalysis& analysis) const;

  bool knowsSummary() const { return summary_.known() != nullptr; }
  bool knowsHeap() const { return analysis_.known() != nullptr; }
  void forgetHeap();

  /// Puts what is known into the cache.
  Status store(Progress& progress);

 private:
  Result<std::shared_ptr<const HeapAnalysis>> rebuild(Progress& progress);
  Lazy<Sizes>& lazySizes(SizeMetric metric) { return metric == SizeMetric::kDeep ? deepByType_ : retainedByType_; }
  void loadSizes(SizeMetric metric, size_t rows);
  std::string partName(std::string_view part) const;

  Trace& trace_;
  PointIndex point_;
  const OpenOptions& options_;
  const TraceCache& cache_;
  Lazy<HeapSummary> summary_;
  Lazy<HeapAnalysis> analysis_;
  std::mutex structuresMutex_;
  std::shared_ptr<const StructureAnalysis> structures_;
  Lazy<Sizes> deepByType_;
  Lazy<Sizes> retainedByType_;
};

}  // namespace heaptrail
