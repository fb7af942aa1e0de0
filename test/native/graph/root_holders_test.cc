// What holds objects from outside: each kind of holder in a dump that was built for it, and all of them on random
// sketches against a slow backward search.
#include "graph/root_holders.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "graph/liveness.h"
#include "reference/graph_literal.h"
#include "reference/slow_paths.h"
#include "support/sanitized.h"
#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;

std::set<RootHolder> setOf(const std::vector<RootHolder>& holders) { return {holders.begin(), holders.end()}; }

/// The heap of a dump, and who holds what in it.
struct Dumped {
  explicit Dumped(const HprofBuilder& dump)
      : heap(rebuilt(dump).heap),
        graph(heap, WeakReferences::kDoNotKeepAlive, *findLive(*heap, WeakReferences::kDoNotKeepAlive, progress),
              Threads(1)),
        holders(graph) {}

  std::vector<RootHolder> of(uint64_t id) const {
    const auto found = holders.of(at(*heap, id));
    return {found.begin(), found.end()};
  }

  Progress progress;
  std::shared_ptr<const Heap> heap;
  LiveGraph graph;
  RootHolders holders;
};

TEST(RootHolders, StaticFieldsOfLiveClassesHold) {
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {});
  const uint64_t keeper = dump.addClass(
      "Keeper", 0, {}, {{"count", 'I', 7}, {"none", 'L', 0}, {"first", 'L', 0x800}, {"again", 'L', 0x800}});
  dump.beginSegment().instance(0x800, node).root(0x05, keeper).endSegment();
  const Dumped dumped(dump);
  const auto holders = dumped.of(0x800);
  ASSERT_EQ(holders.size(), 2U);
  std::set<std::string> fields;
  for (const RootHolder& holder : holders) {
    EXPECT_EQ(holder.kind, RootHolder::Kind::kStaticField);
    EXPECT_TRUE(holder.isVariable());
    EXPECT_EQ(dumped.heap->symbols()[holder.type].name, "Keeper");
    fields.insert(dumped.heap->slotName(dumped.heap->classObjectOf(holder.type), holder.slot));
  }
  EXPECT_EQ(fields, (std::set<std::string>{"static first", "static again"}));
}

TEST(RootHolders, StaticFieldsOfDeadClassesDoNot) {
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {});
  dump.addClass("Keeper", 0, {}, {{"first", 'L', 0x800}});
  // One object of garbage, so that nothing is taken for held unseen.
  dump.beginSegment().instance(0x800, node).root(0xff, 0x800).instance(0x900, node).endSegment();
  const auto holders = Dumped(dump).of(0x800);
  ASSERT_EQ(holders.size(), 1U);
  EXPECT_EQ(holders[0].kind, RootHolder::Kind::kRoot);
  EXPECT_EQ(holders[0].root, RootKind::kUnknown);
}

TEST(RootHolders, AClassLoaderIsNoVariable) {
  HprofBuilder dump;
  const uint64_t loader = dump.addClass("Loader", 0, {});
  dump.loadClass(0x90000, "Loaded");
  dump.beginSegment().instance(0x800, loader).classDump(0x90000, 0, {}, {}, {}, 0x800).root(0x05, 0x90000).endSegment();
  const Dumped dumped(dump);
  EXPECT_TRUE(dumped.graph.live().test(at(*dumped.heap, 0x800).value()));
  EXPECT_TRUE(dumped.of(0x800).empty());
}

TEST(RootHolders, ALocalVariableKnowsItsThreadAndFrame) {
  HprofBuilder dump;
  const uint64_t thread = dump.addClass("java/lang/Thread", 0, {});
  const uint64_t node = dump.addClass("Node", 0, {});
  dump.frame(0x77, "serve", "Server.java", dump.serialOf(node), 42);
  dump.frame(0x78, "run", "Server.java", dump.serialOf(node), 7);
  dump.stack(5, 9, {0x77, 0x78});
  dump.beginSegment().instance(0x800, thread).instance(0x900, node).threadObject(0x800, 9, 5);
  dump.javaFrame(0x900, 9, 1).endSegment();
  const Dumped dumped(dump);
  const auto holders = dumped.of(0x900);
  ASSERT_EQ(holders.size(), 1U);
  EXPECT_EQ(holders[0].root, RootKind::kJavaFrame);
  ASSERT_TRUE(holders[0].thread.exists());
  const ThreadInfo& info = dumped.heap->symbols()[holders[0].thread];
  EXPECT_EQ(dumped.heap->symbols()[info.stack].frames[1].method, "run");
  const RootPlace* place = dumped.heap->place(holders[0].place);
  ASSERT_NE(place, nullptr);
  EXPECT_EQ(place->depth, 1U);
  EXPECT_EQ(place->frame.method, "run");
  EXPECT_TRUE(holders[0].isVariable());
  EXPECT_EQ(dumped.of(0x800).at(0).root, RootKind::kThread);
}

TEST(RootHolders, EveryKindOfRootIsKept) {
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {});
  dump.beginSegment().instance(0x800, node);
  dump.root(0x01, 0x800, std::vector<uint8_t>(8)).root(0x02, 0x800, std::vector<uint8_t>(8)).root(0x07, 0x800);
  dump.root(0x06, 0x800, std::vector<uint8_t>(4)).root(0x07, 0x800).endSegment();
  std::vector<std::pair<RootKind, bool>> found;
  for (const RootHolder& holder : Dumped(dump).of(0x800)) found.emplace_back(holder.root, holder.isVariable());
  std::ranges::sort(found);
  EXPECT_EQ(found, (std::vector<std::pair<RootKind, bool>>{{RootKind::kJniGlobal, false},
                                                           {RootKind::kJniLocal, true},
                                                           {RootKind::kThreadBlock, false},
                                                           {RootKind::kMonitor, false}}));
}

TEST(RootHolders, WhatOnlyTheJvmHoldsIsHeldUnseen) {
  HprofBuilder dump;
  dump.addClass("java/lang/Class", 0, {});
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t string = dump.addClass("java/lang/String", object, {{"value", 'L'}});
  dump.beginSegment().instance(0x800, object).root(0xff, 0x800);
  for (uint64_t i = 0; i < 50; ++i)
    dump.instance(0x10000000 + 64 * i, string, {0x10000020 + 64 * i}).bytes(0x10000020 + 64 * i, "a.B");
  dump.endSegment();
  const Dumped dumped(dump);
  const auto holders = dumped.of(0x10000000);
  ASSERT_EQ(holders.size(), 1U);
  EXPECT_EQ(holders[0].root, RootKind::kUnwritten);
  EXPECT_FALSE(holders[0].isVariable());
  EXPECT_TRUE(dumped.of(0x10000020).empty());
}

TEST(RootHolders, AreThoseOfTheDefinitionOnRandomHeaps) {
  for (uint32_t seed = 0; seed < randomCases(12000); ++seed) {
    const Sketch sketch = randomSketch(seed);
    const bool weak = seed % 3 == 0;
    const Seen seen(sketch, weak ? WeakReferences::kKeepAlive : WeakReferences::kDoNotKeepAlive);
    const std::set<RootHolder> expected = holdersIn(sketch, weak);
    ASSERT_EQ(setOf(seen.holders.all()), expected) << "seed " << seed;
    ASSERT_EQ(seen.holders.all().size(), expected.size()) << "seed " << seed;
    for (uint32_t o = 0; o < sketch.objects.size(); ++o) {
      const auto held = std::ranges::count(expected, ObjectIndex(o), &RootHolder::object);
      ASSERT_EQ(seen.holders.of(ObjectIndex(o)).size(), static_cast<size_t>(held)) << "seed " << seed;
    }
  }
}

TEST(RootHolders, DirectAndIndirectOnesAgreeWithASlowSearchOnRandomHeaps) {
  uint64_t indirect = 0;
  uint64_t stopped = 0;
  for (uint32_t seed = 0; seed < randomCases(12000); ++seed) {
    const Sketch sketch = randomSketch(seed);
    const Seen seen(sketch);
    Objects group;
    for (uint32_t o = seed % 3; o < sketch.objects.size(); o += 1 + seed % 11) group.insert(o);
    const BitSet bits = bitsOf(sketch, group);
    for (const bool variablesOnly : {false, true}) {
      std::set<RootHolder> direct;
      for (const RootHolder& holder : holdersIn(sketch, false)) {
        const bool counts = !variablesOnly || holder.isVariable();
        if (counts && group.contains(holder.object.value())) direct.insert(holder);
      }
      ASSERT_EQ(setOf(directHolders(seen.holders, bits, {.variablesOnly = variablesOnly})), direct) << "seed " << seed;
      std::set<RootHolder> all;
      for (const bool stopAtFirst : {false, true}) {
        const HolderChoice choice{variablesOnly, stopAtFirst};
        Progress progress;
        const auto found = indirectHolders(seen.graph, seen.holders, seen.reverse, bits, choice, progress);
        ASSERT_TRUE(found);
        ASSERT_EQ(setOf(*found), holdersLeadingTo(sketch, {}, group, choice)) << "seed " << seed;
        ASSERT_TRUE(std::ranges::includes(setOf(*found), direct)) << "seed " << seed;
        if (stopAtFirst && found->size() < all.size()) ++stopped;
        all = setOf(*found);
        if (found->size() > direct.size()) ++indirect;
      }
    }
  }
  EXPECT_GT(indirect, randomCases(5000));
  EXPECT_GT(stopped, randomCases(500));
}

TEST(RootHolders, AGroupMayBeHeldByTenThousandRoots) {
  Sketch sketch;
  const uint32_t node = sketch.addType({.name = "Node", .fields = {"next"}});
  const uint32_t shared = sketch.add(node, {{}});
  for (uint32_t i = 0; i < 10000; ++i) sketch.addRoot(sketch.add(node, {shared}), RootKind::kJniLocal);
  const Seen seen(sketch);
  Progress progress;
  const BitSet group = bitsOf(sketch, {shared});
  EXPECT_TRUE(directHolders(seen.holders, group, {}).empty());
  const auto found = indirectHolders(seen.graph, seen.holders, seen.reverse, group, {.variablesOnly = true}, progress);
  EXPECT_EQ(setOf(*found).size(), 10000U);
}

TEST(RootHolders, LookBehindAHeldObjectUnlessTheyStopThere) {
  const auto kindsLeadingTo = [](const HolderChoice& choice) {
    Sketch sketch;
    const uint32_t node = sketch.addType({.name = "Node", .fields = {"next"}});
    const uint32_t last = sketch.add(node, {{}});
    const uint32_t middle = sketch.add(node, {last});
    sketch.addRoot(sketch.add(node, {middle}), RootKind::kJavaFrame);
    sketch.addRoot(middle, RootKind::kMonitor);
    const Seen seen(sketch);
    Progress progress;
    std::set<RootKind> kinds;
    const auto found =
        indirectHolders(seen.graph, seen.holders, seen.reverse, bitsOf(sketch, {last}), choice, progress);
    for (const RootHolder& holder : *found) kinds.insert(holder.root);
    return kinds;
  };
  using Kinds = std::set<RootKind>;
  EXPECT_EQ(kindsLeadingTo({}), (Kinds{RootKind::kJavaFrame, RootKind::kMonitor}));
  EXPECT_EQ(kindsLeadingTo({.stopAtFirst = true}), (Kinds{RootKind::kMonitor}));
  // The monitor does not count, so nothing stops there.
  EXPECT_EQ(kindsLeadingTo({.variablesOnly = true, .stopAtFirst = true}), (Kinds{RootKind::kJavaFrame}));
}

TEST(RootHolders, OfDeadMembersAreNone) {
  const DrawnHeap drawn = draw("root→A D→E");
  Progress progress;
  const LiveGraph graph(drawn.heap, WeakReferences::kDoNotKeepAlive,
                        *findLive(*drawn.heap, WeakReferences::kDoNotKeepAlive, progress), Threads(1));
  const RootHolders holders(graph);
  const auto reverse = ReverseReferences::build(graph, Threads(1), progress);
  BitSet group(drawn.heap->objectCount());
  group.set(drawn.objects.at("E").value());
  EXPECT_TRUE(indirectHolders(graph, holders, *reverse, group, {}, progress)->empty());
}

}  // namespace
}  // namespace heaptrail
