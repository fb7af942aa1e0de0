// references: from objects to what they refer to.
#pragma once

#include "base/try.h"
#include "classify/neighbours.h"
#include "classify/property.h"

namespace heaptrail {

class ReferencesProperty : public Property {
 public:
  std::string_view name() const override { return "references"; }
  std::string_view sentence() const override {
    return "What the objects refer to: goes to all of it, which the properties in brackets divide";
  }
  InGroupings inGroupings() const override { return InGroupings::kLeadsOn; }

  Result<BitSet> leadOn(const HeapFacts& facts, const Options&, const BitSet& group,
                        Progress& progress) const override {
    const LiveGraph* const graph = TRY(facts.graph());
    return neighboursOf(*graph, group, "Following references", progress,
                        [&](ObjectIndex object, const auto& add) { graph->forEachReference(object, add); });
  }
};

}  // namespace heaptrail
