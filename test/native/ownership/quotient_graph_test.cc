// Quotient graphs and what their groups own are as their definitions say.
#include "ownership/quotient_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "ownership/ordered_groups.h"
#include "ownership/ownership_graph.h"
#include "reference/live_graphs.h"
#include "reference/random_shapes.h"
#include "reference/slow_ownership.h"
#include "support/sanitized.h"

namespace heaptrail {
namespace {

using namespace test;

/// Live objects in so many groups at random, class objects and some others in blocks, and roots held by blocks.
ObjectGroups randomGroups(const LiveGraph& graph, uint32_t count, uint32_t seed) {
  std::mt19937 random(seed);
  ObjectGroups groups;
  constexpr uint32_t kBlocks = 3;
  groups.isBlock.assign(1 + count + kBlocks, 0);
  std::fill(groups.isBlock.end() - kBlocks, groups.isBlock.end(), uint8_t{1});
  groups.groupOf = Array<uint32_t>(graph.heap().objectCount());
  std::ranges::fill(groups.groupOf, ObjectGroups::kNone);
  const auto someBlock = [&] { return 1 + count + static_cast<uint32_t>(random() % kBlocks); };
  graph.live().forEach([&](uint64_t i) {
    const ObjectIndex object(static_cast<uint32_t>(i));
    const bool isBlock = graph.heap().typeOfClassObject(object).exists() || random() % 10 == 0;
    groups.groupOf[i] = isBlock ? someBlock() : 1 + static_cast<uint32_t>(random() % count);
  });
  for (const ObjectIndex root : graph.rootObjects()) {
    if (groups.isBlock[groups.groupOf[root.value()]] == 0) groups.roots.push_back({someBlock(), root});
  }
  std::ranges::sort(groups.roots);
  return groups;
}

/// How many references lead to each object, as several threads count them that sweep over blocks.
ObjectShares countedReferences(const LiveGraph& graph, Threads threads, uint64_t objectsPerBlock) {
  ObjectShares shares(graph.heap().objectCount());
  forEachBlock(threads, Blocks{graph.heap().objectCount(), objectsPerBlock}, [&](const Block& block) {
    graph.live().forEachIn(block.from, block.to, [&](uint64_t i) {
      graph.forEachReference(ObjectIndex(static_cast<uint32_t>(i)),
                             [&](ObjectIndex target) { countReference(shares, block, target); });
    });
  });
  return shares;
}

QuotientGraph quotientOf(const LiveGraph& graph, const ObjectGroups& groups, unsigned threads = 1,
                         uint64_t objectsPerBlock = kLiveObjectsPerBlock) {
  Progress progress;
  ObjectShares shares = countedReferences(graph, Threads(threads), objectsPerBlock);
  return std::move(
      *QuotientGraph::build(graph, groups, std::move(shares), Threads(threads), progress, objectsPerBlock));
}

TEST(QuotientGraph, OwnsAsTheDefinitionSays) {
  for (uint32_t seed = 0; seed < randomCases(3000); ++seed) {
    const auto heap = randomShape(16, seed);
    const LiveGraph graph = liveGraph(heap);
    const ObjectGroups groups = randomGroups(graph, 1 + seed % 12, seed);
    const QuotientGraph quotient = quotientOf(graph, groups);
    const OrderedGroups order = OrderedGroups::of(groups.count(), quotient.arcs);
    const auto expected = slowOwnership(graph, groups);
    ASSERT_EQ(quotient.arcs.size(), expected.size()) << "seed " << seed;
    for (const QuotientArc& arc : quotient.arcs) {
      const SlowArc& slow = expected.at({arc.from, arc.to});
      ASSERT_EQ(arc.references, slow.references) << "seed " << seed;
      const bool isInside = order.componentOf[arc.from] == order.componentOf[arc.to];
      const double bytes = static_cast<double>(arc.owned) / (1 << kOwnershipShift);
      ASSERT_NEAR(bytes, isInside ? 0 : slow.owned, 1e-3) << "seed " << seed << ", " << arc.from << " → " << arc.to;
    }
  }
}

TEST(QuotientGraph, IsTheSameWithAnyNumberOfThreads) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    const LiveGraph graph = liveGraph(randomShape(20000, seed));
    const ObjectGroups groups = randomGroups(graph, 40, seed);
    const QuotientGraph one = quotientOf(graph, groups);
    const QuotientGraph several = quotientOf(graph, groups, 4);
    EXPECT_EQ(one.arcs, several.arcs) << "seed " << seed;
    EXPECT_EQ(one.sizes, several.sizes) << "seed " << seed;
  }
}

TEST(QuotientGraph, IsTheSameWithBlocksOfAnySize) {
  for (uint32_t seed = 0; seed < randomCases(1000); ++seed) {
    const LiveGraph graph = liveGraph(randomShape(400, seed));
    const ObjectGroups groups = randomGroups(graph, 1 + seed % 12, seed);
    const QuotientGraph whole = quotientOf(graph, groups);
    for (const uint64_t objectsPerBlock : {64U, 192U}) {
      const QuotientGraph divided = quotientOf(graph, groups, 1 + seed % 3, objectsPerBlock);
      ASSERT_EQ(divided.arcs, whole.arcs) << "seed " << seed;
      ASSERT_EQ(divided.sizes, whole.sizes) << "seed " << seed;
    }
  }
}

TEST(QuotientGraph, SplitsWhatIsSharedByReferences) {
  // B refers to the shared object twice, A once; what that refers to comes with it.
  const DrawnHeap drawn = draw("root→A,B A→S B→S,S S→T bytes:S=300 bytes:T=600 A:A B:B S:S T:T");
  const LiveGraph graph = liveGraph(drawn.heap);
  ObjectGroups groups;
  groups.isBlock = {0, 0, 0, 0, 0, 1};
  groups.groupOf = Array<uint32_t>(drawn.heap->objectCount());
  const std::string names = "ABST";
  for (uint32_t i = 0; i < names.size(); ++i) {
    groups.groupOf[drawn[std::string(1, names[i])].value()] = i + 1;
  }
  groups.roots = {{5, drawn["A"]}, {5, drawn["B"]}};
  std::ranges::sort(groups.roots);
  for (const QuotientArc& arc : quotientOf(graph, groups).arcs) {
    const double bytes = static_cast<double>(arc.owned) / (1 << kOwnershipShift);
    const std::pair<uint32_t, uint32_t> ends(arc.from, arc.to);
    const double expected = ends == std::pair(1U, 3U)   ? 300
                            : ends == std::pair(2U, 3U) ? 600
                            : ends == std::pair(3U, 4U) ? 600
                            : ends == std::pair(5U, 1U) ? 316
                                                        : 616;
    EXPECT_NEAR(bytes, expected, 1e-3) << arc.from << " → " << arc.to;
  }
}

TEST(QuotientGraph, TakesADeepListAsOneGroup) {
  const LiveGraph graph = liveGraph(chain(300000, true));
  ObjectGroups groups;
  groups.isBlock = {0, 0, 1};
  groups.groupOf = Array<uint32_t>(graph.heap().objectCount());
  std::ranges::fill(groups.groupOf, 1U);
  groups.roots = {{2, graph.rootObjects().front()}};
  const QuotientGraph quotient = quotientOf(graph, groups);
  ASSERT_EQ(quotient.arcs.size(), 2U);
  EXPECT_EQ(quotient.arcs[1].from, 2U);
  EXPECT_EQ(quotient.arcs[1].owned >> kOwnershipShift, quotient.sizes[1].bytes);
}

/// What holds for each graph of owners: parts add up, up and down.
void expectExact(const OwnershipGraph& graph, uint64_t total, uint32_t seed) {
  ASSERT_EQ(graph.nodes.front().owned, total) << "seed " << seed;
  std::vector<uint64_t> incoming(graph.nodes.size());
  uint64_t own = 0;
  for (const OwnershipNode& node : graph.nodes) {
    uint64_t sum = node.own.bytes;
    own += node.own.bytes;
    for (const OwnershipNode::Child& child : node.children) {
      sum += child.owned;
      incoming[child.node] += child.owned;
    }
    ASSERT_EQ(sum, node.owned) << "seed " << seed << ", " << node.key;
  }
  ASSERT_EQ(own, total) << "seed " << seed;
  for (size_t node = 1; node < graph.nodes.size(); ++node) {
    ASSERT_EQ(incoming[node], graph.nodes[node].owned) << "seed " << seed << ", " << graph.nodes[node].key;
  }
}

PointOwnership randomPoint(const LiveGraph& graph, uint32_t seed) {
  const ObjectGroups groups = randomGroups(graph, 1 + seed % 20, seed);
  PointOwnership point;
  for (uint32_t group = 0; group < groups.count(); ++group) {
    const GroupKind kind = group == 0 ? GroupKind::kHeap
                           : groups.isBlock[group] != 0
                               ? static_cast<GroupKind>(static_cast<uint32_t>(GroupKind::kStatic) + group % 3)
                               : GroupKind::kClass;
    point.groups.push_back(
        {.key = "group " + std::to_string(group), .label = std::to_string(group), .kind = kind, .type = "T"});
  }
  point.quotient = quotientOf(graph, groups);
  return point;
}

TEST(OwnershipGraph, AddsUpToExactlyTheHeap) {
  for (uint32_t seed = 0; seed < randomCases(3000); ++seed) {
    const LiveGraph graph = liveGraph(randomShape(60, seed));
    const PointOwnership point = randomPoint(graph, seed);
    uint64_t total = 0;
    graph.live().forEach(
        [&](uint64_t i) { total += graph.heap().shallowBytes(ObjectIndex(static_cast<uint32_t>(i))); });
    const OwnershipGraph whole = OwnershipGraph::byObjects(point);
    expectExact(whole, total, seed);
    for (const uint64_t share : {2U, 5U, 20U})
      expectExact(shownPart(whole, {.minimumOwned = total / share}), total, seed);
    expectExact(shownPart(whole, {.statics = false, .threads = seed % 2 == 0, .system = false}), total, seed);
  }
}

TEST(OwnershipGraph, LeavesOutWhatIsSmallAndNothingElse) {
  for (uint32_t seed = 0; seed < randomCases(1000); ++seed) {
    const LiveGraph graph = liveGraph(randomShape(60, seed));
    const OwnershipGraph whole = OwnershipGraph::byObjects(randomPoint(graph, seed));
    const uint64_t minimum = whole.nodes.front().owned / 10;
    const OwnershipGraph shown = shownPart(whole, {.minimumOwned = minimum});
    for (const OwnershipNode& node : whole.nodes) {
      const auto found = std::ranges::find(shown.nodes, node.key, &OwnershipNode::key);
      const bool isLarge = node.owned >= minimum || node.kind == GroupKind::kHeap;
      ASSERT_EQ(found != shown.nodes.end(), isLarge) << "seed " << seed;
      if (isLarge) {
        ASSERT_EQ(found->owned, node.owned) << "seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace heaptrail
