// reachable: whether GC roots lead to the object.
#pragma once

#include "base/try.h"
#include "classify/property.h"

namespace heaptrail {

class ReachableProperty : public Property {
 public:
  std::string_view name() const override { return "reachable"; }
  std::string_view sentence() const override { return "Whether GC roots lead to the object"; }
  Operand operand() const override { return Operand::kNothing; }
  InGroupings inGroupings() const override { return InGroupings::kDivides; }

  Result<Test> test(const HeapFacts& facts, const Compared&, Progress&) const override {
    const LiveGraph* const graph = TRY(facts.graph());
    return [live = &graph->live()](ObjectIndex object) { return live->test(object.value()); };
  }
  Result<Values> values(const HeapFacts& facts, const Options&, Progress&) const override {
    const LiveGraph* const graph = TRY(facts.graph());
    return singleValues({{"reachable"}, {"unreachable"}},
                        [live = &graph->live()](ObjectIndex object) { return live->test(object.value()) ? 0U : 1U; });
  }
};

}  // namespace heaptrail
