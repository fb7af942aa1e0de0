#include "graph/semi_nca.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "graph/numbered_walk.h"
#include "model/columns.h"

namespace heaptrail {

namespace {

constexpr uint32_t kRoot = DepthFirstTree::kVirtualRoot;
constexpr uint32_t kFirst = DepthFirstTree::kFirst;
constexpr uint32_t kNumbersBetweenChecks = 1 << 16;
constexpr double kReferrersCollected = 0.5;  // of the time here

void lower(uint32_t& place, uint32_t value) {
  const std::atomic_ref<uint32_t> shared(place);
  uint32_t current = shared.load(std::memory_order_relaxed);
  while (value < current && !shared.compare_exchange_weak(current, value, std::memory_order_relaxed)) {
  }
}

uint32_t increase(uint32_t& place) { return std::atomic_ref<uint32_t>(place).fetch_add(1, std::memory_order_relaxed); }

class SemiNca {
 public:
  SemiNca(const LiveGraph& graph, DepthFirstTree& tree, Threads threads, Progress& progress)
      : graph_(graph), tree_(tree), threads_(threads), progress_(progress), semi_(tree.end), label_(tree.end) {}

  Result<NumberedDominators> run(double from, double to) {
    const double collected = from + kReferrersCollected * (to - from);
    progress_.begin("Collecting referrers", from, collected, 2 * graph_.innerCount());
    std::copy(tree_.parents.begin(), tree_.parents.begin() + tree_.end, semi_.begin());
    for (const ObjectIndex root : graph_.rootObjects()) {
      if (graph_.isInner(root)) semi_[tree_.numbers[root.value()]] = kRoot;
    }
    if (!collectReferrers()) return cancelledError();
    progress_.begin("Finding dominators", collected, to, graph_.innerCount());
    ancestor_ = Array<uint32_t>(tree_.end);
    std::copy(tree_.parents.begin(), tree_.parents.begin() + tree_.end, ancestor_.begin());
    if (!findSemidominators()) return cancelledError();
    referrers_.reset();
    offsets_ = Offsets();
    return findDominators();
  }

 private:
  /// Calls `keep(number, referrer)` for every reference that leads to a lower number than it comes from, except where
  /// nothing lower can be learnt from it.
  template <typename Keep, typename Down>
  bool forEachBackward(Keep&& keep, Down&& down) {
    return forEachNumber(graph_, tree_, threads_, progress_, [&](uint32_t number, ObjectIndex object) {
      graph_.forEachKept(object, [&](ObjectIndex target) {
        if (!graph_.isInner(target)) return;
        const uint32_t targetNumber = tree_.numbers[target.value()];
        if (targetNumber > number) {
          down(targetNumber, number);
        } else if (targetNumber < number && !isRoot(targetNumber)) {
          keep(targetNumber, number);
        }
      });
    });
  }

  /// For threads that lower semidominators meanwhile: those of roots are at the lowest from the beginning.
  bool isRoot(uint32_t number) {
    return std::atomic_ref<uint32_t>(semi_[number]).load(std::memory_order_relaxed) == kRoot;
  }

  bool collectReferrers() {
    Array<uint32_t> degrees(tree_.end + 1);
    const bool counted = forEachBackward([&](uint32_t number, uint32_t) { increase(degrees[number]); },
                                         [&](uint32_t number, uint32_t from) { lower(semi_[number], from); });
    if (!counted) return false;
    offsets_ = Offsets::fromDegrees(std::move(degrees));
    referrers_ = Array<uint32_t>(offsets_.total());
    // Until labels are needed they count how many referrers have been put down.
    return forEachBackward(
        [&](uint32_t number, uint32_t from) { referrers_[offsets_[number] + increase(label_[number])] = from; },
        [](uint32_t, uint32_t) {});
  }

  bool findSemidominators() {
    for (uint32_t number = tree_.end - 1; number >= kFirst; --number) {
      uint32_t semi = semi_[number];
      const auto [from, to] = offsets_.range(number);
      for (uint64_t i = from; i < to; ++i) semi = std::min(semi, leastSemiAbove(referrers_[i], number));
      semi_[number] = semi;
      label_[number] = semi;
      if (number % kNumbersBetweenChecks == 0 && !progress_.advance(kNumbersBetweenChecks)) return false;
    }
    return true;
  }

  /// The least semidominator on the way from `start` up the depth-first tree, as far as numbers are above `last`.
  /// Shortens the way for the next who asks: whoever was passed then points to where the way ended.
  uint32_t leastSemiAbove(uint32_t start, uint32_t last) {
    if (ancestor_[start] <= last) return label_[start];
    passed_.clear();
    uint32_t top = start;
    for (; ancestor_[top] > last; top = ancestor_[top]) passed_.push_back(top);
    uint32_t least = label_[top];
    for (size_t i = passed_.size(); i > 0; --i) {
      const uint32_t number = passed_[i - 1];
      least = std::min(least, label_[number]);
      label_[number] = least;
      ancestor_[number] = ancestor_[top];
    }
    return least;
  }

  Result<NumberedDominators> findDominators() {
    NumberedDominators result{std::move(tree_.parents), std::move(ancestor_)};
    Array<uint32_t>& dominators = result.dominators;
    Array<uint32_t>& jumps = result.jumps;
    Array<uint32_t>& depths = label_;
    dominators[kRoot] = kRoot;
    jumps[kRoot] = kRoot;
    depths[kRoot] = 0;
    for (uint32_t number = kFirst; number < tree_.end; ++number) {
      const uint32_t dominator = result.firstNotAbove(dominators[number], semi_[number]);
      dominators[number] = dominator;
      depths[number] = depths[dominator] + 1;
      // Jumps of equal length are joined to one of double length.
      const uint32_t jump = jumps[dominator];
      const bool equal = depths[dominator] - depths[jump] == depths[jump] - depths[jumps[jump]];
      jumps[number] = equal ? jumps[jump] : dominator;
      if (number % kNumbersBetweenChecks == 0 && progress_.cancelled()) return cancelledError();
    }
    return result;
  }

  const LiveGraph& graph_;
  DepthFirstTree& tree_;
  Threads threads_;
  Progress& progress_;
  Array<uint32_t> semi_;
  Array<uint32_t> label_;     // the least semidominator found on the way up so far
  Array<uint32_t> ancestor_;  // where the way up goes on
  Offsets offsets_;           // by number: where its referrers begin
  Array<uint32_t> referrers_;
  std::vector<uint32_t> passed_;
};

}  // namespace

Result<NumberedDominators> dominatorsOfInner(const LiveGraph& graph, DepthFirstTree& tree, Threads threads, double from,
                                             double to, Progress& progress) {
  return SemiNca(graph, tree, threads, progress).run(from, to);
}

}  // namespace heaptrail
