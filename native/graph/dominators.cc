#include "graph/dominators.h"

#include <atomic>
#include <utility>

#include "base/try.h"
#include "graph/depth_first.h"
#include "graph/numbered_walk.h"
#include "graph/semi_nca.h"

namespace heaptrail {

namespace {

// Shares of the time, measured on 12 million objects.
constexpr double kHeapWalked = 0.5;
constexpr double kTreeBuilt = 0.8;
constexpr double kLeavesFound = 0.89;

/// Gives each leaf, instead of a number, that of its dominator: the nearest common ancestor of all that keep it.
/// Several threads may meet at one leaf; the result does not depend on who comes first.
bool findDominatorsOfLeaves(const LiveGraph& graph, DepthFirstTree& tree, const NumberedDominators& inner,
                            Threads threads, Progress& progress) {
  for (const ObjectIndex root : graph.rootObjects()) {
    if (!graph.isInner(root)) tree.numbers[root.value()] = DepthFirstTree::kVirtualRoot;
  }
  return forEachNumber(graph, tree, threads, progress, [&](uint32_t number, ObjectIndex object) {
    graph.forEachKept(object, [&](ObjectIndex target) {
      if (graph.isInner(target)) return;
      const std::atomic_ref<uint32_t> shared(tree.numbers[target.value()]);
      uint32_t known = shared.load(std::memory_order_relaxed);
      for (;;) {
        const uint32_t found = known == DepthFirstTree::kNothing ? number : inner.nearestCommon(known, number);
        if (found == known || shared.compare_exchange_weak(known, found, std::memory_order_relaxed)) break;
      }
    });
  });
}

}  // namespace

Result<Dominators> Dominators::build(const LiveGraph& graph, Threads threads, Progress& progress) {
  const uint64_t inner = graph.innerCount();
  progress.begin("Walking the references", 0, kHeapWalked, inner);
  ReferencesBeside beside;
  DepthFirstTree tree = TRY(walkDepthFirst(graph, beside, progress));
  NumberedDominators numbered = TRY(dominatorsOfInner(tree, std::move(beside), kHeapWalked, kTreeBuilt, progress));
  progress.begin("Finding dominators of leaves", kTreeBuilt, kLeavesFound, inner);
  if (!findDominatorsOfLeaves(graph, tree, numbered, threads, progress)) return cancelledError();
  numbered.jumps.reset();

  Dominators result(graph);
  result.numbers_ = std::move(tree.numbers);
  result.objects_ = std::move(tree.objects);
  result.dominators_ = std::move(numbered.dominators);
  progress.begin("Adding up retained sizes", kLeavesFound, 1, graph.heap().objectCount());
  if (!result.addUp(tree.end, threads, progress)) return cancelledError();
  return result;
}

/// First every object's own size, leaves at their dominator; then each subtree's sum goes to its parent. As numbers
/// grow downwards, one pass from the last to the first does it.
bool Dominators::addUp(uint32_t end, Threads threads, Progress& progress) {
  const Heap& heap = graph_->heap();
  retainedObjects_ = Array<uint32_t>(end);
  Array<uint64_t> bytes(end);
  std::atomic<bool> goOn = true;
  forEachBlock(threads, graph_->blocks(), [&](const Block& block) {
    if (!goOn.load(std::memory_order_relaxed)) return;
    graph_->live().forEachIn(block.from, block.to, [&](uint64_t i) {
      const uint32_t number = numbers_[i];
      std::atomic_ref(retainedObjects_[number]).fetch_add(1, std::memory_order_relaxed);
      std::atomic_ref(bytes[number])
          .fetch_add(heap.shallowBytes(ObjectIndex(static_cast<uint32_t>(i))), std::memory_order_relaxed);
    });
    if (!progress.advance(block.size())) goOn.store(false, std::memory_order_relaxed);
  });
  if (!goOn.load()) return false;
  for (uint32_t number = end - 1; number >= DepthFirstTree::kFirst; --number) {
    bytes[dominators_[number]] += bytes[number];
    retainedObjects_[dominators_[number]] += retainedObjects_[number];
  }
  retainedBytes_ = MostlySmallNumbers(bytes.span());
  return true;
}

ObjectIndex Dominators::immediateDominator(ObjectIndex object) const {
  const uint32_t dominator = numberOfDominator(object);
  return dominator == DepthFirstTree::kVirtualRoot ? ObjectIndex::none() : objects_[dominator];
}

bool Dominators::dominates(ObjectIndex above, ObjectIndex object, size_t maxSteps) const {
  if (object == above) return true;
  if (!graph_->isInner(above)) return false;
  // Whatever dominates an object has a smaller number.
  const uint32_t wanted = numberOf(above);
  for (size_t steps = 0; steps < maxSteps; ++steps) {
    const uint32_t number = numberOfDominator(object);
    if (number == wanted) return true;
    if (number < wanted) return false;
    object = objects_[number];
  }
  return false;
}

Size Dominators::retained(ObjectIndex object) const {
  if (!graph_->isInner(object)) return {1, graph_->heap().shallowBytes(object)};
  const uint32_t number = numbers_[object.value()];
  return {retainedObjects_[number], retainedBytes_[number]};
}

std::vector<ObjectIndex> Dominators::nearestDominators(const BitSet& set) const {
  const NearestMembers nearest(*this, set);
  std::vector<ObjectIndex> result;
  set.forEach([&](uint64_t i) {
    if (graph_->live().test(i)) result.push_back(nearest.above(ObjectIndex(static_cast<uint32_t>(i))));
  });
  return result;
}

BitSet Dominators::dominatedBy(const BitSet& set) const {
  const NearestMembers nearest(*this, set);
  BitSet result(graph_->heap().objectCount());
  graph_->live().forEach([&](uint64_t i) {
    if (set.test(i) || nearest.above(ObjectIndex(static_cast<uint32_t>(i))).exists()) result.set(i);
  });
  return result;
}

NearestMembers::NearestMembers(const Dominators& dominators, const BitSet& set)
    : dominators_(dominators), nearest_(dominators.numbers()) {
  nearest_[DepthFirstTree::kVirtualRoot] = DepthFirstTree::kVirtualRoot;
  for (uint32_t number = DepthFirstTree::kFirst; number < nearest_.size(); ++number) {
    nearest_[number] =
        set.test(dominators.objects_[number].value()) ? number : nearest_[dominators.dominators_[number]];
  }
}

ObjectIndex NearestMembers::above(ObjectIndex object) const {
  const uint32_t number = nearest_[dominators_.numberOfDominator(object)];
  return number == DepthFirstTree::kVirtualRoot ? ObjectIndex::none() : dominators_.objects_[number];
}

}  // namespace heaptrail
