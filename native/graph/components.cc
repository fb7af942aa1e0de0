#include "graph/components.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/try.h"

namespace heaptrail {

namespace {

constexpr uint64_t kAhead = 12;

}  // namespace

Result<Components> Components::find(const LiveGraph& graph, DepthFirstTree& tree, Progress& progress) {
  Array<uint32_t> ordered = TRY(numbersInReversePostorder(tree, progress));
  // Members are written from the back to where the order was read already: of all that was read, at most as many are
  // members of complete components.
  Array<uint32_t> order = std::move(ordered);
  uint64_t placed = order.size();
  Components result;
  result.begins_ = BitSet(order.size());
  BitSet complete(tree.end);
  // While a component is not complete, the lowest number known to be in it; then its representative. What stands here
  // before are parents, which nobody reads any more.
  Array<uint32_t> lowest = std::move(tree.parents);
  std::vector<uint32_t> open;  // finished objects of incomplete components
  // From the last of the reverse postorder to the first: each object after all its descendants.
  for (uint64_t i = order.size(); i > 0; --i) {
    if (i > 2 * kAhead) graph.prefetch(tree.objects[order[i - 1 - 2 * kAhead]]);
    if (i > kAhead) graph.prefetchReferences(tree.objects[order[i - 1 - kAhead]]);
    const uint32_t number = order[i - 1];
    uint32_t low = number;
    graph.forEachReference(tree.objects[number], [&](ObjectIndex target) {
      if (!graph.isInner(target)) return;
      const uint32_t targetNumber = tree.numbers[target.value()];
      if (complete.test(targetNumber)) return;
      // A descendant brings what it found; anything else that is still open is an ancestor, or reaches one.
      low = std::min(low, targetNumber > number ? lowest[targetNumber] : targetNumber);
    });
    lowest[number] = low;
    open.push_back(number);
    if (low == number) {
      // All of the component lies on top, and this object's number is the lowest of them.
      const auto first = std::ranges::find_if(open.rbegin(), open.rend(), [&](uint32_t n) { return n < number; });
      for (auto member = first.base(); member != open.end(); ++member) {
        lowest[*member] = number;
        complete.set(*member);
        order[--placed] = *member;
      }
      result.begins_.set(placed);
      open.erase(first.base(), open.end());
    }
    if (i % kObjectsBetweenChecks == 0 && !progress.advance(kObjectsBetweenChecks)) return cancelledError();
  }
  for (uint32_t number = DepthFirstTree::kFirst; number < tree.end; ++number) {
    if (lowest[number] != number) tree.numbers[tree.objects[number].value()] = lowest[number];
  }
  result.members_ = std::move(order);
  return result;
}

}  // namespace heaptrail
