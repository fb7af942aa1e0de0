#include "session/point_facts.h"

namespace heaptrail {

Result<std::shared_ptr<const PointFacts>> PointFacts::at(OpenedTrace& trace, PointIndex point, Progress& progress) {
  const auto analysis = trace.at(point).analysis(progress);
  if (!analysis) return std::unexpected(analysis.error());
  return of(trace, point, *analysis, trace.descriptions());
}

std::shared_ptr<const PointFacts> PointFacts::of(OpenedTrace& trace, PointIndex point,
                                                 std::shared_ptr<const HeapAnalysis> analysis,
                                                 std::shared_ptr<const dsl::DescriptionSet> descriptions) {
  return std::shared_ptr<const PointFacts>(new PointFacts(trace, point, std::move(analysis), std::move(descriptions)));
}

Result<std::shared_ptr<const StructureAnalysis>> PointFacts::structureAnalysis(Progress& progress) const {
  return structures_.get(progress, [&]() -> Result<std::shared_ptr<const StructureAnalysis>> {
    if (AnalysedPoint& point = trace_.peek(point_); point.keeps(*analysis_)) {
      const auto shared = point.structures(descriptions_, progress);
      if (!shared) return std::unexpected(shared.error());
      if (&(*shared)->analysis() == analysis_.get()) return *shared;
    }
    // The point does not keep this heap, or has forgotten it; numbers of objects are those of ours.
    const auto types = std::make_shared<const dsl::TypeIndex>(analysis_->heap().parts().symbols);
    return std::make_shared<const StructureAnalysis>(analysis_, types, descriptions_);
  });
}

Result<std::shared_ptr<const Structures>> PointFacts::structures(Progress& progress) const {
  const auto analysis = structureAnalysis(progress);
  if (!analysis) return std::unexpected(analysis.error());
  return (*analysis)->structures(progress);
}

Result<std::shared_ptr<const BitSet>> PointFacts::ownedStructures(Progress& progress) const {
  const auto analysis = structureAnalysis(progress);
  if (!analysis) return std::unexpected(analysis.error());
  return (*analysis)->owned(progress);
}

Result<std::shared_ptr<const ObjectPlaces>> PointFacts::ownershipNodes(Progress& progress) const {
  const auto analysis = structureAnalysis(progress);
  if (!analysis) return std::unexpected(analysis.error());
  return (*analysis)->ownershipNodes(progress);
}

Result<std::shared_ptr<const StoredValues>> PointFacts::values() const {
  Result<std::unique_ptr<const StoredValues>> values = trace_.trace().valuesAt(point_, analysis_->heap());
  if (!values) return std::unexpected(values.error());
  return std::shared_ptr<const StoredValues>(std::move(*values));
}

Result<std::shared_ptr<const Waste>> PointFacts::waste(Progress& progress) const {
  const auto analysis = structureAnalysis(progress);
  if (!analysis) return std::unexpected(analysis.error());
  // Where values cannot be read, waste is what can be said without them.
  const auto values = trace_.trace().valuesAt(point_, heap());
  return (*analysis)->waste(values ? values->get() : nullptr, progress);
}

Result<std::shared_ptr<const Heap>> PointFacts::heapAt(const std::string& point, Progress& progress) const {
  const Result<PointIndex> other = trace_.point(point);
  if (!other) return std::unexpected(other.error());
  return heapAtOther(*other, progress);
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
    Result<RebuiltHeap> rebuilt = trace_.trace().heapAt(other, progress, trace_.options().threads);
    if (!rebuilt) return std::unexpected(rebuilt.error());
    return rebuilt->heap;
  }
  const auto analysis = trace_.at(other).analysis(progress);
  if (!analysis) return std::unexpected(analysis.error());
  return std::shared_ptr<const Heap>(*analysis, &(*analysis)->heap());
}

}  // namespace heaptrail
