// loader: the class loader that keeps the object's class.
#pragma once

#include <fmt/format.h>

#include "base/text.h"
#include "classify/table_property.h"

namespace heaptrail {

class LoaderTable {
 public:
  static constexpr std::string_view kName = "loader";
  static constexpr std::string_view kSentence = "The class loader of the object's class, where it can be unloaded";
  static constexpr Operand kOperand = Operand::kPattern;
  static constexpr InGroupings kInGroupings = InGroupings::kDivides;
  static constexpr std::string_view kBuiltIn = "(built-in loaders)";
  static std::optional<std::string> whyNotTold(const Heap& heap) {
    if (!heap.parts().loaders.empty()) return std::nullopt;
    return "all classes here are of built-in loaders, or the trace does not tell which loaders they are of";
  }

  explicit LoaderTable(const Heap& heap) : heap_(&heap) {}
  uint32_t size() const { return static_cast<uint32_t>(heap_->symbols().types.size()); }
  uint32_t entryOf(ObjectIndex object) const { return heap_->typeOf(object).value(); }
  KeyPath keysOf(uint32_t type) const {
    const ObjectIndex loader = heap_->loaderOf(TypeId(type));
    if (!loader.exists()) return {std::string(kBuiltIn)};
    return {fmt::format("{} {:#x}", typeOfLoader(loader), heap_->idOf(loader).value())};
  }
  static bool isKnown(uint32_t) { return true; }
  /// The loader's type, or its row.
  bool fits(uint32_t type, std::string_view pattern) const {
    const ObjectIndex loader = heap_->loaderOf(TypeId(type));
    return matchesWildcard(pattern, keysOf(type).front()) ||
           (loader.exists() && matchesWildcard(pattern, typeOfLoader(loader)));
  }

 private:
  const std::string& typeOfLoader(ObjectIndex loader) const { return heap_->symbols()[heap_->typeOf(loader)].name; }

  const Heap* heap_;
};

using LoaderProperty = TableProperty<LoaderTable>;

}  // namespace heaptrail
