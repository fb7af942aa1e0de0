// dominator-tree: what holds the object alone, from the outermost to the innermost: the dominator tree merged by places
// (classify/dominator_places.h). A row has what its objects retain, themselves included.
#pragma once

#include <memory>
#include <utility>

#include "base/try.h"
#include "classify/dominator_places.h"
#include "classify/property.h"

namespace heaptrail {

class DominatorTreeProperty : public Property {
 public:
  std::string_view name() const override { return "dominator-tree"; }
  std::string_view sentence() const override {
    return "What alone holds the object, a level for each field and type on the way: a row's bytes are what it retains";
  }
  InGroupings inGroupings() const override { return InGroupings::kDivides; }

  Result<Values> values(const HeapFacts& facts, const Options&, Progress& progress) const override {
    const LiveGraph* const graph = TRY(facts.graph());
    const auto dominators = TRY(facts.dominators(progress));
    progress.begin("Merging the dominator tree", 0, 1, uint64_t{facts.heap().objectCount()} + dominators->numbers());
    DominatorPlaces found = TRY(DominatorPlaces::find(*graph, *dominators, progress));
    std::vector<KeyPath> paths = found.takePaths();
    // What is not live is held by nothing.
    const auto nowhere = static_cast<uint32_t>(paths.size());
    paths.push_back({std::string(kNotLive)});
    const auto places = std::make_shared<const DominatorPlaces>(std::move(found));
    return singleValues(std::move(paths), [places, graph, nowhere](ObjectIndex object) {
      return graph->live().test(object.value()) ? places->of(object) : nowhere;
    });
  }

 private:
  static constexpr std::string_view kNotLive = "(unreachable)";
};

}  // namespace heaptrail
