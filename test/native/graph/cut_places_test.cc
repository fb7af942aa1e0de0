// Where a group could be let go, as pictures, and against the definition: what is dead when a reference is taken away.
#include "graph/cut_places.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "reference/live_graphs.h"
#include "reference/random_shapes.h"
#include "reference/slow_closures.h"
#include "support/sanitized.h"

namespace heaptrail {
namespace {

using namespace test;

std::vector<CutPlace> cutPlacesOf(const LiveGraph& graph, const BitSet& group, std::span<const ObjectIndex> places) {
  Progress progress;
  const Dominators dominators = *Dominators::build(graph, Threads(1), progress);
  const ReverseReferences reverse = *ReverseReferences::build(graph, Threads(1), progress);
  return *cutPlaces(graph, dominators, RootHolders(graph), reverse, group, places, progress);
}

/// `2 by one` or `2`.
std::string cutAt(const std::string& place, const std::string& group, const std::string& drawing) {
  const DrawnHeap drawn = draw(drawing);
  const LiveGraph graph = liveGraph(drawn.heap);
  const CutPlace cut = cutPlacesOf(graph, drawn.groupOf(group), std::vector{drawn[place]}).front();
  return std::to_string(cut.members) + (cut.byOneReference ? " by one" : "");
}

TEST(CutPlaces, HoldWhatIsReachedThroughThemAlone) {
  EXPECT_EQ(cutAt("M", "a,b,c", "root→S,c S→M M→a,b,c"), "2 by one");
  EXPECT_EQ(cutAt("S", "a,b,c", "root→S,c S→M M→a,b,c"), "2 by one");
  EXPECT_EQ(cutAt("M", "M,a", "root→S S→M M→a"), "2 by one") << "a member is let go with the reference to it";
}

TEST(CutPlaces, OfWhatHoldsNothingAloneThereAreNone) { EXPECT_EQ(cutAt("M", "a", "root→M,a M→a"), "0"); }

TEST(CutPlaces, ThatTwoReferencesHoldCannotBeCutByOne) {
  EXPECT_EQ(cutAt("M", "a", "root→S,T S→M T→M M→a"), "1");
  EXPECT_EQ(cutAt("M", "a", "root→S S→M,M M→a"), "1");
  EXPECT_EQ(cutAt("M", "a", "root→S,M S→M M→a"), "1") << "a root is one, too";
}

TEST(CutPlaces, MayBeReferredToByWhatTheyHold) { EXPECT_EQ(cutAt("M", "a", "root→S S→M M→a a→M"), "1 by one"); }

TEST(CutPlaces, CanBeCancelled) {
  const DrawnHeap drawn = draw("root→M M→a");
  const LiveGraph graph = liveGraph(drawn.heap);
  Progress progress;
  const Dominators dominators = *Dominators::build(graph, Threads(1), progress);
  const ReverseReferences reverse = *ReverseReferences::build(graph, Threads(1), progress);
  progress.cancel();
  const auto cut =
      cutPlaces(graph, dominators, RootHolders(graph), reverse, drawn.groupOf("a"), std::vector{drawn["M"]}, progress);
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().kind, ErrorKind::kCancelled);
}

TEST(CutPlaces, AgreeWithTheDefinitionOnRandomHeaps) {
  for (uint32_t seed = 0; seed < randomCases(600); ++seed) {
    const auto heap = randomShape(24, seed);
    const LiveGraph graph = liveGraph(heap);
    const SlowGraph slow(*heap, WeakReferences::kDoNotKeepAlive);
    BitSet group(heap->objectCount());
    for (uint32_t object = seed % 2; object < heap->objectCount(); object += 2) group.set(object);
    std::vector<ObjectIndex> places;
    using Reference = std::pair<ObjectIndex, ObjectIndex>;
    std::vector<Reference> references;
    for (const uint32_t object : slow.live()) {
      places.emplace_back(object);
      graph.forEachKept(ObjectIndex(object),
                        [&](ObjectIndex target) { references.emplace_back(ObjectIndex(object), target); });
    }
    const RootHolders holders(graph);
    for (const RootHolder& holder : holders.all()) {
      if (holder.kind == RootHolder::Kind::kRoot) references.emplace_back(ObjectIndex::none(), holder.object);
    }
    const auto isLiveWithout = [&](const Reference* cut, ObjectIndex wanted) {
      BitSet live(heap->objectCount());
      for (bool goesOn = true; goesOn;) {
        goesOn = false;
        for (const Reference& reference : references) {
          const auto& [from, to] = reference;
          const bool holds = &reference != cut && (!from.exists() || live.test(from.value()));
          if (holds && live.insert(to.value())) goesOn = true;
        }
      }
      return live.test(wanted.value());
    };
    const std::vector<CutPlace> found = cutPlacesOf(graph, group, places);
    for (size_t i = 0; i < places.size(); ++i) {
      uint64_t members = 0;
      for (const uint32_t object : slow.retained({places[i].value()})) members += group.test(object);
      ASSERT_EQ(found[i].members, members) << seed << ", " << places[i].value();
      if (members == 0 || heap->typeOfClassObject(places[i]).exists()) continue;
      // Not those further up, which may be the only way, too.
      const bool toItself = std::ranges::any_of(references, [&](const Reference& reference) {
        return reference.second == places[i] && !isLiveWithout(&reference, places[i]);
      });
      ASSERT_EQ(found[i].byOneReference, toItself) << seed << ", " << places[i].value();
    }
  }
}

}  // namespace
}  // namespace heaptrail
