// Sizes of many groups at once, against the closures of each, computed from the definitions.
#include "graph/group_sizes.h"

#include <gtest/gtest.h>

#include <random>

#include "graph/group_sets.h"
#include "reference/live_graphs.h"
#include "reference/random_shapes.h"
#include "reference/slow_closures.h"
#include "support/sanitized.h"

namespace heaptrail {
namespace {

using namespace test;

Partition byNumber(const std::vector<uint32_t>& groups, uint32_t count) {
  return {.groups = count, .groupOf = [&groups](ObjectIndex object) { return groups[object.value()]; }};
}

TEST(GroupSizes, TellWhatTwoKindsOfCachesRetainThoughTheyShare) {
  const DrawnHeap drawn =
      draw("root→A:Cache,B:Cache,C:Other A→a:Entry B→b:Entry C→c:Entry a→X:Product b→X c→Y:Product bytes:X=1000");
  const auto& types = drawn.heap->symbols().types;
  const Partition byType{.groups = static_cast<uint32_t>(types.size()),
                         .groupOf = [&](ObjectIndex object) { return drawn.heap->typeOf(object).value(); }};
  Progress progress;
  const auto retained = *retainedSizes(liveGraph(drawn.heap), byType, progress);
  const auto deep = *deepSizes(liveGraph(drawn.heap), byType, progress);
  for (uint32_t t = 0; t < types.size(); ++t) {
    if (types[t].name == "Cache") {
      EXPECT_EQ(retained[t], (Size{5, 4 * 16 + 1000}));
    }
    if (types[t].name == "Entry") {
      EXPECT_EQ(retained[t], (Size{5, 4 * 16 + 1000}));
    }
    if (types[t].name == "Other") {
      EXPECT_EQ(deep[t], (Size{3, 48}));
    }
  }
}

TEST(GroupSizes, OfAnyPartitionAgreeWithTheDefinitionOnRandomHeaps) {
  for (uint32_t seed = 0; seed < randomCases(10000); ++seed) {
    const auto heap = randomShape(45, seed);
    const WeakReferences weak = seed % 3 == 0 ? WeakReferences::kKeepAlive : WeakReferences::kDoNotKeepAlive;
    std::mt19937 random(seed);
    const auto count = static_cast<uint32_t>(1 + random() % (seed % 2 == 0 ? 6 : 70));
    std::vector<uint32_t> groups(heap->objectCount());
    for (uint32_t& group : groups) {
      group = random() % 5 == 0 ? Partition::kNone : static_cast<uint32_t>(random() % count);
    }
    const LiveGraph graph = liveGraph(heap, weak);
    Progress progress;
    const auto retained = *retainedSizes(graph, byNumber(groups, count), progress);
    const auto deep = *deepSizes(graph, byNumber(groups, count), progress);
    Partition withoutSets = byNumber(groups, count);
    withoutSets.mostSetElements = 0;
    ASSERT_EQ(*retainedSizes(graph, withoutSets, progress), retained) << "seed " << seed;
    ASSERT_EQ(*deepSizes(graph, withoutSets, progress), deep) << "seed " << seed;
    const SlowGraph slow(*heap, weak);
    for (uint32_t group = 0; group < count; ++group) {
      Objects members;
      for (uint32_t o = 0; o < groups.size(); ++o) {
        if (groups[o] == group) members.insert(o);
      }
      ASSERT_EQ(retained[group], slow.sizeOf(slow.retained(members))) << "seed " << seed << ", group " << group;
      ASSERT_EQ(deep[group], slow.sizeOf(slow.deep(members))) << "seed " << seed << ", group " << group;
    }
  }
}

TEST(GroupSizes, OfGroupsThatOverlapAgreeWithTheDefinitionOnRandomHeaps) {
  for (uint32_t seed = 0; seed < randomCases(10000); ++seed) {
    const auto heap = randomShape(40, seed);
    std::mt19937 random(seed);
    // Mostly few; sometimes more than fit into one sweep.
    const auto count = static_cast<uint32_t>(seed % 40 == 0 ? 65 + random() % 80 : 1 + random() % 5);
    std::vector<BitSet> groups;
    for (uint32_t group = 0; group < count; ++group) {
      BitSet& members = groups.emplace_back(heap->objectCount());
      const auto rarity = static_cast<uint32_t>(1 + random() % 10);
      for (uint32_t o = 0; o < heap->objectCount(); ++o) {
        if (random() % rarity == 0) members.set(o);
      }
    }
    const LiveGraph graph = liveGraph(heap);
    Progress progress;
    const auto retained = *retainedSizes(graph, groups, progress);
    const auto deep = *deepSizes(graph, groups, progress);
    const SlowGraph slow(*heap, WeakReferences::kDoNotKeepAlive);
    for (uint32_t group = 0; group < count; ++group) {
      const Objects members = membersOf(groups[group]);
      ASSERT_EQ(retained[group], slow.sizeOf(slow.retained(members))) << "seed " << seed << ", group " << group;
      ASSERT_EQ(deep[group], slow.sizeOf(slow.deep(members))) << "seed " << seed << ", group " << group;
    }
  }
}

TEST(GroupSizes, OfGroupsToldByTheirMembersAgreeWithTheDefinitionOnRandomHeaps) {
  for (uint32_t seed = 0; seed < randomCases(10000); ++seed) {
    const auto heap = randomShape(40, seed);
    const WeakReferences weak = seed % 3 == 0 ? WeakReferences::kKeepAlive : WeakReferences::kDoNotKeepAlive;
    std::mt19937 random(seed);
    const auto count = static_cast<uint32_t>(seed % 40 == 0 ? 65 + random() % 80 : 1 + random() % 5);
    // Some of them dead, some told twice, some in several groups, and groups with nobody in them.
    std::vector<Members> members(random() % 8);
    std::vector<Objects> groups(count);
    for (Members& each : members) {
      for (uint32_t i = 0; i < 1 + random() % 3; ++i) each.groups.push_back(static_cast<uint32_t>(random() % count));
      for (uint32_t i = 0; i < random() % 6; ++i) {
        each.objects.emplace_back(static_cast<uint32_t>(random() % heap->objectCount()));
        for (const uint32_t group : each.groups) groups[group].insert(each.objects.back().value());
      }
    }
    const LiveGraph graph = liveGraph(heap, weak);
    Progress progress;
    const auto deep = *deepSizes(graph, members, count, progress);
    ASSERT_EQ(*deepSizes(graph, members, count, progress, 0), deep) << "seed " << seed;
    const SlowGraph slow(*heap, weak);
    for (uint32_t group = 0; group < count; ++group) {
      ASSERT_EQ(deep[group], slow.sizeOf(slow.deep(groups[group]))) << "seed " << seed << ", group " << group;
    }
  }
}

TEST(GroupSizes, OfSingleObjectsAgreeWithTheDefinitionOnRandomHeaps) {
  for (uint32_t seed = 0; seed < randomCases(2000); ++seed) {
    const auto heap = randomShape(40, seed);
    const LiveGraph graph = liveGraph(heap);
    const SlowGraph slow(*heap, WeakReferences::kDoNotKeepAlive);
    std::vector<ObjectIndex> objects;
    for (uint32_t o = 0; o < heap->objectCount(); ++o) objects.emplace_back(o);
    Progress progress;
    const auto together = *deepSizes(graph, objects, progress);
    for (const ObjectIndex object : objects) {
      const Size size = slow.sizeOf(slow.deep({object.value()}));
      ASSERT_EQ(together[object.value()], size) << "seed " << seed << ", object " << object.value();
      ASSERT_EQ(deepSizes(graph, std::span(&object, 1), progress)->front(), size) << "seed " << seed;
    }
  }
}

TEST(GroupSizes, AListLinkedBothWaysThatIsAlsoHeldAtItsEndTakesNoQuadraticTime) {
  constexpr uint32_t kLinks = 300000;
  Drawing drawing;
  drawing.types.assign(kLinks + 2, "Link");
  drawing.references.resize(kLinks + 2);
  for (uint32_t link = 0; link + 1 < kLinks; ++link) {
    drawing.references[link].push_back(link + 1);
    drawing.references[link + 1].push_back(link);
  }
  drawing.references[kLinks] = {0};
  drawing.references[kLinks + 1] = {kLinks - 1};
  drawing.roots = {kLinks, kLinks + 1};
  std::vector<uint32_t> groups(kLinks + 2, 2);
  groups[kLinks] = 0;
  groups[kLinks + 1] = 1;
  const auto heap = build(drawing);
  Progress progress;
  const LiveGraph graph = liveGraph(heap);
  const auto retained = *retainedSizes(graph, byNumber(groups, 3), progress);
  EXPECT_EQ(retained[0].objects, 1U);
  EXPECT_EQ(retained[1].objects, 1U);
  EXPECT_EQ(retained[2].objects, kLinks);
  const auto deep = *deepSizes(graph, byNumber(groups, 3), progress);
  EXPECT_EQ(deep[1].objects, kLinks + 1);
}

TEST(GroupSizes, CanBeCancelled) {
  const auto heap = chain(200000);
  const LiveGraph graph = liveGraph(heap);
  const std::vector<uint32_t> groups(heap->objectCount(), 0);
  Progress progress;
  progress.cancel();
  EXPECT_EQ(retainedSizes(graph, byNumber(groups, 1), progress).error().kind, ErrorKind::kCancelled);
  EXPECT_EQ(deepSizes(graph, byNumber(groups, 1), progress).error().kind, ErrorKind::kCancelled);
  const ObjectIndex first(0);
  EXPECT_EQ(deepSizes(graph, std::span(&first, 1), progress).error().kind, ErrorKind::kCancelled);
}

std::vector<uint32_t> groupsOf(const GroupSets& sets, GroupSets::Set set) {
  std::vector<uint32_t> groups;
  sets.forEachGroup(set, [&](uint32_t group) { groups.push_back(group); });
  return groups;
}

TEST(GroupSets, KeepEachSetOnce) {
  GroupSets sets;
  const auto a = sets.with(sets.with(GroupSets::kEmpty, 7), 3);
  const auto b = sets.with(sets.with(GroupSets::kEmpty, 3), 7);
  EXPECT_EQ(a, b);
  EXPECT_EQ(sets.with(a, 3), a);
  EXPECT_EQ(groupsOf(sets, a), (std::vector<uint32_t>{3, 7}));
}

TEST(GroupSets, CombineLikeSets) {
  std::mt19937 random(1);
  GroupSets sets;
  std::vector<std::pair<GroupSets::Set, std::set<uint32_t>>> known{{GroupSets::kEmpty, {}}};
  for (int step = 0; step < 20000; ++step) {
    const auto& [a, slowA] = known[random() % known.size()];
    const auto& [b, slowB] = known[random() % known.size()];
    std::set<uint32_t> expected;
    GroupSets::Set set = GroupSets::kEmpty;
    if (step % 3 == 0) {
      // Far apart as well as side by side.
      const auto group = static_cast<uint32_t>(random() % 20 + (random() % 2) * 1'000'000);
      set = sets.with(a, group);
      expected = slowA;
      expected.insert(group);
    } else if (step % 3 == 1) {
      set = sets.common(a, b);
      std::ranges::set_intersection(slowA, slowB, std::inserter(expected, expected.end()));
    } else {
      set = sets.united(a, b);
      std::ranges::set_union(slowA, slowB, std::inserter(expected, expected.end()));
    }
    ASSERT_EQ(groupsOf(sets, set), std::vector<uint32_t>(expected.begin(), expected.end()));
    EXPECT_EQ(sets.common(GroupSets::kAll, set), set);
    known.emplace_back(set, std::move(expected));
  }
}

}  // namespace
}  // namespace heaptrail
