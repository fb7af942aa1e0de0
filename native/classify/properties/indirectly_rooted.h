// indirectly-rooted: from which roots the object can be reached. An object that several roots lead to is in several
// rows.
#pragma once

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "classify/holder_keys.h"
#include "classify/property.h"
#include "graph/reaching_groups.h"

namespace heaptrail {

class IndirectlyRootedProperty : public Property {
 public:
  static constexpr std::string_view kNotReached = "(not rooted)";

  std::string_view name() const override { return "indirectly-rooted"; }
  std::string_view sentence() const override {
    return "Which GC roots lead to the object, itself or through others: in rows as those of `rooted`";
  }
  InGroupings inGroupings() const override { return InGroupings::kDivides; }
  std::vector<PropertyOption> options() const override {
    return {{kVariablesOption, "only static fields, local variables and JNI locals"},
            {kStacksOption, "only what threads hold on their stacks: thread, method and variable"},
            {kHideOption, "without the objects that no such root leads to"}};
  }

  Result<Values> values(const HeapFacts& facts, const Options& options, Progress& progress) const override {
    const auto holders = TRY(facts.holders(progress));
    const LiveGraph* const graph = TRY(facts.graph());
    HolderRows rows(facts.heap(), *holders, options, kNotReached);
    std::vector<Members> members;
    for (size_t i = 0; i < rows.held.size(); ++i) members.push_back({{rows.held[i]}, {rows.valueOf[i]}});
    std::optional<ReachingGroups> found = TRY(ReachingGroups::find(*graph, members, progress));
    if (!found) {
      return std::unexpected(Error{ErrorKind::kMemory,
                                   "too many different roots lead to the objects to tell them all at once: try "
                                   "indirectly-rooted(variables)"});
    }
    const auto reaching = std::make_shared<const ReachingGroups>(std::move(*found));
    Values values;
    values.paths = std::move(rows.paths);
    values.allOf = [reaching, none = rows.none](ObjectIndex object, std::vector<uint32_t>& roots) {
      const size_t before = roots.size();
      reaching->forEachOf(object, [&](uint32_t root) { roots.push_back(root); });
      if (roots.size() == before && none) roots.push_back(*none);
    };
    return values;
  }
};

}  // namespace heaptrail
