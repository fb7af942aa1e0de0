// What is computed once for a window and a set of descriptions: where both heaps differ, their structures, also those
// that only their growth shows, which structure is which, and the suspects. For any number of threads.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "growth/suspects.h"
#include "growth/tracked_structures.h"
#include "session/growth_places.h"
#include "session/structure_analysis.h"

namespace heaptrail {

/// Told by whoever finds suspects; only kept here.
struct SuspectAnswer;

class GrowthAnalysis {
 public:
  /// One end as it is known before.
  struct Start {
    std::shared_ptr<const StructureAnalysis> analysis;
    Size live;
  };

  /// One end, with everything that growth needs of it.
  struct End {
    std::shared_ptr<const StructureAnalysis> analysis;
    std::shared_ptr<const Structures> structures;
    std::shared_ptr<const DeepStructures> deep;
    DominatedEnd dominated;
    std::shared_ptr<const DataGraph> data;

    const HeapAnalysis& heapAnalysis() const { return analysis->analysis(); }
    const Heap& heap() const { return heapAnalysis().heap(); }
    WindowEnd view() const { return {dominated.view(analysis->types()), data.get(), structures.get(), deep.get()}; }
  };

  /// `own`: the packages that the user calls her own. Takes the whole of the progress.
  static Result<GrowthAnalysis> compare(const Start& from, const Start& to, GrowthMatch match,
                                        const std::vector<std::string>& own, Progress& progress);

  const End& from() const { return from_; }
  const End& to() const { return to_; }
  const WindowEnds& ends() const { return *ends_; }
  const TrackedStructures& tracked() const { return tracked_; }
  TrackedWindow window() const { return {*ends_, tracked_}; }
  const GrowthPlaces& places() const { return *places_; }
  /// The text of descriptions that were inferred; empty where there are none.
  const std::string& inferred() const { return inferred_; }

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

  GrowthAnalysis(Start from, Start to, std::unique_ptr<const GrowthPlaces> places, std::string inferred, End fromEnd,
                 End toEnd, std::unique_ptr<const WindowEnds> ends, TrackedStructures tracked)
      : described_{std::move(from), std::move(to)},
        places_(std::move(places)),
        inferred_(std::move(inferred)),
        from_(std::move(fromEnd)),
        to_(std::move(toEnd)),
        ends_(std::move(ends)),
        tracked_(std::move(tracked)) {}

  std::array<Start, 2> described_;  // without what was inferred: what the places refer to
  std::unique_ptr<const GrowthPlaces> places_;
  std::string inferred_;
  End from_;
  End to_;
  std::unique_ptr<const WindowEnds> ends_;  // stays where it is when this moves
  TrackedStructures tracked_;
  std::unique_ptr<Kept> kept_ = std::make_unique<Kept>();
};

}  // namespace heaptrail
