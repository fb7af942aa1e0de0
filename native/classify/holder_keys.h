// What holds objects from outside, as rows: the kind of root, then class and field, or thread, method and variable.
#pragma once

#include <optional>
#include <vector>

#include "classify/property.h"
#include "graph/root_holders.h"

namespace heaptrail {

/// Options of properties of roots: to count only what code can set; to leave out objects that have no root.
inline constexpr std::string_view kVariablesOption = "variables";
inline constexpr std::string_view kHideOption = "hide";
/// Only what threads hold on their stacks: thread, method and variable, without the kind of root.
inline constexpr std::string_view kStacksOption = "stacks";

/// The holders that count, and the rows that they stand for.
struct HolderRows {
  /// `noneKey` is the row of objects that have no root, unless they are left out.
  HolderRows(const Heap& heap, const RootHolders& holders, const Options& options, std::string_view noneKey);

  std::vector<KeyPath> paths;     // by value
  std::vector<ObjectIndex> held;  // by holder, ascending
  std::vector<uint32_t> valueOf;  // by holder
  std::optional<uint32_t> none;   // the value of objects that have no root
};

}  // namespace heaptrail
