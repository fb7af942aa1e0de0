// containing-structures: from objects to the data structures that they are parts or leaves of.
#pragma once

#include "base/try.h"
#include "classify/property.h"
#include "structure/containing_structures.h"

namespace heaptrail {

class ContainingStructuresProperty : public Property {
 public:
  std::string_view name() const override { return "containing-structures"; }
  std::string_view sentence() const override {
    return "The data structures that hold the objects: goes to their heads, which the properties in brackets divide";
  }
  InGroupings inGroupings() const override { return InGroupings::kLeadsOn; }

  Result<BitSet> leadOn(const HeapFacts& facts, const Options&, const BitSet& group,
                        Progress& progress) const override {
    const auto structures = TRY(facts.structures(progress));
    const LiveGraph* const graph = TRY(facts.graph());
    const auto reverse = TRY(facts.reverse(progress));
    progress.begin("Finding structures around the objects", 0, 1, facts.heap().objectCount());
    const auto found = TRY(containingStructures(*graph, *reverse, *structures, group, progress));
    BitSet heads(facts.heap().objectCount());
    for (const StructureIndex structure : found) heads.set(structures->head(structure).value());
    return heads;
  }
};

}  // namespace heaptrail
