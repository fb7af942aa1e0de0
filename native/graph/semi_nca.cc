#include "graph/semi_nca.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "model/columns.h"

namespace heaptrail {

namespace {

constexpr uint32_t kRoot = DepthFirstTree::kVirtualRoot;
constexpr uint32_t kFirst = DepthFirstTree::kFirst;
constexpr uint32_t kNumbersBetweenChecks = 1 << 16;
constexpr double kReferrersCollected = 0.5;  // of the time here
constexpr uint64_t kPlacesAhead = 16;        // the processor fetches for references so far ahead

class SemiNca {
 public:
  SemiNca(DepthFirstTree& tree, ReferencesBeside beside, Progress& progress)
      : tree_(tree),
        beside_(std::move(beside)),
        progress_(progress),
        semi_(std::move(beside_.leastAbove)),
        label_(tree.end) {}

  Result<NumberedDominators> run(double from, double to) {
    const double collected = from + kReferrersCollected * (to - from);
    progress_.begin("Collecting referrers", from, collected, beside_.backwardTargets.size() + tree_.end);
    if (!collectReferrers()) return cancelledError();
    progress_.begin("Finding dominators", collected, to, tree_.end);
    ancestor_ = Array<uint32_t>(tree_.end);
    std::copy(tree_.parents.begin(), tree_.parents.begin() + tree_.end, ancestor_.begin());
    if (!findSemidominators()) return cancelledError();
    referrers_.reset();
    offsets_ = Offsets();
    return findDominators();
  }

 private:
  /// Turns the references that lead backwards round: what they come from, by what they lead to. On one thread, because
  /// several would wait for each other at those few objects that half a heap refers to.
  bool collectReferrers() {
    Array<uint32_t> degrees(tree_.end + 1);
    if (!countReferrers(degrees)) return false;
    offsets_ = Offsets::fromDegrees(std::move(degrees));
    referrers_ = Array<uint32_t>(offsets_.total());
    if (!putDownReferrers()) return false;
    beside_ = ReferencesBeside();
    return true;
  }

  /// On the way puts the targets' numbers where the targets were.
  bool countReferrers(Array<uint32_t>& degrees) {
    GrowingArray<uint32_t>& targets = beside_.backwardTargets;
    for (uint64_t i = 0; i < targets.size(); ++i) {
      if (i + kPlacesAhead < targets.size()) __builtin_prefetch(tree_.numbers.data() + targets[i + kPlacesAhead]);
      targets[i] = tree_.numbers[targets[i]];
      ++degrees[targets[i]];
      if (i % kNumbersBetweenChecks == 0 && !progress_.advance(kNumbersBetweenChecks)) return false;
    }
    return true;
  }

  bool putDownReferrers() {
    const GrowingArray<uint32_t>& targets = beside_.backwardTargets;
    uint64_t next = 0;
    for (uint32_t number = kFirst; number < tree_.end; ++number) {
      for (const uint64_t end = next + beside_.backwardCounts[number]; next < end; ++next) {
        if (next + kPlacesAhead < targets.size()) prefetchPlace(targets[next + kPlacesAhead]);
        // Until labels are needed they count how many referrers have been put down.
        referrers_[offsets_[targets[next]] + label_[targets[next]]++] = number;
      }
      if (number % kNumbersBetweenChecks == 0 && !progress_.advance(kNumbersBetweenChecks)) return false;
    }
    return true;
  }

  void prefetchPlace(uint32_t number) const {
    offsets_.prefetch(number);
    __builtin_prefetch(label_.data() + number, 1);
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

  DepthFirstTree& tree_;
  ReferencesBeside beside_;
  Progress& progress_;
  Array<uint32_t> semi_;
  Array<uint32_t> label_;     // the least semidominator found on the way up so far
  Array<uint32_t> ancestor_;  // where the way up goes on
  Offsets offsets_;           // by number: where its referrers begin
  Array<uint32_t> referrers_;
  std::vector<uint32_t> passed_;
};

}  // namespace

Result<NumberedDominators> dominatorsOfInner(DepthFirstTree& tree, ReferencesBeside beside, double from, double to,
                                             Progress& progress) {
  return SemiNca(tree, std::move(beside), progress).run(from, to);
}

}  // namespace heaptrail
