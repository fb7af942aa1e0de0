// How long something takes where a promise is kept: of the processor, so that other programs' work does not count.
#pragma once

#include <algorithm>
#include <ctime>
#include <limits>

namespace heaptrail {

/// Of so many runs.
double fastestMillis(unsigned times, const auto& run) {
  double fastest = std::numeric_limits<double>::infinity();
  for (unsigned i = 0; i < times; ++i) {
    const std::clock_t start = std::clock();
    run();
    fastest = std::min(fastest, 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return fastest;
}

}  // namespace heaptrail
