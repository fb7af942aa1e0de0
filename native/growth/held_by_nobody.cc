#include "growth/held_by_nobody.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace heaptrail {

namespace {

constexpr size_t kMostAskedForHolders = 200;

constexpr std::string_view kHolderOfTask = "java.lang.Thread$FieldHolder";  // since JDK 19

/// What these roots hold, ascending.
std::vector<ObjectIndex> heldBy(const Heap& heap, RootKind kind) {
  std::vector<ObjectIndex> objects;
  for (const Root& root : heap.roots()) {
    if (root.kind == kind) objects.push_back(root.object);
  }
  std::ranges::sort(objects);
  return objects;
}

/// Threads, and what they run: what a thread refers to while one of its methods is at work on it. Ascending.
std::vector<ObjectIndex> whatRuns(const Heap& heap) {
  const std::vector<ObjectIndex> threads = heldBy(heap, RootKind::kThread);
  const std::vector<ObjectIndex> atWork = heldBy(heap, RootKind::kJavaFrame);
  std::vector<ObjectIndex> running = threads;
  const auto addTasks = [&](std::span<const ObjectIndex> targets) {
    for (const ObjectIndex target : targets) {
      if (std::ranges::binary_search(atWork, target)) running.push_back(target);
    }
  };
  for (const ObjectIndex thread : threads) {
    addTasks(heap.references(thread));
    for (const ObjectIndex part : heap.references(thread)) {
      if (heap.symbols()[heap.typeOf(part)].name == kHolderOfTask) addTasks(heap.references(part));
    }
  }
  std::ranges::sort(running);
  return running;
}

}  // namespace

WithoutHolders::WithoutHolders(const HeapEnd& to) : to_(to), running_(whatRuns(to.heap())) {}

HeldByNobody WithoutHolders::of(const GrowthPlace& place, std::string_view type) const {
  if (place.parent != GrowthTree::kWholeHeap) return HeldByNobody::kNo;
  // No class is called so: the name stands for many.
  if (place.isClass) return type.contains('*') ? HeldByNobody::kLoaded : HeldByNobody::kNo;
  const std::span<const ObjectIndex> objects = place.at(EndOfWindow::kTo);
  const size_t step = std::max<size_t>(1, objects.size() / kMostAskedForHolders);
  size_t asked = 0;
  size_t running = 0;
  size_t waiting = 0;
  for (size_t i = 0; i < objects.size(); i += step) {
    ++asked;
    if (to_.graph->waitsForFinalizer(objects[i])) ++waiting;
    if (std::ranges::binary_search(running_, objects[i])) ++running;
  }
  if (2 * running > asked) return HeldByNobody::kRuns;
  return 2 * waiting > asked ? HeldByNobody::kWaitsForFinalizer : HeldByNobody::kNo;
}

}  // namespace heaptrail
