// package: the package of the object's type, with a level for each part of its name.
#pragma once

#include "classify/packages.h"
#include "classify/table_property.h"

namespace heaptrail {

class PackageTable {
 public:
  static constexpr std::string_view kName = "package";
  static constexpr std::string_view kSentence = "The package of the class, a level for each part of its name";
  static constexpr Operand kOperand = Operand::kName;
  static constexpr InGroupings kInGroupings = InGroupings::kDivides;
  static std::optional<std::string> whyNotTold(const Heap&) { return std::nullopt; }

  explicit PackageTable(const Heap& heap) : heap_(&heap) {}
  uint32_t size() const { return static_cast<uint32_t>(heap_->symbols().types.size()); }
  uint32_t entryOf(ObjectIndex object) const { return heap_->typeOf(object).value(); }
  KeyPath keysOf(uint32_t type) const { return packageKeys(heap_->symbols().types[type].name); }
  static bool isKnown(uint32_t) { return true; }
  bool fits(uint32_t type, std::string_view package) const {
    return isInPackage(heap_->symbols().types[type].name, package);
  }

 private:
  const Heap* heap_;
};

using PackageProperty = TableProperty<PackageTable>;

}  // namespace heaptrail
