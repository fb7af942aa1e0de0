// closure: from objects to all that goes with them.
#pragma once

#include "base/try.h"
#include "classify/property.h"
#include "graph/closures.h"

namespace heaptrail {

class ClosureProperty : public Property {
 public:
  static constexpr std::string_view kRetained = "retained";
  static constexpr std::string_view kDeep = "deep";

  std::string_view name() const override { return "closure"; }
  std::string_view sentence() const override {
    return "What would vanish with the objects: goes to all of it, themselves included, which the properties in "
           "brackets divide";
  }
  InGroupings inGroupings() const override { return InGroupings::kLeadsOn; }
  std::vector<PropertyOption> options() const override {
    return {{kRetained, "what would become unreachable if all of them vanished"},
            {kDeep, "everything that they lead to"}};
  }
  bool optionsExcludeEachOther() const override { return true; }

  Result<BitSet> leadOn(const HeapFacts& facts, const Options& options, const BitSet& group,
                        Progress& progress) const override {
    const LiveGraph* const graph = TRY(facts.graph());
    const bool deep = !options.empty() && options.front() == kDeep;
    progress.begin(deep ? "Finding what the objects lead to" : "Finding what the objects retain", 0, 1, group.size());
    return deep ? deepClosure(*graph, group, progress) : retainedClosure(*graph, group, progress);
  }
};

}  // namespace heaptrail
