// What properties of objects may ask for, at a point of an opened trace.
#pragma once

#include <memory>
#include <string>

#include "classify/heap_facts.h"
#include "session/heap_analysis.h"
#include "session/opened_trace.h"
#include "session/structure_analysis.h"

namespace heaptrail {

class PointFacts : public HeapFacts {
 public:
  /// The descriptions that hold now are those of its structures. `trace` outlives the result.
  static Result<std::shared_ptr<const PointFacts>> at(OpenedTrace& trace, PointIndex point, Progress& progress);

  /// The same of a heap that the point may not keep, under these descriptions.
  static std::shared_ptr<const PointFacts> of(OpenedTrace& trace, PointIndex point,
                                              std::shared_ptr<const HeapAnalysis> analysis,
                                              std::shared_ptr<const dsl::DescriptionSet> descriptions);

  const HeapAnalysis& analysis() const { return *analysis_; }
  const std::shared_ptr<const HeapAnalysis>& sharedAnalysis() const { return analysis_; }

  Result<std::shared_ptr<const StructureAnalysis>> structureAnalysis(Progress& progress) const;

  const Heap& heap() const override { return analysis_->heap(); }
  Threads threads() const override { return analysis_->threads(); }
  Result<const LiveGraph*> graph() const override { return &analysis_->graph(); }
  Result<std::shared_ptr<const Structures>> structures(Progress& progress) const override;
  Result<std::shared_ptr<const BitSet>> ownedStructures(Progress& progress) const override;
  Result<std::shared_ptr<const ReverseReferences>> reverse(Progress& progress) const override {
    return analysis_->reverse(progress);
  }
  Result<std::shared_ptr<const RootHolders>> holders(Progress& progress) const override {
    return analysis_->holders(progress);
  }
  Result<std::shared_ptr<const Dominators>> dominators(Progress& progress) const override {
    return analysis_->dominators(progress);
  }
  Result<std::shared_ptr<const ObjectPlaces>> places(Progress& progress) const override {
    return analysis_->places(progress);
  }
  Result<std::shared_ptr<const ObjectPlaces>> ownershipNodes(Progress& progress) const override;
  Result<std::shared_ptr<const OwnerFields>> owners(Progress& progress) const override {
    return analysis_->owners(progress);
  }
  Result<std::shared_ptr<const Waste>> waste(Progress& progress) const override;
  Result<std::shared_ptr<const Heap>> heapAt(const std::string& point, Progress& progress) const override;
  Result<std::shared_ptr<const StoredValues>> values() const override;
  Result<std::shared_ptr<const Heap>> heapBefore(uint64_t points, Progress& progress) const override;

 private:
  PointFacts(OpenedTrace& trace, PointIndex point, std::shared_ptr<const HeapAnalysis> analysis,
             std::shared_ptr<const dsl::DescriptionSet> descriptions)
      : trace_(trace), point_(point), analysis_(std::move(analysis)), descriptions_(std::move(descriptions)) {}

  Result<std::shared_ptr<const Heap>> heapAtOther(PointIndex other, Progress& progress) const;

  OpenedTrace& trace_;
  PointIndex point_;
  std::shared_ptr<const HeapAnalysis> analysis_;
  std::shared_ptr<const dsl::DescriptionSet> descriptions_;
  mutable Lazy<StructureAnalysis> structures_;
};

}  // namespace heaptrail
