// allocating-package: the package of the method that allocated the object, with a level for each part of its name.
#pragma once

#include "classify/packages.h"
#include "classify/site_table.h"
#include "classify/table_property.h"

namespace heaptrail {

class AllocatingPackageTable : public SiteTable {
 public:
  static constexpr std::string_view kName = "allocating-package";
  static constexpr std::string_view kSentence =
      "The package of the method that allocated the object, a level for each part of its name";
  static constexpr Operand kOperand = Operand::kName;
  static constexpr InGroupings kInGroupings = InGroupings::kDivides;

  using SiteTable::SiteTable;
  KeyPath keysOf(uint32_t entry) const {
    return isKnown(entry) ? packageKeys(classOf(entry)) : KeyPath{std::string(kNoSite)};
  }
  bool fits(uint32_t entry, std::string_view package) const { return isInPackage(classOf(entry), package); }

 private:
  std::string_view classOf(uint32_t entry) const { return framesOf(entry).front().className; }
};

using AllocatingPackageProperty = TableProperty<AllocatingPackageTable>;

}  // namespace heaptrail
