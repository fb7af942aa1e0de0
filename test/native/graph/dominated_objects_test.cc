// The dominator tree downwards, against the same tree upwards.
#include "graph/dominated_objects.h"

#include <gtest/gtest.h>

#include "reference/live_graphs.h"
#include "reference/random_shapes.h"
#include "support/sanitized.h"

namespace heaptrail {
namespace {

using namespace test;

std::string dominatedIn(const std::string& drawing, const std::string& above) {
  const DrawnHeap drawn = draw(drawing);
  const LiveGraph graph = liveGraph(drawn.heap);
  Progress progress;
  const Dominators dominators = std::move(*Dominators::build(graph, Threads(1), progress));
  const DominatedObjects dominated(graph, dominators);
  std::string names;
  for (const ObjectIndex object : above.empty() ? dominated.byRootsTogether() : dominated.by(drawn[above])) {
    for (const auto& [name, index] : drawn.objects) {
      if (index == object) names += name;
    }
  }
  return names;
}

TEST(DominatedObjects, AreThoseBetweenWhichAndTheirDominatorNoOtherStands) {
  const std::string drawing = "root→A A→B,C B→D C→D D→E";
  EXPECT_EQ(dominatedIn(drawing, "A"), "BCD");
  EXPECT_EQ(dominatedIn(drawing, "D"), "E");
  EXPECT_EQ(dominatedIn(drawing, "B"), "");
  EXPECT_EQ(dominatedIn(drawing, "E"), "") << "a leaf";
}

TEST(DominatedObjects, OfTheRootsTogetherAreWhatNoObjectAloneHolds) {
  EXPECT_EQ(dominatedIn("root→A,B A→X B→X X→Y", ""), "ABX");
}

TEST(DominatedObjects, LeaveOutWhatIsDead) { EXPECT_EQ(dominatedIn("root→A A→B D→B E→D", "A"), "B"); }

TEST(DominatedObjects, OfRandomHeapsAreAllLiveObjectsOnce) {
  for (uint32_t seed = 0; seed < randomCases(2000); ++seed) {
    const auto heap = randomShape(40, seed);
    const LiveGraph graph = liveGraph(heap);
    Progress progress;
    const Dominators dominators = std::move(*Dominators::build(graph, Threads(1), progress));
    const DominatedObjects dominated(graph, dominators);
    BitSet found(heap->objectCount());
    const auto expectBelow = [&](std::span<const ObjectIndex> objects, ObjectIndex above) {
      for (const ObjectIndex object : objects) {
        ASSERT_TRUE(found.insert(object.value())) << seed;
        ASSERT_EQ(dominators.immediateDominator(object), above) << seed;
      }
    };
    expectBelow(dominated.byRootsTogether(), ObjectIndex::none());
    graph.live().forEach([&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      expectBelow(dominated.by(object), object);
      const auto alone = *immediatelyDominated(graph, dominators, object, Threads(2), progress);
      ASSERT_TRUE(std::ranges::equal(alone, dominated.by(object))) << seed;
    });
    ASSERT_TRUE(found == graph.live()) << seed;
  }
}

}  // namespace
}  // namespace heaptrail
