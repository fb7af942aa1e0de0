// Two pieces of work that do not need each other.
#pragma once

#include "base/error.h"
#include "base/parallel.h"

namespace heaptrail {

/// Calls both, each of which gives a Status: at the same time where there is more than one thread. Where both fail, the
/// first one's failure is told.
template <typename First, typename Second>
Status bothAtOnce(Threads threads, First&& first, Second&& second) {
  Status firstDone;
  Status secondDone;
  forEachBlock(Threads(threads.count() > 1 ? 2 : 1), 2, [&](uint64_t which) {
    if (which == 0) {
      firstDone = first();
    } else {
      secondDone = second();
    }
  });
  return firstDone ? secondDone : firstDone;
}

}  // namespace heaptrail
