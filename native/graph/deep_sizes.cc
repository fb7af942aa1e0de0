#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"
#include "graph/closures.h"
#include "graph/condensed_graph.h"
#include "graph/group_masks.h"
#include "graph/group_sets.h"
#include "graph/group_sizes.h"
#include "graph/reaching_groups.h"
#include "graph/set_tally.h"

namespace heaptrail {

namespace {

constexpr double kCondensed = 0.45;

/// Calls `visit(object)` for every live object …; false when cancelled.
template <typename Visit>
bool forEachLive(const LiveGraph& graph, Progress& progress, Visit&& visit) {
  const uint64_t objects = graph.heap().objectCount();
  for (uint64_t from = 0; from < objects; from += kObjectsBetweenChecks) {
    graph.live().forEachIn(from, std::min(objects, from + kObjectsBetweenChecks),
                           [&](uint64_t i) { visit(ObjectIndex(static_cast<uint32_t>(i))); });
    if (!progress.advance(0)) return false;
  }
  return true;
}

/// … or `visit(object, i)` for those that `members[i]` tells.
template <typename Visit>
bool forEachLive(const LiveGraph& graph, std::span<const Members> members, Progress& progress, Visit&& visit) {
  uint64_t sinceCheck = 0;
  for (size_t i = 0; i < members.size(); ++i) {
    for (const ObjectIndex object : members[i].objects) {
      if (graph.live().test(object.value())) visit(object, i);
      if (++sinceCheck % kObjectsBetweenChecks == 0 && !progress.advance(0)) return false;
    }
  }
  return true;
}

/// Lets every object know what leads to it: `merge(known, given)` puts what reaches one beside what it knows already.
/// False as soon as `goesOn` is, or when it was cancelled.
template <typename Known, typename Merge, typename GoesOn>
bool sweepComponents(const LiveGraph& graph, const CondensedGraph& condensed, Array<Known>& reaching, Merge&& merge,
                     GoesOn&& goesOn, Progress& progress) {
  constexpr size_t kOffsetsAhead = 24;
  constexpr size_t kReferencesAhead = 16;
  constexpr size_t kNumbersAhead = 8;
  constexpr size_t kMostNumbers = 8;
  const Array<ObjectIndex>& objects = condensed.tree.objects;
  const std::span<const uint32_t> order = condensed.components.downwards();
  const auto prefetchBehind = [&](size_t place) {
    if (place + kOffsetsAhead < order.size()) graph.prefetch(objects[order[place + kOffsetsAhead]]);
    if (place + kReferencesAhead < order.size()) graph.prefetchReferences(objects[order[place + kReferencesAhead]]);
    if (place + kNumbersAhead >= order.size()) return;
    const auto references = graph.heap().references(objects[order[place + kNumbersAhead]]);
    for (size_t r = 0; r < references.size() && r < kMostNumbers; ++r) {
      __builtin_prefetch(&condensed.tree.numbers[references[r].value()]);
      __builtin_prefetch(&reaching[references[r].value()]);
    }
  };
  uint64_t sinceCheck = 0;
  return condensed.forEachDownwards([&](ObjectIndex representative, std::span<const uint32_t> members) {
    prefetchBehind(static_cast<size_t>(members.data() - order.data()));
    Known all = reaching[representative.value()];
    for (const uint32_t number : members) all = merge(all, reaching[condensed.tree.objects[number].value()]);
    for (const uint32_t number : members) {
      const ObjectIndex object = condensed.tree.objects[number];
      reaching[object.value()] = all;
      graph.forEachReference(object, [&](ObjectIndex target) {
        const ObjectIndex next = condensed.representative(graph, target);
        if (next != representative) reaching[next.value()] = merge(reaching[next.value()], all);
      });
    }
    sinceCheck += members.size();
    if (sinceCheck >= kObjectsBetweenChecks && !progress.advance(std::exchange(sinceCheck, 0))) return false;
    return goesOn();
  });
}

/// One sweep per 64 groups: the groups that lead to an object. `seed(sweep, masks)` sets those that it belongs to.
template <typename Seed>
Result<std::vector<Size>> deepByMasks(const LiveGraph& graph, const CondensedGraph& condensed, uint32_t groups,
                                      Seed&& seed, Progress& progress) {
  const Heap& heap = graph.heap();
  std::vector<Size> sizes(groups);
  const uint32_t sweeps = GroupMasks::sweepsOf(groups);
  progress.begin("Computing deep sizes", kCondensed, 1, sweeps * (graph.innerCount() + heap.objectCount()));
  for (uint32_t sweep = 0; sweep < sweeps; ++sweep) {
    Array<uint64_t> reaching(heap.objectCount());
    if (!seed(sweep, reaching)) return cancelledError();
    const bool done = sweepComponents(
        graph, condensed, reaching, [](uint64_t known, uint64_t given) { return known | given; }, [] { return true; },
        progress);
    if (!done) return cancelledError();
    const auto maskOf = [&](ObjectIndex object) { return reaching[object.value()]; };
    if (!tallyMasks(graph, sweep, maskOf, sizes, progress)) return cancelledError();
  }
  return sizes;
}

/// The same of groups of which any object may be a member.
Result<std::vector<Size>> deepByMasks(const LiveGraph& graph, const CondensedGraph& condensed, const GroupMasks& masks,
                                      Progress& progress) {
  const auto seed = [&](uint32_t sweep, Array<uint64_t>& reaching) {
    return forEachLive(graph, progress,
                       [&](ObjectIndex object) { reaching[object.value()] = masks.of(object, sweep); });
  };
  return deepByMasks(graph, condensed, masks.groups(), seed, progress);
}

/// What reaches each object, as small sets.
struct ReachingSets {
  GroupSets sets;
  Array<GroupSets::Set> reaching;

  /// Where nothing has reached an object, it has kAll, which is what new memory holds.
  static GroupSets::Set known(GroupSets::Set set) { return set == GroupSets::kAll ? GroupSets::kEmpty : set; }
};

/// One sweep: a small set per object. `seed(sets, reaching)` gives objects those that they belong to. None where sets
/// are neither few nor small.
template <typename Seed>
Result<std::optional<ReachingSets>> reachBySets(const LiveGraph& graph, const CondensedGraph& condensed,
                                                uint64_t mostElements, Seed&& seed, Progress& progress) {
  ReachingSets found{GroupSets(), Array<GroupSets::Set>(graph.heap().objectCount())};
  if (!seed(found.sets, found.reaching)) return cancelledError();
  const bool done = sweepComponents(
      graph, condensed, found.reaching,
      [&](GroupSets::Set one, GroupSets::Set other) {
        return found.sets.united(ReachingSets::known(one), ReachingSets::known(other));
      },
      [&] { return found.sets.elements() <= mostElements; }, progress);
  if (progress.cancelled()) return cancelledError();
  if (!done) return std::nullopt;
  return found;
}

/// The same, added up by group.
template <typename Seed>
Result<std::optional<std::vector<Size>>> deepBySets(const LiveGraph& graph, const CondensedGraph& condensed,
                                                    uint32_t groups, uint64_t mostElements, Seed&& seed,
                                                    Progress& progress) {
  progress.begin("Computing deep sizes", kCondensed, 1, graph.innerCount() + graph.heap().objectCount());
  const std::optional<ReachingSets> found = TRY(reachBySets(graph, condensed, mostElements, seed, progress));
  if (!found) return std::nullopt;
  const ReachingSets& reached = *found;
  return TRY(sumBySet(
      graph, reached.sets, groups,
      [&](ObjectIndex object) { return ReachingSets::known(reached.reaching[object.value()]); }, progress));
}

/// Gives objects the sets of the groups whose members they are.
bool seedMembers(const LiveGraph& graph, std::span<const Members> members, GroupSets& sets,
                 Array<GroupSets::Set>& reaching, Progress& progress) {
  std::vector<GroupSets::Set> own;
  for (const Members& each : members) {
    GroupSets::Set set = GroupSets::kEmpty;
    for (const uint32_t group : each.groups) set = sets.with(set, group);
    own.push_back(set);
  }
  return forEachLive(graph, members, progress, [&](ObjectIndex object, size_t i) {
    GroupSets::Set& set = reaching[object.value()];
    set = set == GroupSets::kAll ? own[i] : sets.united(set, own[i]);
  });
}

}  // namespace

Result<std::vector<Size>> deepSizes(const LiveGraph& graph, const Partition& partition, Progress& progress) {
  const CondensedGraph condensed = TRY(condense(graph, kCondensed, progress));
  const auto seed = [&](GroupSets& sets, Array<GroupSets::Set>& reaching) {
    return forEachLive(graph, progress, [&](ObjectIndex object) {
      const uint32_t group = partition.groupOf(object);
      if (group != Partition::kNone) reaching[object.value()] = sets.with(GroupSets::kEmpty, group);
    });
  };
  std::optional<std::vector<Size>> sizes =
      TRY(deepBySets(graph, condensed, partition.groups, partition.mostSetElements, seed, progress));
  if (!sizes) return deepByMasks(graph, condensed, GroupMasks(partition), progress);
  return std::move(*sizes);
}

Result<std::vector<Size>> deepSizes(const LiveGraph& graph, std::span<const BitSet> groups, Progress& progress) {
  const CondensedGraph condensed = TRY(condense(graph, kCondensed, progress));
  return deepByMasks(graph, condensed, GroupMasks(groups), progress);
}

Result<std::vector<Size>> deepSizes(const LiveGraph& graph, std::span<const Members> members, uint32_t groups,
                                    Progress& progress, uint64_t mostSetElements) {
  BitSet starts(graph.heap().objectCount());
  if (!forEachLive(graph, members, progress, [&](ObjectIndex object, size_t) { starts.set(object.value()); })) {
    return cancelledError();
  }
  const CondensedGraph condensed = TRY(condense(graph, starts, kCondensed, progress));
  const auto seedSets = [&](GroupSets& sets, Array<GroupSets::Set>& reaching) {
    return seedMembers(graph, members, sets, reaching, progress);
  };
  std::optional<std::vector<Size>> sizes =
      TRY(deepBySets(graph, condensed, groups, mostSetElements, seedSets, progress));
  if (sizes) return std::move(*sizes);
  const auto seedMasks = [&](uint32_t sweep, Array<uint64_t>& reaching) {
    std::vector<uint64_t> own;
    for (const Members& each : members) {
      uint64_t mask = 0;
      for (const uint32_t group : each.groups) {
        if (group / GroupMasks::kPerSweep == sweep) mask |= uint64_t{1} << (group % GroupMasks::kPerSweep);
      }
      own.push_back(mask);
    }
    return forEachLive(graph, members, progress,
                       [&](ObjectIndex object, size_t i) { reaching[object.value()] |= own[i]; });
  };
  return deepByMasks(graph, condensed, groups, seedMasks, progress);
}

Result<std::vector<Size>> deepSizes(const LiveGraph& graph, std::span<const ObjectIndex> objects, Progress& progress) {
  if (objects.size() == 1) {
    // To mark what one leads to takes a fraction of the time, with no cycles to be found first.
    BitSet group(graph.heap().objectCount());
    group.set(objects.front().value());
    progress.begin("Computing deep sizes", 0, 1, graph.heap().objectCount());
    const BitSet deep = TRY(deepClosure(graph, group, progress));
    Size size;
    for (uint64_t from = 0; from < deep.size(); from += kObjectsBetweenChecks) {
      deep.forEachIn(from, std::min(deep.size(), from + kObjectsBetweenChecks), [&](uint64_t i) {
        size += {1, graph.heap().shallowBytes(ObjectIndex(static_cast<uint32_t>(i)))};
      });
      if (!progress.advance(0)) return cancelledError();
    }
    return std::vector{size};
  }
  std::vector<Members> members;
  members.reserve(objects.size());
  for (const ObjectIndex object : objects) members.push_back({{object}, {static_cast<uint32_t>(members.size())}});
  return deepSizes(graph, members, static_cast<uint32_t>(members.size()), progress);
}

Result<std::optional<ReachingGroups>> ReachingGroups::find(const LiveGraph& graph, std::span<const Members> members,
                                                           Progress& progress, uint64_t mostSetElements) {
  const CondensedGraph condensed = TRY(condense(graph, kCondensed, progress));
  progress.begin("Finding what leads to objects", kCondensed, 1, graph.innerCount());
  const auto seed = [&](GroupSets& sets, Array<GroupSets::Set>& reaching) {
    return seedMembers(graph, members, sets, reaching, progress);
  };
  std::optional<ReachingSets> found = TRY(reachBySets(graph, condensed, mostSetElements, seed, progress));
  if (!found) return std::nullopt;
  return ReachingGroups(std::move(found->sets), std::move(found->reaching));
}

}  // namespace heaptrail
