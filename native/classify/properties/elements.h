// elements: how many leaves a data structure has: elements, keys and values; in groupings by powers of ten.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "classify/number_property.h"
#include "classify/properties/length.h"

namespace heaptrail {

class ElementsProperty : public Property {
 public:
  static constexpr std::string_view kNone = "(no data structure)";

  std::string_view name() const override { return "elements"; }
  std::string_view sentence() const override {
    return "How many elements, keys and values a data structure has; rows are powers of ten";
  }
  Operand operand() const override { return Operand::kNumber; }
  InGroupings inGroupings() const override { return InGroupings::kDivides; }

  Result<Test> test(const HeapFacts& facts, const Compared& compared, Progress& progress) const override {
    const auto structures = TRY(facts.structures(progress));
    return [structures, comparison = compared.comparison, number = compared.number](ObjectIndex object) {
      const auto structure = structures->of(object);
      return structure && compareNumbers(structures->leaves(*structure), comparison, number);
    };
  }

  Result<Values> values(const HeapFacts& facts, const Options&, Progress& progress) const override {
    const auto structures = TRY(facts.structures(progress));
    const uint32_t classes = Length::classes(facts.heap());
    std::vector<KeyPath> paths;
    for (uint32_t c = 0; c < classes; ++c) paths.push_back({Length::keyOf(c)});
    paths.push_back({std::string(kNone)});
    return singleValues(std::move(paths), [structures, classes](ObjectIndex object) {
      const auto structure = structures->of(object);
      return structure ? Length::classOf(structures->leaves(*structure)) : classes;
    });
  }
};

}  // namespace heaptrail
