#include "graph/reverse_references.h"

#include <algorithm>
#include <atomic>

namespace heaptrail {

namespace {

constexpr uint64_t kReferrersPerBlock = uint64_t{1} << 15;

/// Calls `visit(object)` for every number below `objects`, blocks at the same time; false when it was cancelled.
template <typename Visit>
bool forEachObject(uint64_t objects, Threads threads, Progress& progress, Visit&& visit) {
  std::atomic<bool> goOn = true;
  forEachBlock(threads, Blocks{objects, kReferrersPerBlock}, [&](const Block& block) {
    if (!goOn.load(std::memory_order_relaxed)) return;
    for (uint64_t i = block.from; i < block.to; ++i) visit(ObjectIndex(static_cast<uint32_t>(i)));
    if (!progress.advance(block.size())) goOn.store(false, std::memory_order_relaxed);
  });
  return goOn.load();
}

}  // namespace

Result<ReverseReferences> ReverseReferences::build(const LiveGraph& graph, Threads threads, Progress& progress) {
  const uint64_t objects = graph.heap().objectCount();
  const auto forEachReference = [&](auto&& visit) {
    return forEachObject(objects, threads, progress, [&](ObjectIndex object) {
      if (!graph.isInner(object)) return;
      graph.forEachReference(object, [&](ObjectIndex target) { visit(object, target); });
    });
  };
  Array<uint32_t> degrees(objects + 1);
  Array<uint32_t> missing(objects);  // how many referrers are not put down yet
  const bool counted = forEachReference([&](ObjectIndex, ObjectIndex target) {
    std::atomic_ref(missing[target.value()]).fetch_add(1, std::memory_order_relaxed);
  });
  if (!counted) return cancelledError();
  std::ranges::copy(missing, degrees.begin());
  ReverseReferences result;
  result.offsets_ = Offsets::fromDegrees(std::move(degrees));
  result.referrers_ = Array<ObjectIndex>(result.offsets_.total());
  const bool filled = forEachReference([&](ObjectIndex object, ObjectIndex target) {
    const uint32_t place = std::atomic_ref(missing[target.value()]).fetch_sub(1, std::memory_order_relaxed) - 1;
    result.referrers_[result.offsets_[target.value()] + place] = object;
  });
  if (!filled) return cancelledError();
  // Threads take turns in no promised order; sorted, the result is the same again.
  const bool sorted = forEachObject(objects, threads, progress, [&](ObjectIndex object) {
    const auto [from, to] = result.offsets_.range(object.value());
    if (to - from > 1) std::sort(result.referrers_.data() + from, result.referrers_.data() + to);
  });
  if (!sorted) return cancelledError();
  return result;
}

}  // namespace heaptrail
