#include "base/try.h"
#include "graph/depth_first.h"
#include "graph/downward_sweep.h"
#include "graph/group_masks.h"
#include "graph/group_sets.h"
#include "graph/group_sizes.h"
#include "graph/set_tally.h"

namespace heaptrail {

namespace {

constexpr double kWalked = 0.4;

Result<Array<ObjectIndex>> sweepOrder(const LiveGraph& graph, Progress& progress) {
  progress.begin("Walking the references", 0, kWalked, graph.innerCount());
  const DepthFirstTree tree = TRY(walkDepthFirst(graph, ClassObjects::kKeptByInstances, progress));
  return reversePostorder(tree, progress);
}

/// One sweep per 64 groups: the groups that an object survives are those whose members do not stand on every path.
Result<std::vector<Size>> retainedByMasks(const LiveGraph& graph, const Array<ObjectIndex>& order,
                                          const GroupMasks& masks, Progress& progress) {
  const Heap& heap = graph.heap();
  std::vector<Size> sizes(masks.groups());
  progress.begin("Computing retained sizes", kWalked, 1, masks.sweeps() * (order.size() + heap.objectCount()));
  for (uint32_t sweep = 0; sweep < masks.sweeps(); ++sweep) {
    Array<uint64_t> survived(heap.objectCount());
    for (const ObjectIndex root : graph.rootObjects()) survived[root.value()] = ~masks.of(root, sweep);
    const bool done = sweepDownwards(
        graph, order, progress, [&](ObjectIndex object) { return survived[object.value()]; },
        [&](ObjectIndex target, uint64_t given) {
          uint64_t& mask = survived[target.value()];
          if ((given & ~mask) == 0) return false;
          const uint64_t gained = given & ~masks.of(target, sweep);
          if ((gained & ~mask) == 0) return false;
          mask |= gained;
          return true;
        },
        [&](ObjectIndex target) { __builtin_prefetch(&survived[target.value()]); }, [] { return true; });
    if (!done) return cancelledError();
    const auto lost = [&](ObjectIndex object) { return ~survived[object.value()]; };
    if (!tallyMasks(graph, sweep, lost, sizes, progress)) return cancelledError();
  }
  return sizes;
}

}  // namespace

Result<std::vector<Size>> retainedSizes(const LiveGraph& graph, const Partition& partition, Progress& progress) {
  const Array<ObjectIndex> order = TRY(sweepOrder(graph, progress));
  const Heap& heap = graph.heap();
  progress.begin("Computing retained sizes", kWalked, 1, order.size() + heap.objectCount());
  GroupSets sets;
  const auto withOwn = [&](GroupSets::Set set, ObjectIndex object) {
    const uint32_t group = partition.groupOf(object);
    return group == Partition::kNone ? set : sets.with(set, group);
  };
  Array<GroupSets::Set> through(heap.objectCount());  // by object: what all its referrers' sets have in common
  for (const ObjectIndex root : graph.rootObjects()) through[root.value()] = GroupSets::kEmpty;
  const bool done = sweepDownwards(
      graph, order, progress, [&](ObjectIndex object) { return withOwn(through[object.value()], object); },
      [&](ObjectIndex target, GroupSets::Set given) {
        GroupSets::Set& set = through[target.value()];
        const GroupSets::Set common = sets.common(set, given);
        const bool changed = common != set;
        set = common;
        return changed;
      },
      [&](ObjectIndex target) { __builtin_prefetch(&through[target.value()]); },
      [&] { return sets.elements() <= partition.mostSetElements; });
  if (!done && progress.cancelled()) return cancelledError();
  if (!done) return retainedByMasks(graph, order, GroupMasks(partition), progress);
  return sumBySet(
      graph, sets, partition.groups, [&](ObjectIndex object) { return withOwn(through[object.value()], object); },
      progress);
}

Result<std::vector<Size>> retainedSizes(const LiveGraph& graph, std::span<const BitSet> groups, Progress& progress) {
  const Array<ObjectIndex> order = TRY(sweepOrder(graph, progress));
  return retainedByMasks(graph, order, GroupMasks(groups), progress);
}

}  // namespace heaptrail
