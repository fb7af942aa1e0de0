// A collection as the recorder noted it when it happened, and what could be learned about it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "recorder/performance_counters.h"

namespace heaptrail::recorder {

struct NotedCollection {
  /// Nanoseconds since the recording's start.
  uint64_t start = 0;
  uint64_t end = 0;
  PerformanceCounters::Values before;
  PerformanceCounters::Values after;
  std::array<char, 48> cause{};

  // What the management beans told, where they are asked. Pools are in their order then.
  std::optional<size_t> collector;
  bool hasUse = false;
  bool isNobodys = false;  // no collector counts it: a pause of a concurrent one
  bool wasAskedFor = false;
};

}  // namespace heaptrail::recorder
