// leaves: from heads of data structures to what these hold.
#pragma once

#include <algorithm>

#include "base/try.h"
#include "classify/property.h"
#include "structure/structure_leaves.h"

namespace heaptrail {

class LeavesProperty : public Property {
 public:
  std::string_view name() const override { return "leaves"; }
  std::string_view sentence() const override {
    return "What data structures hold: goes from their heads to their leaves, which the properties in brackets divide";
  }
  InGroupings inGroupings() const override { return InGroupings::kLeadsOn; }
  std::vector<PropertyOption> options() const override {
    return {{toString(Descent::kOwnParts), "of each structure by itself, a contained structure being one leaf"},
            {toString(Descent::kContainedToo), "also those of contained structures, and of what these contain"}};
  }
  bool optionsExcludeEachOther() const override { return true; }

  Result<BitSet> leadOn(const HeapFacts& facts, const Options& options, const BitSet& group,
                        Progress& progress) const override {
    const auto structures = TRY(facts.structures(progress));
    const LiveGraph* const graph = TRY(facts.graph());
    const Descent descent = options.empty() ? Descent::kOwnParts : *fromWord<Descent>(options.front());
    return leavesOf(*graph, *structures, group, descent, facts.threads(), progress);
  }
};

}  // namespace heaptrail
