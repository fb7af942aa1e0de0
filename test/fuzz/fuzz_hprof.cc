// Feeds any bytes to the reader of heap dumps, as a file like the users', and asks it for the heap and for the plain
// count. What is asked of a heap that was read, fuzz_values asks: it takes ten times as long.
//
// What must hold besides not crashing, not hanging and not taking unbounded memory: an error has a message; a heap is
// whole, has no object twice and no more of them than the plain count; what is live is part of it, and more is where
// weak references keep alive.
#include <cstdint>
#include <string>

#include "graph/liveness.h"
#include "memory_file.h"
#include "trace/open.h"
#include "whole_heap.h"

namespace {

using heaptrail::fuzz::MemoryFile;
using heaptrail::fuzz::require;
using namespace heaptrail;

uint64_t liveObjects(const Heap& heap, WeakReferences weak) {
  Progress progress;
  const Result<Liveness> liveness = findLive(heap, weak, progress);
  require(liveness.has_value(), "nothing keeps from finding what is live");
  return liveness->live.count();
}

void readPoint(Trace& trace, PointIndex point) {
  Progress progress;
  const auto heap = trace.heapAt(point, progress, Threads(1));
  const auto census = trace.censusAt(point, progress, Threads(1));
  if (!heap) {
    require(!heap.error().describe().empty(), "an error has a message");
    return;
  }
  const Size size = fuzz::requireWhole(*heap->heap);
  uint64_t counted = 0;
  for (const Census::Row& row : census ? census->rows : std::vector<Census::Row>()) counted += row.objects;
  // More, if the file has an object twice: the plain count does not remember which ones it has seen.
  require(!census || size.objects <= counted, "no object counts twice");
  const uint64_t live = liveObjects(*heap->heap, WeakReferences::kDoNotKeepAlive);
  require(live <= liveObjects(*heap->heap, WeakReferences::kKeepAlive), "weak references keep more alive");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const MemoryFile file({data, size});
  Progress progress;
  const auto trace = openTrace({file.path()}, progress);
  if (trace) {
    readPoint(**trace, PointIndex(0));
  } else {
    require(!trace.error().describe().empty(), "an error has a message");
  }
  return 0;
}
