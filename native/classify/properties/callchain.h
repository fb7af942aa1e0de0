// callchain: who called the method that allocated the object, with a level for each caller.
#pragma once

#include <algorithm>

#include "classify/site_table.h"
#include "classify/table_property.h"

namespace heaptrail {

class CallerTable : public SiteTable {
 public:
  static constexpr std::string_view kName = "callchain";
  static constexpr std::string_view kSentence = "The callers of the method that allocated the object, a level for each";
  static constexpr Operand kOperand = Operand::kPattern;
  static constexpr InGroupings kInGroupings = InGroupings::kDivides;
  static constexpr std::string_view kNoCaller = "(no caller)";

  using SiteTable::SiteTable;
  KeyPath keysOf(uint32_t entry) const {
    if (!isKnown(entry)) return {std::string(kNoSite)};
    KeyPath keys;
    for (const Frame& frame : callersOf(entry)) keys.push_back(frameKey(frame));
    if (keys.empty()) keys.emplace_back(kNoCaller);
    return keys;
  }
  /// Whether some caller fits.
  bool fits(uint32_t entry, std::string_view pattern) const {
    return std::ranges::any_of(callersOf(entry), [&](const Frame& frame) { return fitsFrame(frame, pattern); });
  }

 private:
  std::span<const Frame> callersOf(uint32_t entry) const { return framesOf(entry).subspan(1); }
};

using CallchainProperty = TableProperty<CallerTable>;

}  // namespace heaptrail
