#include "session/heap_analysis.h"

#include "base/try.h"
#include "growth/held_places.h"

namespace heaptrail {

Result<std::shared_ptr<const Dominators>> HeapAnalysis::dominators(Progress& progress) const {
  return dominators_.get(progress, [&] { return Dominators::build(graph_, threads_, progress); });
}

Result<std::shared_ptr<const ReverseReferences>> HeapAnalysis::reverse(Progress& progress) const {
  return reverse_.get(progress, [&] {
    progress.begin("Turning references round", 0, 1, 3 * uint64_t{heap().objectCount()});
    return ReverseReferences::build(graph_, threads_, progress);
  });
}

Result<std::shared_ptr<const RootHolders>> HeapAnalysis::holders(Progress& progress) const {
  return holders_.get(progress, [&] { return Result<RootHolders>(RootHolders(graph_)); });
}

Result<std::shared_ptr<const ShortestPaths>> HeapAnalysis::shortestPaths(SoftReferences soft,
                                                                         Progress& progress) const {
  const auto holders = TRY(this->holders(progress));
  Lazy<ShortestPaths>& paths = soft == SoftReferences::kFollow ? shortestPaths_ : shortestStrongPaths_;
  return paths.get(progress, [&] {
    progress.begin("Finding shortest paths", 0, 1, graph_.innerCount());
    return ShortestPaths::find(graph_, *holders, soft, progress, PathStart::kLastingFirst);
  });
}

Result<std::shared_ptr<const OwnerFields>> HeapAnalysis::owners(Progress& progress) const {
  return owners_.get(progress, [&]() -> Result<OwnerFields> {
    const auto paths = TRY(shortestPaths(SoftReferences::kFollow, progress));
    const auto holders = TRY(this->holders(progress));
    progress.begin("Finding which fields own objects", 0, 1, heap().objectCount());
    return OwnerFields::find(graph_, *holders, *paths, threads_, progress);
  });
}

Result<std::shared_ptr<const DeepEstimates>> HeapAnalysis::deepEstimates(Progress& progress) const {
  return deepEstimates_.get(progress,
                            [&] { return DeepEstimates::compute(graph_, DeepEstimates::kRegisters, progress); });
}

Result<std::shared_ptr<const ObjectPlaces>> HeapAnalysis::places(Progress& progress) const {
  const auto dominators = TRY(this->dominators(progress));
  const auto holders = TRY(this->holders(progress));
  return places_.get(progress, [&] { return namePlacesOf(graph_, *dominators, *holders, progress); });
}

Result<std::shared_ptr<const DataGraph>> HeapAnalysis::dataGraph(Progress& progress) const {
  return dataGraph_.get(progress, [&] { return Result<DataGraph>(DataGraph(graph_, threads_)); });
}

Result<std::shared_ptr<const DeepEstimates>> HeapAnalysis::dataEstimates(Progress& progress) const {
  const auto data = TRY(dataGraph(progress));
  return dataEstimates_.get(progress,
                            [&] { return DeepEstimates::compute(data->graph(), DeepEstimates::kRegisters, progress); });
}

}  // namespace heaptrail
