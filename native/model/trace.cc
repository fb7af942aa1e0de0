#include "model/trace.h"

#include <utility>

#include "base/try.h"
#include "model/counted_heap.h"

namespace heaptrail {

Result<CountedHeap> Trace::countsAt(PointIndex) {
  return usageError("this point has objects, and was not counted by class: its heap can be rebuilt");
}

Status Trace::visitPoints(std::span<const PointIndex> points, Progress& progress, Threads threads,
                          const VisitHeap& visit) {
  // What the heap is for usually takes as long as to rebuild it.
  const double half = 0.5 / static_cast<double>(points.size());
  for (const PointIndex point : points) {
    RebuiltHeap rebuilt;
    {
      Progress rebuilding(progress, half);
      rebuilt = TRY(heapAt(point, rebuilding, threads));
    }
    Progress visiting(progress, half);
    const bool goesOn = TRY(visit(point, std::move(rebuilt), visiting));
    if (!goesOn) return {};
    if (progress.cancelled()) return cancelledError();
  }
  return {};
}

}  // namespace heaptrail
