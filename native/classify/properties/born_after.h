// born-after: whether the object was not there yet at a point.
#pragma once

#include "base/try.h"
#include "classify/property.h"

namespace heaptrail {

class BornAfterProperty : public Property {
 public:
  std::string_view name() const override { return "born-after"; }
  std::string_view sentence() const override { return "Whether the object was not there yet at a point of the trace"; }
  Operand operand() const override { return Operand::kPoint; }

  Result<Test> test(const HeapFacts& facts, const Compared& compared, Progress& progress) const override {
    const auto before = TRY(facts.heapAt(std::string(compared.text), progress));
    const bool isEqual = compared.comparison == Comparison::kEqual;
    return [heap = &facts.heap(), before, isEqual](ObjectIndex object) {
      return !before->find(heap->idOf(object)).has_value() == isEqual;
    };
  }
};

}  // namespace heaptrail
