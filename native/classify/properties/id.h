// id: the number by which the trace knows the object.
#pragma once

#include "classify/property.h"

namespace heaptrail {

class IdProperty : public Property {
 public:
  std::string_view name() const override { return "id"; }
  std::string_view sentence() const override { return "The object's id: decimal, or hexadecimal after 0x"; }
  Operand operand() const override { return Operand::kId; }

  Result<Test> test(const HeapFacts& facts, const Compared& compared, Progress&) const override {
    const std::optional<ObjectIndex> wanted = facts.heap().find(ObjectId(compared.number));
    const bool isEqual = compared.comparison == Comparison::kEqual;
    return [wanted, isEqual](ObjectIndex object) { return (object == wanted) == isEqual; };
  }
};

}  // namespace heaptrail
