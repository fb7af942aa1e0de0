// What is computed once for a window and a set of descriptions: both heaps with their structures, which structure is
// which, and the suspects. For any number of threads.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "answer/growth_question.h"
#include "answer/structure_analysis.h"
#include "growth/suspects.h"
#include "growth/tracked_structures.h"

namespace heaptrail {

class GrowthAnalysis {
 public:
  /// One end, with everything that growth needs of it.
  struct End {
    std::shared_ptr<const StructureAnalysis> analysis;
    std::shared_ptr<const Structures> structures;
    std::shared_ptr<const DeepStructures> deep;
    std::shared_ptr<const Dominators> dominators;
    Size live;

    const HeapAnalysis& heapAnalysis() const { return analysis->analysis(); }
    const Heap& heap() const { return heapAnalysis().heap(); }
    WindowEnd view() const { return {&heapAnalysis().graph(), structures.get(), deep.get(), dominators.get(), live}; }
  };

  /// Computes what an end needs. Takes the whole of the progress.
  static Result<End> prepare(std::shared_ptr<const StructureAnalysis> analysis, Size live, Progress& progress);

  /// Takes the whole of the progress.
  static Result<GrowthAnalysis> compare(End from, End to, GrowthMatch match, Progress& progress);

  const End& from() const { return from_; }
  const End& to() const { return to_; }
  const WindowEnds& ends() const { return *ends_; }
  const TrackedStructures& tracked() const { return tracked_; }

  /// `names` are of the heaps at both ends.
  Scene scene(CommonNames& names, double threshold) const;

  using Suspects = std::shared_ptr<const std::vector<SuspectAnswer>>;

  /// What is known of the suspects for a threshold: of the last one that was asked for, they are kept. Or null.
  Suspects knownSuspects(double threshold) const;
  void keepSuspects(double threshold, Suspects suspects) const;

 private:
  struct Kept {
    std::mutex mutex;
    double threshold = 0;
    Suspects suspects;
  };

  GrowthAnalysis(End from, End to, std::unique_ptr<const WindowEnds> ends, TrackedStructures tracked)
      : from_(std::move(from)), to_(std::move(to)), ends_(std::move(ends)), tracked_(std::move(tracked)) {}

  End from_;
  End to_;
  std::unique_ptr<const WindowEnds> ends_;  // stays where it is when this moves
  Array<uint64_t> fromKeys_;                // where structures are matched by path
  Array<uint64_t> toKeys_;
  TrackedStructures tracked_;
  std::unique_ptr<Kept> kept_ = std::make_unique<Kept>();
};

}  // namespace heaptrail
