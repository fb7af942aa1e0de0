// Objects that lead to each other are one component, and components come in the order of references.
#include "graph/components.h"

#include <gtest/gtest.h>

#include "graph/condensed_graph.h"
#include "reference/live_graphs.h"
#include "reference/random_shapes.h"
#include "reference/slow_closures.h"
#include "support/sanitized.h"

namespace heaptrail {
namespace {

using namespace test;

TEST(Components, AreTheObjectsThatLeadToEachOther) {
  for (uint32_t seed = 0; seed < randomCases(10000); ++seed) {
    const auto heap = randomShape(30, seed);
    const LiveGraph graph = liveGraph(heap);
    const SlowGraph slow(*heap, WeakReferences::kDoNotKeepAlive);
    Progress progress;
    const auto condensed = condense(graph, 1, progress);
    for (const uint32_t object : slow.live()) {
      if (!graph.isInner(ObjectIndex(object))) continue;
      Objects found;
      for (const uint32_t other : slow.live()) {
        const bool same = condensed->representative(graph, ObjectIndex(other)) ==
                          condensed->representative(graph, ObjectIndex(object));
        if (same) found.insert(other);
      }
      ASSERT_EQ(found, slow.cycleOf(object)) << "seed " << seed << ", object " << object;
    }
  }
}

TEST(Components, ComeAfterAllThatLeadsToThem) {
  for (uint32_t seed = 0; seed < randomCases(2000); ++seed) {
    const auto heap = randomShape(60, seed);
    const LiveGraph graph = liveGraph(heap);
    Progress progress;
    const auto condensed = condense(graph, 1, progress);
    BitSet seen(heap->objectCount());
    uint64_t members = 0;
    condensed->forEachDownwards([&](ObjectIndex representative, std::span<const uint32_t> numbers) {
      seen.set(representative.value());
      members += numbers.size();
      for (const uint32_t number : numbers) {
        graph.forEachReference(condensed->tree.objects[number], [&](ObjectIndex target) {
          if (!graph.isInner(target)) return;
          const ObjectIndex next = condensed->representative(graph, target);
          if (next != representative) {
            EXPECT_FALSE(seen.test(next.value())) << "seed " << seed;
          }
        });
      }
      return true;
    });
    EXPECT_EQ(members, graph.innerCount());
  }
}

}  // namespace
}  // namespace heaptrail
