#include "growth/held_by_nobody.h"

#include <algorithm>
#include <span>
#include <vector>

namespace heaptrail {

namespace {

constexpr size_t kMostAskedForHolders = 200;

std::vector<ObjectIndex> runningThreads(const Heap& heap) {
  std::vector<ObjectIndex> threads;
  for (const Root& root : heap.roots()) {
    if (root.kind == RootKind::kThread) threads.push_back(root.object);
  }
  std::ranges::sort(threads);
  return threads;
}

}  // namespace

HeldByNobody heldByNobody(const HeapEnd& to, const GrowthPlace& place, std::string_view type) {
  if (place.parent != GrowthTree::kWholeHeap) return HeldByNobody::kNo;
  // No class is called so: the name stands for many.
  if (place.isClass) return type.contains('*') ? HeldByNobody::kLoaded : HeldByNobody::kNo;
  const std::span<const ObjectIndex> objects = place.at(EndOfWindow::kTo);
  const std::vector<ObjectIndex> threads = runningThreads(to.heap());
  const size_t step = std::max<size_t>(1, objects.size() / kMostAskedForHolders);
  size_t asked = 0;
  size_t running = 0;
  size_t waiting = 0;
  for (size_t i = 0; i < objects.size(); i += step) {
    ++asked;
    if (to.graph->waitsForFinalizer(objects[i])) ++waiting;
    if (std::ranges::binary_search(threads, objects[i])) ++running;
  }
  if (2 * running > asked) return HeldByNobody::kRuns;
  return 2 * waiting > asked ? HeldByNobody::kWaitsForFinalizer : HeldByNobody::kNo;
}

}  // namespace heaptrail
