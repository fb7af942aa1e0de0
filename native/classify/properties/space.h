// space: in which of the collector's spaces the object lies.
#pragma once

#include "classify/table_property.h"

namespace heaptrail {

class SpaceTable {
 public:
  static constexpr std::string_view kName = "space";
  static constexpr std::string_view kSentence = "Where the collector keeps the object: eden, survivor or old";
  static constexpr Operand kOperand = Operand::kWord;
  static constexpr InGroupings kInGroupings = InGroupings::kDivides;
  static constexpr std::string_view kNotKnown = "(not known)";
  static std::optional<std::string> whyNotTold(const Heap& heap) {
    if (heap.tellsSpaces()) return std::nullopt;
    return "the trace does not tell in which space objects lie: traces of the AntTracks VM do";
  }
  static std::vector<std::string_view> words() { return {kHeapSpaceWords.begin() + 1, kHeapSpaceWords.end()}; }

  explicit SpaceTable(const Heap& heap) : heap_(&heap) {}
  static uint32_t size() { return static_cast<uint32_t>(kHeapSpaceWords.size()); }
  uint32_t entryOf(ObjectIndex object) const { return static_cast<uint32_t>(heap_->spaceOf(object)); }
  static KeyPath keysOf(uint32_t entry) { return {std::string(entry == 0 ? kNotKnown : kHeapSpaceWords[entry])}; }
  static bool isKnown(uint32_t entry) { return entry != 0; }
  static bool fits(uint32_t entry, std::string_view word) { return kHeapSpaceWords[entry] == word; }

 private:
  const Heap* heap_;
};

using SpaceProperty = TableProperty<SpaceTable>;

}  // namespace heaptrail
