// The structures of the heap at one point under one set of descriptions, each thing computed when it is first needed.
// For any number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/bit_set.h"
#include "base/lazy.h"
#include "classify/object_places.h"
#include "dsl/described_types.h"
#include "model/trace.h"
#include "session/heap_analysis.h"
#include "structure/deep_structures.h"
#include "structure/structures.h"
#include "text/words.h"
#include "waste/waste.h"

namespace heaptrail {

/// Which data structures: each is one object here, its head.
enum class StructureFilter : uint8_t {
  kAll,
  kTopLevel,  // those that no other structure owns
};
constexpr auto wordsOf(StructureFilter) {
  return std::to_array<Word<StructureFilter>>(
      {{"structures", StructureFilter::kAll}, {"top-level", StructureFilter::kTopLevel}});
}

class StructureAnalysis {
 public:
  StructureAnalysis(std::shared_ptr<const HeapAnalysis> analysis, std::shared_ptr<const dsl::TypeIndex> types,
                    std::shared_ptr<const dsl::DescriptionSet> descriptions)
      : analysis_(std::move(analysis)), types_(std::move(descriptions), std::move(types)) {}

  const HeapAnalysis& analysis() const { return *analysis_; }
  const std::shared_ptr<const HeapAnalysis>& sharedAnalysis() const { return analysis_; }
  const dsl::DescribedTypes& types() const { return types_; }

  /// Each takes the whole of the progress' scale.
  Result<std::shared_ptr<const Structures>> structures(Progress& progress) const;
  Result<std::shared_ptr<const DeepStructures>> deep(Progress& progress) const;
  /// A bit per structure.
  Result<std::shared_ptr<const BitSet>> owned(Progress& progress) const;
  /// @param values those of this point; null where there are none, or they cannot be read
  Result<std::shared_ptr<const Waste>> waste(const StoredValues* values, Progress& progress) const;

  /// What the nodes are called by which ownership is told.
  Result<std::shared_ptr<const ObjectPlaces>> ownershipNodes(Progress& progress) const;

  std::shared_ptr<const Structures> knownStructures() const { return structures_.known(); }

 private:
  std::shared_ptr<const HeapAnalysis> analysis_;
  dsl::DescribedTypes types_;
  mutable Lazy<Structures> structures_;
  mutable Lazy<DeepStructures> deep_;
  mutable Lazy<BitSet> owned_;
  mutable Lazy<Waste> waste_;
  mutable Lazy<ObjectPlaces> ownershipNodes_;
};

/// What the user should know about descriptions that are too wide.
std::vector<Warning> structureWarnings(const Structures& structures);

}  // namespace heaptrail
