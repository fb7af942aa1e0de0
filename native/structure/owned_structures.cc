#include "structure/owned_structures.h"

#include <utility>
#include <vector>

#include "base/array.h"

namespace heaptrail {

namespace {

constexpr uint64_t kStructuresBetweenChecks = 1 << 12;

/// The dominator tree of the heads alone, with the question who is above whom answered in constant time.
class HeadTree {
 public:
  HeadTree(const LiveGraph& graph, const Dominators& dominators, const Structures& structures)
      : enter_(structures.count()), leave_(structures.count()) {
    const std::vector<StructureIndex> parents = nearestHeads(graph, dominators, structures);
    number(parents);
  }

  /// Whether `above` is on every path from the roots to the head of `below`; no structure is above itself.
  bool dominates(StructureIndex above, StructureIndex below) const {
    return enter_[above.value()] < enter_[below.value()] && leave_[below.value()] <= leave_[above.value()];
  }

 private:
  /// Each head's nearest head above, found by climbing the dominator tree; what a climb learns is kept, so that no
  /// object is passed twice.
  static std::vector<StructureIndex> nearestHeads(const LiveGraph& graph, const Dominators& dominators,
                                                  const Structures& structures) {
    constexpr uint32_t kUnknown = 0;
    constexpr uint32_t kNobody = 1;
    constexpr uint32_t kFirstHead = 2;
    Array<uint32_t> nearest(graph.heap().objectCount());  // by object, itself included
    for (uint32_t i = 0; i < structures.count(); ++i)
      nearest[structures.head(StructureIndex(i)).value()] = kFirstHead + i;
    std::vector<StructureIndex> parents(structures.count());
    std::vector<ObjectIndex> climbed;
    for (uint32_t i = 0; i < structures.count(); ++i) {
      ObjectIndex above = dominators.immediateDominator(structures.head(StructureIndex(i)));
      while (above.exists() && nearest[above.value()] == kUnknown) {
        climbed.push_back(above);
        above = dominators.immediateDominator(above);
      }
      const uint32_t found = above.exists() ? nearest[above.value()] : kNobody;
      for (const ObjectIndex passed : climbed) nearest[passed.value()] = found;
      climbed.clear();
      if (found != kNobody) parents[i] = StructureIndex(found - kFirstHead);
    }
    return parents;
  }

  /// Numbers the tree from top to bottom: what is below a head has the numbers between its own two.
  void number(const std::vector<StructureIndex>& parents) {
    const auto count = static_cast<uint32_t>(parents.size());
    std::vector<uint32_t> firsts(size_t{count} + 2);  // children of each, those of nobody last
    const auto placeOf = [count](StructureIndex parent) { return parent.exists() ? parent.value() : count; };
    for (const StructureIndex parent : parents) ++firsts[placeOf(parent) + 1];
    for (uint32_t i = 0; i <= count; ++i) firsts[i + 1] += firsts[i];
    std::vector<uint32_t> children(count);
    std::vector<uint32_t> next(firsts.begin(), firsts.end() - 1);
    for (uint32_t i = 0; i < count; ++i) children[next[placeOf(parents[i])]++] = i;
    // Again from the start of each, now as how far the walk is.
    next.assign(firsts.begin(), firsts.end() - 1);
    uint32_t steps = 0;
    std::vector<uint32_t> path = {count};
    while (!path.empty()) {
      const uint32_t top = path.back();
      if (next[top] < firsts[top + 1]) {
        const uint32_t child = children[next[top]++];
        enter_[child] = ++steps;
        path.push_back(child);
      } else {
        if (top < count) leave_[top] = steps;
        path.pop_back();
      }
    }
  }

  Array<uint32_t> enter_;
  Array<uint32_t> leave_;
};

}  // namespace

// An owner of a structure is above all that contain it, so it owns each of those, or is it. The topmost owner of a
// container therefore is the only one of its owners that must be tried: if any of them is above, it is. Topmost owners
// only ever rise, so this ends.
Result<BitSet> findOwned(const LiveGraph& graph, const Dominators& dominators, const Structures& structures,
                         Progress& progress) {
  const HeadTree tree(graph, dominators, structures);
  Array<StructureIndex> owner(structures.count());
  for (StructureIndex& structure : owner) structure = StructureIndex::none();
  BitSet waiting = BitSet::full(structures.count());
  std::vector<StructureIndex> work;
  for (uint32_t i = structures.count(); i > 0; --i) work.emplace_back(i - 1);
  uint64_t sinceCheck = 0;
  while (!work.empty()) {
    const StructureIndex container = work.back();
    work.pop_back();
    waiting.clear(container.value());
    const StructureIndex above = owner[container.value()];
    for (const StructureIndex inside : structures.contained(container)) {
      StructureIndex candidate;
      if (tree.dominates(container, inside)) {
        candidate = above.exists() ? above : container;
      } else if (above.exists() && tree.dominates(above, inside)) {
        candidate = above;
      } else {
        continue;
      }
      StructureIndex& known = owner[inside.value()];
      if (known.exists() && !tree.dominates(candidate, known)) continue;
      known = candidate;
      if (waiting.insert(inside.value())) work.push_back(inside);
    }
    if (++sinceCheck == kStructuresBetweenChecks) {
      sinceCheck = 0;
      if (!progress.advance(kStructuresBetweenChecks)) return cancelledError();
    }
  }
  BitSet owned(structures.count());
  for (uint32_t i = 0; i < structures.count(); ++i) {
    if (owner[i].exists()) owned.set(i);
  }
  return owned;
}

}  // namespace heaptrail
