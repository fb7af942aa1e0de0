#include "session/structure_analysis.h"

#include <fmt/format.h>

#include "base/try.h"
#include "ownership/class_groups.h"
#include "structure/owned_structures.h"

namespace heaptrail {

Result<std::shared_ptr<const Structures>> StructureAnalysis::structures(Progress& progress) const {
  return structures_.get(progress, [&] {
    progress.begin("Detecting data structures", 0, 1, analysis_->heap().objectCount());
    return Structures::detect(analysis_->graph(), types_, analysis_->threads(), progress);
  });
}

Result<std::shared_ptr<const DeepStructures>> StructureAnalysis::deep(Progress& progress) const {
  const auto found = TRY(structures(progress));
  return deep_.get(progress,
                   [&] { return DeepStructures::compute(analysis_->graph(), *found, analysis_->threads(), progress); });
}

Result<std::shared_ptr<const BitSet>> StructureAnalysis::owned(Progress& progress) const {
  return owned_.get(progress, [&]() -> Result<BitSet> {
    const auto found = TRY(structures(progress));
    const auto dominators = TRY(analysis_->dominators(progress));
    progress.begin("Finding which structures belong to others", 0, 1, found->count());
    return findOwned(analysis_->graph(), *dominators, *found, progress);
  });
}

Result<std::shared_ptr<const Waste>> StructureAnalysis::waste(const StoredValues* values, Progress& progress) const {
  return waste_.get(progress, [&]() -> Result<Waste> {
    const auto found = TRY(structures(progress));
    const auto paths = TRY(analysis_->shortestPaths(SoftReferences::kFollow, progress));
    return Waste::find(analysis_->graph(), *found, *paths, values, analysis_->threads(), progress);
  });
}

Result<std::shared_ptr<const ObjectPlaces>> StructureAnalysis::ownershipNodes(Progress& progress) const {
  return ownershipNodes_.get(progress, [&] {
    progress.begin("Finding collections and who holds them", 0, 1, 3 * uint64_t{analysis_->heap().objectCount()});
    return ownershipNodesOf(analysis_->graph(), types_, analysis_->threads(), progress);
  });
}

std::vector<Warning> structureWarnings(const Structures& structures) {
  std::vector<Warning> warnings;
  const dsl::DescriptionSet& descriptions = structures.types().descriptions();
  for (const uint32_t entry : structures.tooWide()) {
    const dsl::DescriptionEntry& wide = descriptions.entries()[entry];
    const dsl::DescriptionFile& file = descriptions.fileOf(wide);
    warnings.push_back(
        {fmt::format("the description of {} ({}:{}) takes in too much: its structures together hold the heap many "
                     "times over. They are "
                     "measured only when they are shown; say more exactly what belongs to it",
                     wide.type, file.name(), file.source().describe(wide.description->range.begin))});
  }
  return warnings;
}

}  // namespace heaptrail
