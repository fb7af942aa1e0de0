// rooted: what holds the object itself from outside. An object that several roots hold is in several rows.
#pragma once

#include <algorithm>
#include <memory>

#include "base/try.h"
#include "classify/holder_keys.h"
#include "classify/property.h"

namespace heaptrail {

class RootedProperty : public Property {
 public:
  static constexpr std::string_view kNotRooted = "(not directly rooted)";

  std::string_view name() const override { return "rooted"; }
  std::string_view sentence() const override {
    return "Which GC roots hold the object itself: kind, class and field, or kind, thread, method and variable";
  }
  Operand operand() const override { return Operand::kNothing; }
  InGroupings inGroupings() const override { return InGroupings::kDivides; }
  std::vector<PropertyOption> options() const override {
    return {{kVariablesOption, "only static fields, local variables and JNI locals"},
            {kStacksOption, "only what threads hold on their stacks: thread, method and variable"},
            {kHideOption, "without the objects that no root holds"}};
  }

  Result<Test> test(const HeapFacts& facts, const Compared&, Progress& progress) const override {
    const auto holders = TRY(facts.holders(progress));
    return [holders](ObjectIndex object) { return !holders->of(object).empty(); };
  }

  Result<Values> values(const HeapFacts& facts, const Options& options, Progress& progress) const override {
    const auto holders = TRY(facts.holders(progress));
    const auto rows = std::make_shared<const HolderRows>(facts.heap(), *holders, options, kNotRooted);
    Values values;
    values.paths = rows->paths;
    values.allOf = [rows](ObjectIndex object, std::vector<uint32_t>& found) {
      const auto own = std::ranges::equal_range(rows->held, object);
      for (auto holder = own.begin(); holder != own.end(); ++holder) {
        found.push_back(rows->valueOf[static_cast<size_t>(holder - rows->held.begin())]);
      }
      if (own.empty() && rows->none) found.push_back(*rows->none);
    };
    return values;
  }
};

}  // namespace heaptrail
