#include "graph/components.h"

#include <algorithm>
#include <vector>

namespace heaptrail {

namespace {

constexpr uint64_t kAhead = 12;

}  // namespace

Result<Components> Components::find(const LiveGraph& graph, const DepthFirstTree& tree, Progress& progress) {
  Components result;
  const Result<Array<ObjectIndex>> ordered = reversePostorder(tree, progress);
  if (!ordered) return std::unexpected(ordered.error());
  const Array<ObjectIndex>& order = *ordered;
  result.representatives_ = Array<uint32_t>(tree.end);  // 0 where the component is not complete yet
  result.members_ = Array<uint32_t>(order.size());
  Array<uint32_t> lowest(tree.end);  // the lowest number known to be in the same component
  std::vector<uint32_t> open;        // finished objects of incomplete components
  uint64_t placed = 0;
  // From the last of the reverse postorder to the first: each object after all its descendants.
  for (uint64_t i = order.size(); i > 0; --i) {
    if (i > 2 * kAhead) graph.prefetch(order[i - 1 - 2 * kAhead]);
    if (i > kAhead) graph.prefetchReferences(order[i - 1 - kAhead]);
    const ObjectIndex object = order[i - 1];
    const uint32_t number = tree.numbers[object.value()];
    uint32_t low = number;
    graph.forEachReference(object, [&](ObjectIndex target) {
      if (!graph.isInner(target)) return;
      const uint32_t targetNumber = tree.numbers[target.value()];
      if (result.representatives_[targetNumber] != 0) return;
      // A descendant brings what it found; anything else that is still open is an ancestor, or reaches one.
      low = std::min(low, targetNumber > number ? lowest[targetNumber] : targetNumber);
    });
    lowest[number] = low;
    open.push_back(number);
    if (low == number) {
      // All of the component lies on top, and this object's number is the lowest of them.
      const auto first = std::ranges::find_if(open.rbegin(), open.rend(), [&](uint32_t n) { return n < number; });
      for (auto member = first.base(); member != open.end(); ++member) {
        result.representatives_[*member] = number;
        result.members_[placed++] = *member;
      }
      open.erase(first.base(), open.end());
    }
    if (i % kObjectsBetweenChecks == 0 && !progress.advance(kObjectsBetweenChecks)) return cancelledError();
  }
  return result;
}

}  // namespace heaptrail
