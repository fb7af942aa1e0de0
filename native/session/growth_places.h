// Where a window's growth lies, before anything is known about structures: the growth tree of both heaps, the
// containers in which things pile up, and what their places are called. Computed once for a window; for any number of
// threads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "growth/growing_containers.h"
#include "growth/place_names.h"
#include "growth/tracked_structures.h"
#include "session/dominated_ends.h"

namespace heaptrail {

class GrowthPlaces {
 public:
  /// `match`: whether objects are the same at both ends. `own`: packages that the user calls her own. The descriptions'
  /// types outlive this. Takes the whole of the progress.
  static Result<std::unique_ptr<GrowthPlaces>> find(const DominatedEnd& from, const DominatedEnd& to,
                                                    const dsl::DescribedTypes& fromTypes,
                                                    const dsl::DescribedTypes& toTypes, GrowthMatch match,
                                                    const std::vector<std::string>& own, Progress& progress);

  /// None of a heap that is empty at the end.
  const GrowthTree* tree() const { return tree_ ? &*tree_ : nullptr; }
  const ComparedHeaps& heaps() const { return heaps_; }
  /// With what the places were found by: without what threads work on and finalizers, where these hold enough to
  /// matter.
  const DominatedEnd& end(EndOfWindow end) const { return end == EndOfWindow::kFrom ? from_ : to_; }
  const HeapPlaces& vias() const { return places_; }
  const CommonNames& names() const { return names_; }
  const OwnPackages& own() const { return own_; }
  /// At the end of the window.
  PlaceNames placeNames() const {
    return {*heaps_.ends.to.graph, *heaps_.ends.to.dominators, *holders_, *paths_, *reverse_, own_};
  }

  /// The containers of what is high by this threshold. Places that one object holds are next to each other.
  Result<std::vector<GrowingContainers>> growing(double threshold, Progress& progress) const;

  /// The text of descriptions of those that nobody described (inferred_descriptions.h). Looks closer from now on where
  /// what keeps a weak map full is too small to be seen.
  Result<std::string> inferDescriptions(double threshold, Progress& progress);

 private:
  struct FoundGrowing {
    double threshold;
    std::vector<GrowingContainers> containers;
  };

  GrowthPlaces(const DominatedEnd& from, const DominatedEnd& to, const dsl::DescribedTypes& fromTypes,
               const dsl::DescribedTypes& toTypes, GrowthMatch match, const std::vector<std::string>& own);

  /// From what the window's end holds back to the roots.
  Status findWaysBack(Progress& progress);
  Status buildTree(double minimumShare, Progress& progress);
  void leaveOutWhatPasses(std::vector<Accumulation>& accumulations) const;
  Result<std::vector<GrowingContainers>> findGrowing(double threshold, Progress& progress) const;

  DominatedEnd from_;
  DominatedEnd to_;
  GrowthMatch match_;
  CommonNames names_;
  HeapPlaces places_;
  OwnPackages own_;
  ComparedHeaps heaps_;
  std::shared_ptr<const RootHolders> holders_;
  std::shared_ptr<const ShortestPaths> paths_;
  std::shared_ptr<const ReverseReferences> reverse_;
  std::optional<GrowthTree> tree_;
  std::optional<FoundGrowing> found_;  // what descriptions were inferred from, which is asked for next
};

}  // namespace heaptrail
