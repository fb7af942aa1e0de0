// site: the method and line that allocated the object.
#pragma once

#include "classify/site_table.h"
#include "classify/table_property.h"

namespace heaptrail {

class InnermostFrameTable : public SiteTable {
 public:
  static constexpr std::string_view kName = "site";
  static constexpr std::string_view kSentence = "The method and line that allocated the object";
  static constexpr Operand kOperand = Operand::kPattern;
  static constexpr InGroupings kInGroupings = InGroupings::kDivides;

  using SiteTable::SiteTable;
  KeyPath keysOf(uint32_t entry) const {
    return {isKnown(entry) ? frameKey(framesOf(entry).front()) : std::string(kNoSite)};
  }
  bool fits(uint32_t entry, std::string_view pattern) const { return fitsFrame(framesOf(entry).front(), pattern); }
};

using SiteProperty = TableProperty<InnermostFrameTable>;

}  // namespace heaptrail
