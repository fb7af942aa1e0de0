// Work that is done for both ends of a window.
#pragma once

#include "base/at_once.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "growth/window_ends.h"

namespace heaptrail {

/// Calls `work(end, progress)`, which gives a Status, for both ends: at the same time where there is more than one
/// thread. Each is half of the progress' share. Where both fail, the first end's failure is told.
template <typename Work>
Status forBothEnds(Threads threads, Progress& progress, double share, Work&& work) {
  const auto workAt = [&](EndOfWindow end) -> Status {
    Progress part(progress, share / 2);
    return work(end, part);
  };
  return bothAtOnce(threads, [&] { return workAt(EndOfWindow::kFrom); }, [&] { return workAt(EndOfWindow::kTo); });
}

}  // namespace heaptrail
