// dominators: from objects to those that hold them alone.
#pragma once

#include "base/try.h"
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
    const LiveGraph* const graph = TRY(facts.graph());
    const auto dominators = TRY(facts.dominators(progress));
    return neighboursOf(*graph, group, "Finding what holds the objects alone", progress,
                        [&](ObjectIndex object, const auto& add) {
                          const ObjectIndex dominator = dominators->immediateDominator(object);
                          if (dominator.exists()) add(dominator);
                        });
  }
};

}  // namespace heaptrail
