// One point of a trace with all that was computed of it so far: its summary, its heap with what is live, the sizes of
// its types. Each is computed when it is first asked for, or taken from the cache; the heap, which is large, can be
// forgotten again.
//
// For any number of threads at the same time.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/lazy.h"
#include "model/trace.h"
#include "session/heap_analysis.h"
#include "session/heap_groups.h"
#include "session/heap_summary.h"
#include "session/open_options.h"
#include "session/structure_analysis.h"
#include "session/trace_cache.h"

namespace heaptrail {

class AnalysedPoint {
 public:
  /// All outlive this. Parts of a trace's only point have no number in the cache.
  AnalysedPoint(Trace& trace, PointIndex point, const OpenOptions& options, const TraceCache& cache);
  /// The same point of a trace that has grown since: whatever is computed for one, both know.
  AnalysedPoint(Trace& trace, const OpenOptions& options, const TraceCache& cache, const AnalysedPoint& before);

  Result<std::shared_ptr<const HeapSummary>> summary(Progress& progress);
  Result<std::shared_ptr<const HeapAnalysis>> analysis(Progress& progress);

  /// What is known already, or in the cache; null where that is nothing. Of a heap from the cache nothing is kept here.
  std::shared_ptr<const HeapSummary> availableSummary();
  std::shared_ptr<const HeapAnalysis> availableAnalysis();
  /// Of a heap that somebody has rebuilt, and that is not kept here: only its summary is.
  Result<std::shared_ptr<const HeapAnalysis>> analyse(RebuiltHeap rebuilt, Progress& progress);

  /// Kept as long as the heap and the descriptions stay the same.
  Result<std::shared_ptr<const StructureAnalysis>> structures(
      const std::shared_ptr<const dsl::DescriptionSet>& descriptions, Progress& progress);

  /// All live objects by type, as HeapSummary::live has rows: known without the heap, but for sizes that the cache does
  /// not have.
  Result<std::shared_ptr<const HeapGroups>> types(Progress& progress);

  /// Other groups of the heap that were asked for lately, under a key that says which. They are kept as long as the
  /// heap, a few of them; where two ask at the same time, what is kept first is given to both.
  std::optional<ChosenGroups> knownGroups(const std::string& key);
  ChosenGroups keepGroups(const std::string& key, ChosenGroups groups);

  /// Whatever the cache has of this point is used from now on: dominators too.
  void loadDominators(const HeapAnalysis& analysis) const;

  bool knowsSummary() const { return known_->summary.known() != nullptr; }
  bool knowsHeap() const { return known_->analysis.known() != nullptr; }
  bool keeps(const HeapAnalysis& analysis) const { return known_->analysis.known().get() == &analysis; }
  void forgetHeap();

  /// Puts what is known into the cache.
  Status store(Progress& progress);

 private:
  struct Known {
    Lazy<HeapSummary> summary;
    Lazy<HeapAnalysis> analysis;
    std::mutex structuresMutex;
    std::shared_ptr<const StructureAnalysis> structures;
    std::shared_ptr<HeapGroups::KnownSizes> sizesByType = std::make_shared<HeapGroups::KnownSizes>();
  };

  Result<std::shared_ptr<const HeapAnalysis>> rebuild(Progress& progress);
  std::shared_ptr<const HeapSummary> storedSummary() const;
  std::shared_ptr<const HeapAnalysis> storedAnalysis() const;
  void loadSizes(const HeapGroups& types, SizeMetric metric) const;
  std::string partName(std::string_view part) const;

  Trace& trace_;
  PointIndex point_;
  const OpenOptions& options_;
  const TraceCache& cache_;
  std::shared_ptr<Known> known_;
  // These ask this point, and the trace it is of, for more.
  Lazy<HeapGroups> types_;
  std::mutex groupsMutex_;
  std::vector<std::pair<std::string, ChosenGroups>> groups_;  // last asked for last
};

}  // namespace heaptrail
