// Dominators and what single objects retain, against their definitions.
#include "graph/dominators.h"

#include <gtest/gtest.h>

#include "reference/live_graphs.h"
#include "reference/random_shapes.h"
#include "reference/slow_closures.h"
#include "support/sanitized.h"

namespace heaptrail {
namespace {

using namespace test;

Dominators dominatorsOf(const LiveGraph& graph, unsigned threads = 1) {
  Progress progress;
  return std::move(*Dominators::build(graph, Threads(threads), progress));
}

std::string nearest(const std::string& drawing, const std::string& name) {
  const DrawnHeap drawn = draw(drawing);
  const LiveGraph graph = liveGraph(drawn.heap);
  const ObjectIndex dominator = dominatorsOf(graph).immediateDominator(drawn[name]);
  for (const auto& [other, object] : drawn.objects) {
    if (object == dominator) return other;
  }
  return "the roots";
}

TEST(Dominators, AreTheNearestObjectOnAllPaths) {
  const std::string drawing = "root→A A→B,C B→D C→D D→E,F E→F";
  EXPECT_EQ(nearest(drawing, "D"), "A");
  EXPECT_EQ(nearest(drawing, "F"), "D");
  EXPECT_EQ(nearest(drawing, "A"), "the roots");
}

TEST(Dominators, OfWhatTwoRootsReachIsNone) { EXPECT_EQ(nearest("root→A,B A→X B→X X→y", "X"), "the roots"); }

TEST(Dominators, OfALeafWithManyReferrersIsWhereTheyMeet) {
  const std::string drawing = "root→M M→a,b,c a→x b→x c→d d→x,leaf x→leaf";
  EXPECT_EQ(nearest(drawing, "x"), "M");
  EXPECT_EQ(nearest(drawing, "leaf"), "M");
}

TEST(Dominators, ARootThatOthersReferToIsHeldByNoneOfThem) {
  EXPECT_EQ(nearest("root→A,B A→B B→C", "B"), "the roots");
  EXPECT_EQ(nearest("root→A,L A→L", "L"), "the roots");
}

TEST(Dominators, AnInstanceCanBeAllThatKeepsItsClass) {
  EXPECT_EQ(nearest("root→R R→I:Lambda class:Lambda=K K→S", "K"), "I");
  EXPECT_EQ(nearest("root→R,K R→I:Lambda class:Lambda=K K→S", "K"), "the roots");
  EXPECT_EQ(nearest("root→R R→I:Lambda,J:Lambda class:Lambda=K K→S", "K"), "R");
}

TEST(Dominators, OfASetAreTheNearestOfItsMembers) {
  for (uint32_t seed = 0; seed < randomCases(1000); ++seed) {
    const auto heap = randomShape(40, seed);
    const LiveGraph graph = liveGraph(heap);
    const Dominators dominators = dominatorsOf(graph);
    BitSet set(heap->objectCount());
    for (uint32_t object = seed % 3; object < heap->objectCount(); object += 3) set.set(object);
    std::vector<ObjectIndex> nearest;
    BitSet below(heap->objectCount());
    graph.live().forEach([&](uint64_t i) {
      ObjectIndex above(static_cast<uint32_t>(i));
      do above = dominators.immediateDominator(above);
      while (above.exists() && !set.test(above.value()));
      if (set.test(i)) nearest.push_back(above);
      if (set.test(i) || above.exists()) below.set(i);
    });
    ASSERT_EQ(dominators.nearestDominators(set), nearest) << seed;
    ASSERT_TRUE(dominators.dominatedBy(set) == below) << seed;
  }
}

TEST(Dominators, AgreeWithTheirDefinitionOnRandomHeaps) {
  for (uint32_t seed = 0; seed < randomCases(12000); ++seed) {
    const auto heap = randomShape(40, seed);
    const WeakReferences weak = seed % 3 == 0 ? WeakReferences::kKeepAlive : WeakReferences::kDoNotKeepAlive;
    const LiveGraph graph = liveGraph(heap, weak);
    const SlowGraph slow(*heap, weak);
    const Dominators dominators = dominatorsOf(graph, 1 + seed % 3);
    const auto expected = slow.dominators();
    for (const uint32_t object : slow.live()) {
      ASSERT_EQ(dominators.immediateDominator(ObjectIndex(object)), expected.at(object)) << seed << ", " << object;
      ASSERT_EQ(dominators.retained(ObjectIndex(object)), slow.sizeOf(slow.retained({object})))
          << seed << ", " << object;
    }
  }
}

TEST(Dominators, OfLargerHeapsAreTheSameWithAnyNumberOfThreads) {
  for (uint32_t seed = 0; seed < randomCases(60); ++seed) {
    const auto heap = randomShape(100000, seed);
    const LiveGraph graph = liveGraph(heap);
    const Dominators one = dominatorsOf(graph, 1);
    const Dominators four = dominatorsOf(graph, 4);
    graph.live().forEach([&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      ASSERT_EQ(one.immediateDominator(object), four.immediateDominator(object)) << seed;
      ASSERT_EQ(one.retained(object), four.retained(object)) << seed;
    });
  }
}

TEST(Dominators, ALongListNeedsNoRecursion) {
  for (const bool bothWays : {false, true}) {
    const auto heap = chain(kTooLongForRecursion, bothWays);
    const LiveGraph graph = liveGraph(heap);
    const Dominators dominators = dominatorsOf(graph);
    EXPECT_EQ(dominators.retained(ObjectIndex(0)).objects, kTooLongForRecursion);
    EXPECT_EQ(dominators.retained(ObjectIndex(kTooLongForRecursion - 1000)).objects, 1000U);
    EXPECT_EQ(dominators.immediateDominator(ObjectIndex(100000)), ObjectIndex(99999));
  }
}

TEST(Dominators, AListHeldAtBothEndsBelongsToItsHolder) {
  Drawing drawing;
  drawing.types.assign(500001, "Link");
  drawing.references.resize(500001);
  for (uint32_t link = 1; link < 500000; ++link) {
    drawing.references[link].push_back(link + 1);
    drawing.references[link + 1].push_back(link);
  }
  drawing.references[0] = {1, 500000};
  drawing.roots = {0};
  const auto heap = build(drawing);
  const LiveGraph graph = liveGraph(heap);
  const Dominators dominators = dominatorsOf(graph);
  for (const uint32_t link : {1U, 2U, 250000U, 500000U}) {
    EXPECT_EQ(dominators.immediateDominator(ObjectIndex(link)), ObjectIndex(0));
  }
}

// Each item is found from the list's end, far below where its dominator is: climbing link by link would take hours.
TEST(Dominators, ItemsSharedByALongListAndItsEndTakeNoQuadraticTime) {
  constexpr uint32_t kLinks = 300000;
  Drawing drawing;
  drawing.types.assign(3 * kLinks, "Link");
  drawing.references.resize(3 * kLinks);
  for (uint32_t link = 0; link < kLinks; ++link) {
    if (link + 1 < kLinks) drawing.references[link].push_back(link + 1);
    drawing.references[link].push_back(kLinks + link);
    drawing.references[kLinks - 1].push_back(kLinks + link);
    drawing.references[kLinks + link].push_back(2 * kLinks + link);
  }
  drawing.roots = {0};
  const auto heap = build(drawing);
  const LiveGraph graph = liveGraph(heap);
  const auto start = std::chrono::steady_clock::now();
  const Dominators dominators = dominatorsOf(graph);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(dominators.immediateDominator(ObjectIndex(kLinks + 1000)), ObjectIndex(1000));
  EXPECT_EQ(dominators.retained(ObjectIndex(kLinks + 1000)).objects, 2U);
}

TEST(Dominators, OfAHeapWithTenThousandRootsAreEachItsOwn) {
  Drawing drawing;
  drawing.types.assign(20001, "Node");
  drawing.references.resize(20001);
  for (uint32_t root = 0; root < 10000; ++root) {
    drawing.roots.push_back(root);
    drawing.references[root] = {10000 + root, 20000};
  }
  const auto heap = build(drawing);
  const LiveGraph graph = liveGraph(heap);
  const Dominators dominators = dominatorsOf(graph);
  for (uint32_t root = 0; root < 10000; ++root) {
    ASSERT_EQ(dominators.immediateDominator(ObjectIndex(10000 + root)), ObjectIndex(root));
    ASSERT_EQ(dominators.retained(ObjectIndex(root)).objects, 2U);
  }
  EXPECT_FALSE(dominators.immediateDominator(ObjectIndex(20000)).exists());
}

TEST(Dominators, CanBeCancelled) {
  const auto heap = chain(200000);
  const LiveGraph graph = liveGraph(heap);
  Progress progress;
  progress.cancel();
  EXPECT_EQ(Dominators::build(graph, Threads(2), progress).error().kind, ErrorKind::kCancelled);
}

}  // namespace
}  // namespace heaptrail
