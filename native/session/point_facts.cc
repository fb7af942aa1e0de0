#include "session/point_facts.h"

#include "base/try.h"

namespace heaptrail {

Result<std::shared_ptr<const PointFacts>> PointFacts::at(OpenedTrace& trace, PointIndex point, Progress& progress) {
  const auto analysis = TRY(trace.at(point).analysis(progress));
  return of(trace, point, analysis, trace.descriptions());
}

std::shared_ptr<const PointFacts> PointFacts::of(OpenedTrace& trace, PointIndex point,
                                                 std::shared_ptr<const HeapAnalysis> analysis,
                                                 std::shared_ptr<const dsl::DescriptionSet> descriptions) {
  return std::shared_ptr<const PointFacts>(new PointFacts(trace, point, std::move(analysis), std::move(descriptions)));
}

Result<std::shared_ptr<const StructureAnalysis>> PointFacts::structureAnalysis(Progress& progress) const {
  return structures_.get(progress, [&]() -> Result<std::shared_ptr<const StructureAnalysis>> {
    if (AnalysedPoint& point = trace_.peek(point_); point.keeps(*analysis_)) {
      auto shared = TRY(point.structures(descriptions_, progress));
      if (&shared->analysis() == analysis_.get()) return shared;
    }
    // The point does not keep this heap, or has forgotten it; numbers of objects are those of ours.
    const auto types = std::make_shared<const dsl::TypeIndex>(analysis_->heap().parts().symbols);
    return std::make_shared<const StructureAnalysis>(analysis_, types, descriptions_);
  });
}

Result<std::shared_ptr<const Structures>> PointFacts::structures(Progress& progress) const {
  const auto analysis = TRY(structureAnalysis(progress));
  return analysis->structures(progress);
}

Result<std::shared_ptr<const BitSet>> PointFacts::ownedStructures(Progress& progress) const {
  const auto analysis = TRY(structureAnalysis(progress));
  return analysis->owned(progress);
}

Result<std::shared_ptr<const ObjectPlaces>> PointFacts::ownershipNodes(Progress& progress) const {
  const auto analysis = TRY(structureAnalysis(progress));
  return analysis->ownershipNodes(progress);
}

Result<std::shared_ptr<const StoredValues>> PointFacts::values() const {
  std::unique_ptr<const StoredValues> values = TRY(trace_.trace().valuesAt(point_, analysis_->heap()));
  return std::shared_ptr<const StoredValues>(std::move(values));
}

Result<std::shared_ptr<const Waste>> PointFacts::waste(Progress& progress) const {
  const auto analysis = TRY(structureAnalysis(progress));
  // Where values cannot be read, waste is what can be said without them.
  const auto values = trace_.trace().valuesAt(point_, heap());
  return analysis->waste(values ? values->get() : nullptr, progress);
}

Result<std::shared_ptr<const Heap>> PointFacts::heapAt(const std::string& point, Progress& progress) const {
  const PointIndex other = TRY(trace_.point(point));
  return heapAtOther(other, progress);
}

Result<std::shared_ptr<const Heap>> PointFacts::heapBefore(uint64_t points, Progress& progress) const {
  if (points > point_.value()) return nullptr;
  return heapAtOther(PointIndex(point_.value() - static_cast<uint32_t>(points)), progress);
}

Result<std::shared_ptr<const Heap>> PointFacts::heapAtOther(PointIndex other, Progress& progress) const {
  if (other == point_) return std::shared_ptr<const Heap>(analysis_, &analysis_->heap());
  if (!trace_.trace().info().identity) {
    return usageError(
        "objects of this trace cannot be told again at another point: recordings and AntTracks traces know them");
  }
  // Whoever goes through many points shall not take the place of the heaps that are kept.
  if (!trace_.peek(point_).keeps(*analysis_) && !trace_.peek(other).knowsHeap()) {
    const RebuiltHeap rebuilt = TRY(trace_.trace().heapAt(other, progress, trace_.options().threads));
    return rebuilt.heap;
  }
  const auto analysis = TRY(trace_.at(other).analysis(progress));
  return std::shared_ptr<const Heap>(analysis, &analysis->heap());
}

}  // namespace heaptrail
