// type: what the object is, by the name of its class or kind of array. Types of one name that different class loaders
// loaded are one.
#pragma once

#include "base/text.h"
#include "classify/table_property.h"

namespace heaptrail {

class TypeTable {
 public:
  static constexpr std::string_view kName = "type";
  static constexpr std::string_view kSentence = "The class of the object, or which kind of array it is";
  static constexpr Operand kOperand = Operand::kPattern;
  static constexpr InGroupings kInGroupings = InGroupings::kDivides;
  static std::optional<std::string> whyNotTold(const Heap&) { return std::nullopt; }

  explicit TypeTable(const Heap& heap) : heap_(&heap) {}
  uint32_t size() const { return static_cast<uint32_t>(heap_->symbols().types.size()); }
  uint32_t entryOf(ObjectIndex object) const { return heap_->typeOf(object).value(); }
  KeyPath keysOf(uint32_t type) const { return {heap_->symbols().types[type].name}; }
  static bool isKnown(uint32_t) { return true; }
  bool fits(uint32_t type, std::string_view pattern) const {
    return matchesWildcard(pattern, heap_->symbols().types[type].name);
  }

 private:
  const Heap* heap_;
};

using TypeProperty = TableProperty<TypeTable>;

}  // namespace heaptrail
