// Which point is looked at when none was named: the one at which a leak shows best. The last one often does not,
// because a program that ends lets go of what it held.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/timeline.h"

namespace heaptrail {

/// The word for that point, which is meant wherever nobody names one.
inline constexpr std::string_view kSuggestedPoint = "suggested";

enum class WhySuggested {
  kOnly,    // there is no other
  kGrowth,  // the end of the window over which the heap grew most
  kLow,     // the end of the window between two lows, of a heap that goes up and down
  kFall,    // it grew nowhere, but fell: the last point before that
  kLast     // the heap is much the same everywhere, or how large it is is not known without rebuilding all
};

struct SuggestedPoint {
  uint32_t index = 0;
  WhySuggested why = WhySuggested::kOnly;

  bool operator==(const SuggestedPoint&) const = default;
};

/// None without points.
std::optional<SuggestedPoint> suggestPoint(std::span<const Point> points);

/// `only`, `growth`, `low`, `fall`, `last`.
std::string_view toString(WhySuggested why);

}  // namespace heaptrail
