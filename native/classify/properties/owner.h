// owner: the field of the program that holds the object (waste/owner_fields.h).
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/try.h"
#include "classify/property.h"

namespace heaptrail {

class OwnerProperty : public Property {
 public:
  std::string_view name() const override { return "owner"; }
  std::string_view sentence() const override {
    return "The field of the program that holds the object, or the array or collection in which it lies";
  }
  Operand operand() const override { return Operand::kPattern; }
  InGroupings inGroupings() const override { return InGroupings::kDivides; }

  Result<Test> test(const HeapFacts& facts, const Compared& compared, Progress& progress) const override {
    const auto owners = TRY(facts.owners(progress));
    std::vector<uint8_t> holds;
    for (const OwnerField& owner : owners->owners()) {
      const bool fits = matchesWildcard(compared.text, owner.text);
      holds.push_back(fits == (compared.comparison == Comparison::kEqual) ? 1 : 0);
    }
    return [owners, holds = std::move(holds)](ObjectIndex object) { return holds[owners->of(object)] != 0; };
  }

  Result<Values> values(const HeapFacts& facts, const Options&, Progress& progress) const override {
    const auto owners = TRY(facts.owners(progress));
    std::vector<KeyPath> paths;
    for (const OwnerField& owner : owners->owners()) paths.push_back({owner.text});
    return singleValues(std::move(paths), [owners](ObjectIndex object) { return owners->of(object); });
  }
};

}  // namespace heaptrail
