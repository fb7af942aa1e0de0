// Rules for builds: how much data structures may grow over a window (docs/rules.md).
//
//   # Caches fill up to a point.
//   type com.example.Cache may grow by 10 MB
//   type ConcurrentHashMap from com.example.* may grow by 5 % of growth
//   any may grow by 50 % or 1000 objects
//
// One rule a line; `#` begins a comment. Of several limits each must hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "growth/growth_pattern.h"
#include "model/symbols.h"

namespace heaptrail {

struct GrowthLimit {
  enum class Unit : uint8_t {
    kPercentOfItself,  // of its size at the beginning; structures that were born have none
    kPercentOfGrowth,  // of what the whole heap gained
    kBytes,
    kObjects,
  };
  double most = 0;
  Unit unit = Unit::kBytes;
};

struct GrowthRule {
  enum class Metric : uint8_t { kRetained, kStructure, kDeepStructure };

  std::string text;  // as it was written
  uint32_t line = 0;
  std::string type;  // a pattern with `*`; one without a dot stands for the name without its package. Empty for any
  std::string from;  // a pattern of `Class.method`, where the head was allocated; empty for anywhere
  Metric metric = Metric::kRetained;
  std::vector<GrowthLimit> limits;

  bool appliesTo(std::string_view typeName, const std::vector<Frame>& site) const;
  /// The first limit that this growth is beyond.
  std::optional<GrowthLimit> brokenBy(const StructureGrowth& growth, int64_t heapGrowth) const;

  const GrownSize& measured(const StructureGrowth& growth) const;
};

/// `name` is what errors call the text.
Result<std::vector<GrowthRule>> parseGrowthRules(const std::string& name, std::string_view text);

}  // namespace heaptrail
