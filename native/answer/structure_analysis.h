// The structures of the heap at one point under one set of descriptions, each thing computed when it is first needed.
// For any number of threads.
#pragma once

#include <memory>
#include <vector>

#include "answer/heap_analysis.h"
#include "answer/type_groups.h"
#include "base/bit_set.h"
#include "base/lazy.h"
#include "dsl/described_types.h"
#include "structure/deep_structures.h"
#include "structure/structures.h"

namespace heaptrail {

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

  std::shared_ptr<const Structures> knownStructures() const { return structures_.known(); }

  /// The heads that pass a filter, by type.
  Result<std::shared_ptr<const TypeGroups>> heads(StructureFilter filter, Progress& progress) const;

 private:
  std::shared_ptr<const HeapAnalysis> analysis_;
  dsl::DescribedTypes types_;
  mutable Lazy<Structures> structures_;
  mutable Lazy<DeepStructures> deep_;
  mutable Lazy<BitSet> owned_;
  mutable Lazy<TypeGroups> allHeads_;
  mutable Lazy<TypeGroups> topHeads_;
};

}  // namespace heaptrail
