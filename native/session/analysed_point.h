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
  /// The same point of a trace that has grown since: whatever is computed for one, both know.
  AnalysedPoint(Trace& trace, const OpenOptions& options, const TraceCache& cache, const AnalysedPoint& before);

  Result<std::shared_ptr<const HeapSummary>> summary(Progress& progress);
  Result<std::shared_ptr<const HeapAnalysis>> analysis(Progress& progress);

  /// Kept as long as the heap and the descriptions stay the same.
  Result<std::shared_ptr<const StructureAnalysis>> structures(
      const std::shared_ptr<const dsl::DescriptionSet>& descriptions, Progress& progress);

  /// Of all types, as HeapSummary::live has rows.
  Result<std::shared_ptr<const Sizes>> sizesByType(SizeMetric metric, Progress& progress);
  std::shared_ptr<const Sizes> knownSizes(SizeMetric metric) { return known_->sizes(metric).known(); }

  /// Of the types with these names only, which takes less time; they are not kept.
  Result<Sizes> sizesOf(SizeMetric metric, const std::vector<std::string>& names, Progress& progress);

  /// Whatever the cache has of this point is used from now on: dominators too.
  void loadDominators(const HeapAnalysis& analysis) const;

  bool knowsSummary() const { return known_->summary.known() != nullptr; }
  bool knowsHeap() const { return known_->analysis.known() != nullptr; }
  void forgetHeap();

  /// Puts what is known into the cache.
  Status store(Progress& progress);

 private:
  struct Known {
    Lazy<HeapSummary> summary;
    Lazy<HeapAnalysis> analysis;
    std::mutex structuresMutex;
    std::shared_ptr<const StructureAnalysis> structures;
    Lazy<Sizes> deepByType;
    Lazy<Sizes> retainedByType;

    Lazy<Sizes>& sizes(SizeMetric metric) { return metric == SizeMetric::kDeep ? deepByType : retainedByType; }
  };

  Result<std::shared_ptr<const HeapAnalysis>> rebuild(Progress& progress);
  void loadSizes(SizeMetric metric, size_t rows);
  std::string partName(std::string_view part) const;

  Trace& trace_;
  PointIndex point_;
  const OpenOptions& options_;
  const TraceCache& cache_;
  std::shared_ptr<Known> known_;
};

}  // namespace heaptrail
