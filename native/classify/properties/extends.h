// extends: the object's type or one of its superclasses, by name.
#pragma once

#include "base/text.h"
#include "classify/table_property.h"

namespace heaptrail {

class SuperclassTable {
 public:
  static constexpr std::string_view kName = "extends";
  static constexpr std::string_view kSentence = "The class of the object, or one that it extends";
  static constexpr Operand kOperand = Operand::kPattern;
  static constexpr InGroupings kInGroupings = InGroupings::kNothing;
  static std::optional<std::string> whyNotTold(const Heap&) { return std::nullopt; }

  explicit SuperclassTable(const Heap& heap) : heap_(&heap) {}
  uint32_t size() const { return static_cast<uint32_t>(heap_->symbols().types.size()); }
  uint32_t entryOf(ObjectIndex object) const { return heap_->typeOf(object).value(); }
  static bool isKnown(uint32_t) { return true; }
  bool fits(uint32_t type, std::string_view pattern) const {
    bool fits = false;
    for (TypeId t(type); t.exists() && !fits; t = heap_->symbols()[t].superclass) {
      fits = matchesWildcard(pattern, heap_->symbols()[t].name);
    }
    return fits;
  }

 private:
  const Heap* heap_;
};

using ExtendsProperty = TableProperty<SuperclassTable>;

}  // namespace heaptrail
