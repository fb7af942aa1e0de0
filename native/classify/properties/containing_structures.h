// containing-structures: from objects to the data structures that they are parts or leaves of.
#pragma once

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
    const auto structures = facts.structures(progress);
    if (!structures) return std::unexpected(structures.error());
    const Result<const LiveGraph*> graph = facts.graph();
    if (!graph) return std::unexpected(graph.error());
    const auto reverse = facts.reverse(progress);
    if (!reverse) return std::unexpected(reverse.error());
    progress.begin("Finding structures around the objects", 0, 1, facts.heap().objectCount());
    const auto found = containingStructures(**graph, **reverse, **structures, group, progress);
    if (!found) return std::unexpected(found.error());
    BitSet heads(facts.heap().objectCount());
    for (const StructureIndex structure : *found) heads.set((*structures)->head(structure).value());
    return heads;
  }
};

}  // namespace heaptrail
