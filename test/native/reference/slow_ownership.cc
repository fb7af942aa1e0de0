#include "reference/slow_ownership.h"

#include <set>
#include <vector>

#include "graph/strong_references.h"

namespace heaptrail::test {

namespace {

class SlowOwnership {
 public:
  SlowOwnership(const LiveGraph& graph, const ObjectGroups& groups) : heap_(graph.heap()), groups_(groups) {
    graph.live().forEach([&](uint64_t i) { live_.push_back(static_cast<uint32_t>(i)); });
    for (const uint32_t object : live_) {
      forEachStrongReference(heap_, graph.weak(), ObjectIndex(object), heap_.typeOf(ObjectIndex(object)),
                             [&](ObjectIndex target) {
                               if (groups_.isBlock[groupOf(target.value())] == 0) {
                                 references_.emplace_back(object, target.value());
                               }
                             });
    }
    for (const uint32_t object : live_) cycles_[object] = cycleOf(object);
  }

  std::map<std::pair<uint32_t, uint32_t>, SlowArc> arcs() {
    std::map<std::pair<uint32_t, uint32_t>, SlowArc> arcs;
    const auto add = [&](uint32_t from, uint32_t target, bool isInside) {
      SlowArc& arc = arcs[{from, groupOf(target)}];
      ++arc.references;
      if (!isInside) arc.owned += owned(target) / referencesTo(target);
    };
    for (const auto& [from, to] : references_) add(groupOf(from), to, cycles_[from].contains(to));
    for (const BlockRoot& root : groups_.roots) add(root.block, root.object.value(), false);
    return arcs;
  }

 private:
  uint32_t groupOf(uint32_t object) const { return groups_.groupOf[object]; }

  std::set<uint32_t> reachable(uint32_t start) const {
    std::set<uint32_t> reached{start};
    for (bool grew = true; grew;) {
      grew = false;
      for (const auto& [from, to] : references_) grew |= reached.contains(from) && reached.insert(to).second;
    }
    return reached;
  }
  std::set<uint32_t> cycleOf(uint32_t object) const {
    std::set<uint32_t> cycle;
    for (const uint32_t other : reachable(object)) {
      if (reachable(other).contains(object)) cycle.insert(other);
    }
    return cycle;
  }

  /// Of all objects that lead to each other together, references from elsewhere.
  double referencesTo(uint32_t object) const {
    const std::set<uint32_t>& cycle = cycles_.at(object);
    double count = 0;
    for (const auto& [from, to] : references_) count += cycle.contains(to) && !cycle.contains(from) ? 1 : 0;
    for (const BlockRoot& root : groups_.roots) count += cycle.contains(root.object.value()) ? 1 : 0;
    return count;
  }

  double owned(uint32_t object) const {
    const std::set<uint32_t>& cycle = cycles_.at(object);
    double sum = 0;
    for (const uint32_t member : cycle) sum += static_cast<double>(heap_.shallowBytes(ObjectIndex(member)));
    for (const auto& [from, to] : references_) {
      if (cycle.contains(from) && !cycle.contains(to)) sum += owned(to) / referencesTo(to);
    }
    return sum;
  }

  const Heap& heap_;
  const ObjectGroups& groups_;
  std::vector<uint32_t> live_;
  std::vector<std::pair<uint32_t, uint32_t>> references_;
  std::map<uint32_t, std::set<uint32_t>> cycles_;
};

}  // namespace

std::map<std::pair<uint32_t, uint32_t>, SlowArc> slowOwnership(const LiveGraph& graph, const ObjectGroups& groups) {
  return SlowOwnership(graph, groups).arcs();
}

}  // namespace heaptrail::test
