// dominators: from objects to those that hold them alone.
#pragma once

#include "classify/neighbours.h"
#include "classify/property.h"

namespace heaptrail {

class DominatorsProperty : public Property {
 public:
  std::string_view name() const override { return "dominators"; }
  std::string_view sentence() const override {
    return "The nearest objects without which these would vanish: goes to them, which the properties in brackets "
           "divide";
  }
  InGroupings inGroupings() const override { return InGroupings::kLeadsOn; }

  Result<BitSet> leadOn(const HeapFacts& facts, const Options&, const BitSet& group,
                        Progress& progress) const override {
    const Result<const LiveGraph*> graph = facts.graph();
    if (!graph) return std::unexpected(graph.error());
    const auto dominators = facts.dominators(progress);
    if (!dominators) return std::unexpected(dominators.error());
    return neighboursOf(**graph, group, "Finding what holds the objects alone", progress,
                        [&](ObjectIndex object, const auto& add) {
                          const ObjectIndex dominator = (*dominators)->immediateDominator(object);
                          if (dominator.exists()) add(dominator);
                        });
  }
};

}  // namespace heaptrail
