// The closures of a group against their definitions, and the cases that the definitions were made for.
#include "graph/closures.h"

#include <gtest/gtest.h>

#include <random>

#include "graph/dominators.h"
#include "reference/graph_literal.h"
#include "reference/live_graphs.h"
#include "reference/random_shapes.h"
#include "reference/slow_closures.h"
#include "support/sanitized.h"

namespace heaptrail {
namespace {

using namespace test;
using Names = std::set<std::string>;

Names deepOf(const DrawnHeap& drawn, const std::string& names) {
  Progress progress;
  return drawn.namesOf(*deepClosure(liveGraph(drawn.heap), drawn.groupOf(names), progress));
}
Names retainedOf(const DrawnHeap& drawn, const std::string& names) {
  Progress progress;
  return drawn.namesOf(*retainedClosure(liveGraph(drawn.heap), drawn.groupOf(names), progress));
}

TEST(Closures, RetainedOfTwoMapsCountsWhatTheyShare) {
  const DrawnHeap drawn = draw("root→A,B A→a1,a2 B→b1,b2 a1→X a2→Y b1→X b2→Y X→x Y→y");
  EXPECT_EQ(retainedOf(drawn, "A"), (Names{"A", "a1", "a2"}));
  EXPECT_EQ(retainedOf(drawn, "B"), (Names{"B", "b1", "b2"}));
  EXPECT_EQ(retainedOf(drawn, "A,B"), (Names{"A", "a1", "a2", "B", "b1", "b2", "X", "Y", "x", "y"}));
}

TEST(Closures, SubtreesOfDominatorsAreLessThanWhatAGroupRetains) {
  const DrawnHeap drawn = draw("root→A,B A→a1 B→b1 a1→X b1→X bytes:X=10000");
  Progress progress;
  const LiveGraph graph = liveGraph(drawn.heap);
  const auto dominators = Dominators::build(graph, Threads(1), progress);
  const uint64_t alone = dominators->retained(drawn["A"]).bytes + dominators->retained(drawn["B"]).bytes;
  const uint64_t together =
      sizeOf(*drawn.heap, *retainedClosure(graph, drawn.groupOf("A,B"), progress), Threads(1)).bytes;
  EXPECT_EQ(alone, 64U);
  EXPECT_EQ(together, 10064U);
}

TEST(Closures, ListsThatShareDataRetainOnlyTheirOwn) {
  const DrawnHeap drawn =
      draw("root→L1,L2 L1→n1 n1→n2,D1 n2→n3,D2 n3→n4,D3 n4→n5,D4 n5→D5 L2→m1 m1→m2,D3 m2→m3,D4 m3→m4,D5 m4→D6");
  EXPECT_EQ(retainedOf(drawn, "L1"), (Names{"L1", "n1", "n2", "n3", "n4", "n5", "D1", "D2"}));
  EXPECT_EQ(retainedOf(drawn, "L2"), (Names{"L2", "m1", "m2", "m3", "m4", "D6"}));
  EXPECT_EQ(retainedOf(drawn, "L1,L2"), (Names{"L1", "n1", "n2", "n3", "n4", "n5", "L2", "m1", "m2", "m3", "m4", "D1",
                                               "D2", "D3", "D4", "D5", "D6"}));
  EXPECT_EQ(deepOf(drawn, "L2"), (Names{"L2", "m1", "m2", "m3", "m4", "D3", "D4", "D5", "D6"}));
}

TEST(Closures, ACycleThroughARootIsRetainedByTheRootAlone) {
  const DrawnHeap drawn = draw("root→A A→B B→C C→A C→D");
  EXPECT_EQ(retainedOf(drawn, "A"), (Names{"A", "B", "C", "D"}));
  EXPECT_EQ(retainedOf(drawn, "B"), (Names{"B", "C", "D"}));
  EXPECT_EQ(deepOf(drawn, "C"), (Names{"A", "B", "C", "D"}));
}

TEST(Closures, IslandsThatNothingReachesCountForNothing) {
  const DrawnHeap drawn = draw("root→A A→B I→B,J J→I");
  EXPECT_EQ(deepOf(drawn, "I"), Names{});
  EXPECT_EQ(retainedOf(drawn, "I,J"), Names{});
  EXPECT_EQ(retainedOf(drawn, "A,I"), (Names{"A", "B"}));
}

TEST(Closures, AnObjectThatRefersToItselfIsNoOwnerOfItself) {
  const DrawnHeap drawn = draw("root→A A→A,B B→B");
  EXPECT_EQ(retainedOf(drawn, "B"), Names{"B"});
  EXPECT_EQ(deepOf(drawn, "B"), Names{"B"});
}

TEST(Closures, AClassThatOnlyItsInstanceKeepsIsRetainedButNotReferredTo) {
  const DrawnHeap drawn = draw("root→R R→I:Lambda class:Lambda=K K→S");
  EXPECT_EQ(retainedOf(drawn, "I"), (Names{"I", "K", "S"}));
  EXPECT_EQ(deepOf(drawn, "I"), Names{"I"});
  EXPECT_EQ(deepOf(drawn, "K"), (Names{"K", "S"}));
}

TEST(Closures, OfNothingAreNothingAndOfEverythingEverything) {
  const DrawnHeap drawn = draw("root→A A→B C→D");
  Progress progress;
  EXPECT_EQ(retainedClosure(liveGraph(drawn.heap), BitSet(4), progress)->count(), 0U);
  EXPECT_EQ(retainedOf(drawn, "A,B,C,D"), (Names{"A", "B"}));
  EXPECT_EQ(deepOf(drawn, "A,B,C,D"), (Names{"A", "B"}));
}

TEST(Closures, CombineLikeSets) {
  const DrawnHeap drawn = draw("root→A,B A→X,a B→X,b");
  Progress progress;
  const LiveGraph graph = liveGraph(drawn.heap);
  BitSet both = deepClosure(graph, drawn.groupOf("A"), progress)->copy();
  const BitSet other = *deepClosure(graph, drawn.groupOf("B"), progress);
  both &= other;
  EXPECT_EQ(drawn.namesOf(both), Names{"X"});
  BitSet either = *deepClosure(graph, drawn.groupOf("A"), progress);
  either |= other;
  EXPECT_EQ(either.count(), 5U);
  either -= both;
  EXPECT_EQ(drawn.namesOf(either), (Names{"A", "a", "B", "b"}));
}

TEST(Closures, AgreeWithTheirDefinitionsOnRandomHeaps) {
  for (uint32_t seed = 0; seed < randomCases(12000); ++seed) {
    const auto heap = randomShape(60, seed);
    const WeakReferences weak = seed % 3 == 0 ? WeakReferences::kKeepAlive : WeakReferences::kDoNotKeepAlive;
    const LiveGraph graph = liveGraph(heap, weak);
    const SlowGraph slow(*heap, weak);
    ASSERT_EQ(membersOf(graph.live()), slow.live()) << "seed " << seed;
    std::mt19937 random(seed);
    BitSet group(heap->objectCount());
    const auto rarity = static_cast<uint32_t>(1 + random() % 8);
    for (uint32_t o = 0; o < heap->objectCount(); ++o) {
      if (random() % rarity == 0) group.set(o);
    }
    Progress progress;
    ASSERT_EQ(membersOf(*deepClosure(graph, group, progress)), slow.deep(membersOf(group))) << "seed " << seed;
    ASSERT_EQ(membersOf(*retainedClosure(graph, group, progress)), slow.retained(membersOf(group))) << "seed " << seed;
    ASSERT_EQ(sizeOf(*heap, group, Threads(2)), slow.sizeOf(membersOf(group)));
  }
}

TEST(Closures, CanBeCancelled) {
  const auto heap = chain(200000);
  Progress progress;
  progress.cancel();
  const LiveGraph graph = liveGraph(heap);
  BitSet first(heap->objectCount());
  first.set(0);
  EXPECT_EQ(deepClosure(graph, first, progress).error().kind, ErrorKind::kCancelled);
  BitSet last(heap->objectCount());
  last.set(heap->objectCount() - 1);
  EXPECT_EQ(retainedClosure(graph, last, progress).error().kind, ErrorKind::kCancelled);
}

}  // namespace
}  // namespace heaptrail
