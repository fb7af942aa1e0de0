#include "graph/depth_first.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace heaptrail {

namespace {

/// An object the walk may go to, and from where.
struct Step {
  ObjectIndex object;
  uint32_t parent;
};

/// For walks that are about the tree alone.
class NothingBeside {
 public:
  void reached(uint32_t, uint32_t) {}
  void reachedAgain(uint32_t, uint32_t) {}
  void metAgain(ObjectIndex, uint32_t) {}
};

class Beside {
 public:
  Beside(const LiveGraph& graph, ReferencesBeside& result) : roots_(graph.heap().objectCount()), result_(result) {
    result_.leastAbove = Array<uint32_t>(graph.innerCount() + DepthFirstTree::kFirst);
    result_.backwardCounts = Array<uint32_t>(graph.innerCount() + DepthFirstTree::kFirst);
    for (const ObjectIndex root : graph.rootObjects()) roots_.set(root.value());
  }

  /// A number was given to what `from` leads to.
  void reached(uint32_t number, uint32_t from) { result_.leastAbove[number] = from; }
  /// It had got its number on another way since `from` was looked at, so `from` is above it.
  void reachedAgain(uint32_t number, uint32_t from) {
    result_.leastAbove[number] = std::min(result_.leastAbove[number], from);
  }
  /// It had its number when `from` was looked at.
  void metAgain(ObjectIndex target, uint32_t from) {
    if (roots_.test(target.value())) return;
    ++result_.backwardCounts[from];
    result_.backwardTargets.push_back(target.value());
  }

 private:
  BitSet roots_;
  ReferencesBeside& result_;
};

template <typename Other>
class Walk {
 public:
  Walk(const LiveGraph& graph, ClassObjects classObjects, Other beside)
      : graph_(graph), classObjects_(classObjects), beside_(std::move(beside)), seen_(graph.heap().objectCount()) {
    tree_.numbers = Array<uint32_t>(graph.heap().objectCount());
    tree_.objects = Array<ObjectIndex>(graph.innerCount() + DepthFirstTree::kFirst);
    tree_.parents = Array<uint32_t>(graph.innerCount() + DepthFirstTree::kFirst);
  }

  Result<DepthFirstTree> run(const BitSet& starts, Progress& progress) {
    bool goesOn = true;
    starts.forEach([&](uint64_t i) {
      if (!goesOn) return;
      push(ObjectIndex(static_cast<uint32_t>(i)), DepthFirstTree::kVirtualRoot);
      goesOn = goOn(progress);
    });
    if (!goesOn) return cancelledError();
    return std::move(tree_);
  }

  Result<DepthFirstTree> run(Progress& progress) {
    const auto roots = graph_.rootObjects();
    for (size_t i = roots.size(); i > 0; --i) push(roots[i - 1], DepthFirstTree::kVirtualRoot);
    if (!goOn(progress)) return cancelledError();
    const uint32_t objects = classObjects_ == ClassObjects::kOnlyReferred ? graph_.heap().objectCount() : 0;
    for (uint32_t i = 0; i < objects; ++i) {
      push(ObjectIndex(i), DepthFirstTree::kVirtualRoot);
      if (!goOn(progress)) return cancelledError();
    }
    return std::move(tree_);
  }

 private:
  // All places an object leads to wait on the stack, and the first to be taken off makes the tree's edge: the object
  // is then still below the one that pushed it. (Pushing them at once, instead of one by one on the way back, lets the
  // processor fetch the next while it works on this one.)
  void push(ObjectIndex object, uint32_t parent) {
    if (!graph_.isInner(object)) return;
    if (seen_.test(object.value())) {
      beside_.metAgain(object, parent);
      return;
    }
    graph_.prefetch(object);
    stack_.push_back({object, parent});
  }

  bool goOn(Progress& progress) {
    while (!stack_.empty()) {
      const Step step = stack_.back();
      stack_.pop_back();
      if (!seen_.insert(step.object.value())) {
        beside_.reachedAgain(tree_.numbers[step.object.value()], step.parent);
        continue;
      }
      const uint32_t number = tree_.end++;
      tree_.numbers[step.object.value()] = number;
      beside_.reached(number, step.parent);
      tree_.objects[number] = step.object;
      tree_.parents[number] = step.parent;
      targets_.clear();
      graph_.forEachTarget(step.object, classObjects_, [&](ObjectIndex target) {
        if (target != step.object) targets_.push_back(target);
      });
      // The last one pushed is visited first: so the walk takes references in their order.
      for (size_t i = targets_.size(); i > 0; --i) push(targets_[i - 1], number);
      if (!stack_.empty()) graph_.prefetchReferences(stack_.back().object);
      if (number % kObjectsBetweenChecks == 0 && !progress.advance(kObjectsBetweenChecks)) return false;
    }
    return true;
  }

  const LiveGraph& graph_;
  ClassObjects classObjects_;
  Other beside_;
  DepthFirstTree tree_;
  BitSet seen_;
  std::vector<Step> stack_;
  std::vector<ObjectIndex> targets_;
};

}  // namespace

Result<DepthFirstTree> walkDepthFirst(const LiveGraph& graph, ClassObjects classObjects, Progress& progress) {
  return Walk(graph, classObjects, NothingBeside()).run(progress);
}

Result<DepthFirstTree> walkDepthFirst(const LiveGraph& graph, ReferencesBeside& beside, Progress& progress) {
  return Walk(graph, ClassObjects::kKeptByInstances, Beside(graph, beside)).run(progress);
}

Result<DepthFirstTree> walkDepthFirst(const LiveGraph& graph, const BitSet& starts, Progress& progress) {
  return Walk(graph, ClassObjects::kOnlyReferred, NothingBeside()).run(starts, progress);
}

namespace {

/// `entryOf(number)` of each inner object, in reverse postorder.
template <typename Entry, typename EntryOf>
Result<Array<Entry>> inReversePostorder(const DepthFirstTree& tree, Progress& progress, EntryOf&& entryOf) {
  constexpr uint32_t kBetweenChecks = 1 << 20;
  // In a tree with preorder numbers, an object's place in postorder is number + size of its subtree - depth, up to a
  // constant. Sizes fold upwards, depths downwards. A subtree's size is needed last where the depth is found, so that
  // one column has both.
  Array<uint32_t> sizes(tree.end);
  for (uint32_t n = tree.end - 1; n >= DepthFirstTree::kFirst; --n) {
    ++sizes[n];
    sizes[tree.parents[n]] += sizes[n];
    if (n % kBetweenChecks == 0 && !progress.advance(0)) return cancelledError();
  }
  Array<uint32_t>& depths = sizes;
  depths[DepthFirstTree::kVirtualRoot] = 0;
  const uint32_t count = tree.end - DepthFirstTree::kFirst;
  Array<Entry> order(count);
  for (uint32_t n = DepthFirstTree::kFirst; n < tree.end; ++n) {
    const uint32_t depth = depths[tree.parents[n]] + 1;
    const uint32_t postorder = (n - DepthFirstTree::kFirst) + sizes[n] - depth;
    depths[n] = depth;
    order[count - 1 - postorder] = entryOf(n);
    if (n % kBetweenChecks == 0 && !progress.advance(0)) return cancelledError();
  }
  return order;
}

}  // namespace

Result<Array<ObjectIndex>> reversePostorder(const DepthFirstTree& tree, Progress& progress) {
  return inReversePostorder<ObjectIndex>(tree, progress, [&](uint32_t number) { return tree.objects[number]; });
}

Result<Array<uint32_t>> numbersInReversePostorder(const DepthFirstTree& tree, Progress& progress) {
  return inReversePostorder<uint32_t>(tree, progress, [](uint32_t number) { return number; });
}

}  // namespace heaptrail
