#include <algorithm>
#include <utility>

#include "graph/condensed_graph.h"
#include "graph/group_masks.h"
#include "graph/group_sets.h"
#include "graph/group_sizes.h"
#include "graph/set_tally.h"

namespace heaptrail {

namespace {

constexpr double kCondensed = 0.45;

/// One sweep per 64 groups: the groups that lead to an object.
Result<std::vector<Size>> deepByMasks(const LiveGraph& graph, const CondensedGraph& condensed, const GroupMasks& masks,
                                      Progress& progress) {
  const Heap& heap = graph.heap();
  std::vector<Size> sizes(masks.groups());
  progress.begin("Computing deep sizes", kCondensed, 1, masks.sweeps() * (graph.innerCount() + heap.objectCount()));
  for (uint32_t sweep = 0; sweep < masks.sweeps(); ++sweep) {
    Array<uint64_t> reaching(heap.objectCount());
    uint64_t sinceCheck = 0;
    const bool done = condensed.forEachDownwards([&](ObjectIndex representative, std::span<const uint32_t> members) {
      uint64_t mask = reaching[representative.value()];
      for (const uint32_t number : members) mask |= masks.of(condensed.tree.objects[number], sweep);
      for (const uint32_t number : members) {
        const ObjectIndex object = condensed.tree.objects[number];
        reaching[object.value()] = mask;
        graph.forEachReference(object, [&](ObjectIndex target) {
          const ObjectIndex next = condensed.representative(graph, target);
          if (next != representative) reaching[next.value()] |= mask;
        });
      }
      sinceCheck += members.size();
      if (sinceCheck < (1 << 16)) return true;
      return progress.advance(std::exchange(sinceCheck, 0));
    });
    if (!done) return cancelledError();
    const auto maskOf = [&](ObjectIndex object) {
      return reaching[object.value()] | (graph.isInner(object) ? 0 : masks.of(object, sweep));
    };
    if (!masks.tally(graph, sweep, maskOf, sizes, progress)) return cancelledError();
  }
  return sizes;
}

}  // namespace

Result<std::vector<Size>> deepSizes(const LiveGraph& graph, const Partition& partition, Progress& progress) {
  const Result<CondensedGraph> condensed = condense(graph, kCondensed, progress);
  if (!condensed) return std::unexpected(condensed.error());
  const Heap& heap = graph.heap();
  progress.begin("Computing deep sizes", kCondensed, 1, graph.innerCount() + heap.objectCount());
  GroupSets sets;
  const auto withOwn = [&](GroupSets::Set set, ObjectIndex object) {
    const uint32_t group = partition.groupOf(object);
    return group == Partition::kNone ? set : sets.with(set, group);
  };
  Array<GroupSets::Set> reaching(heap.objectCount());  // by object; of an inner one, its own group included
  // Nothing has reached an object yet: kAll, which is what new memory holds, means that here.
  const auto known = [&](ObjectIndex object) {
    return reaching[object.value()] == GroupSets::kAll ? GroupSets::kEmpty : reaching[object.value()];
  };
  uint64_t sinceCheck = 0;
  bool cancelled = false;
  const bool done = condensed->forEachDownwards([&](ObjectIndex representative, std::span<const uint32_t> members) {
    GroupSets::Set set = known(representative);
    for (const uint32_t number : members) set = withOwn(set, condensed->tree.objects[number]);
    for (const uint32_t number : members) {
      const ObjectIndex object = condensed->tree.objects[number];
      reaching[object.value()] = set;
      graph.forEachReference(object, [&](ObjectIndex target) {
        const ObjectIndex next = condensed->representative(graph, target);
        if (next != representative) reaching[next.value()] = sets.united(known(next), set);
      });
    }
    sinceCheck += members.size();
    if (sinceCheck >= (1 << 16)) cancelled = !progress.advance(std::exchange(sinceCheck, 0));
    return !cancelled && sets.elements() <= partition.mostSetElements;
  });
  if (cancelled) return cancelledError();
  if (!done) return deepByMasks(graph, *condensed, GroupMasks(partition), progress);
  return sumBySet(
      graph, sets, partition.groups,
      [&](ObjectIndex object) { return graph.isInner(object) ? known(object) : withOwn(known(object), object); },
      progress);
}

Result<std::vector<Size>> deepSizes(const LiveGraph& graph, std::span<const BitSet> groups, Progress& progress) {
  const Result<CondensedGraph> condensed = condense(graph, kCondensed, progress);
  if (!condensed) return std::unexpected(condensed.error());
  return deepByMasks(graph, *condensed, GroupMasks(groups), progress);
}

Result<std::vector<Size>> deepSizes(const LiveGraph& graph, std::span<const ObjectIndex> objects, Progress& progress) {
  std::vector<std::pair<ObjectIndex, uint32_t>> places;
  for (const ObjectIndex object : objects) places.emplace_back(object, static_cast<uint32_t>(places.size()));
  std::ranges::sort(places);
  BitSet members(graph.heap().objectCount());
  for (const ObjectIndex object : objects) members.set(object.value());
  const Partition each{.groups = static_cast<uint32_t>(places.size()), .groupOf = [&](ObjectIndex object) {
                         if (!members.test(object.value())) return Partition::kNone;
                         return std::ranges::lower_bound(places, std::pair(object, uint32_t{0}))->second;
                       }};
  return deepSizes(graph, each, progress);
}

}  // namespace heaptrail
