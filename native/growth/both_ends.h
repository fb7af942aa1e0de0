// Work that is done for both ends of a window.
#pragma once

#include <array>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "growth/window_ends.h"

namespace heaptrail {

/// Calls `work(end, progress)`, which gives a Status, for both ends: at the same time where there is more than one
/// thread. Each is half of the progress' share. Where both fail, the first end's failure is told.
template <typename Work>
Status forBothEnds(Threads threads, Progress& progress, double share, Work&& work) {
  std::array<Status, 2> done;
  forEachBlock(Threads(threads.count() > 1 ? 2 : 1), done.size(), [&](uint64_t end) {
    Progress part(progress, share / 2);
    done[end] = work(static_cast<EndOfWindow>(end), part);
  });
  return done[0] ? done[1] : done[0];
}

}  // namespace heaptrail
