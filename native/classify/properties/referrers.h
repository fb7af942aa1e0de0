// referrers: from objects to those that refer to them.
#pragma once

#include "base/try.h"
#include "classify/neighbours.h"
#include "classify/property.h"

namespace heaptrail {

class ReferrersProperty : public Property {
 public:
  std::string_view name() const override { return "referrers"; }
  std::string_view sentence() const override {
    return "What refers to the objects: goes to all of it, which the properties in brackets divide";
  }
  InGroupings inGroupings() const override { return InGroupings::kLeadsOn; }

  Result<BitSet> leadOn(const HeapFacts& facts, const Options&, const BitSet& group,
                        Progress& progress) const override {
    const LiveGraph* const graph = TRY(facts.graph());
    const auto reverse = TRY(facts.reverse(progress));
    return neighboursOf(*graph, group, "Finding what refers to the objects", progress,
                        [&](ObjectIndex object, const auto& add) {
                          for (const ObjectIndex referrer : reverse->referrers(object)) add(referrer);
                        });
  }
};

}  // namespace heaptrail
