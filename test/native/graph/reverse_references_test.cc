// Referrers against the references of sketched heaps, turned round with plain sets.
#include "graph/reverse_references.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "graph/liveness.h"
#include "reference/graph_literal.h"
#include "reference/slow_paths.h"
#include "support/sanitized.h"

namespace heaptrail {
namespace {

using namespace test;
using NameList = std::vector<std::string>;

/// The names of those that refer to `name`.
NameList referrersIn(const std::string& drawing, const std::string& name,
                     WeakReferences weak = WeakReferences::kDoNotKeepAlive) {
  const DrawnHeap drawn = draw(drawing);
  Progress progress;
  const LiveGraph graph(drawn.heap, weak, *findLive(*drawn.heap, weak, progress), Threads(2));
  const auto reverse = ReverseReferences::build(graph, Threads(2), progress);
  NameList names;
  for (const ObjectIndex referrer : reverse->referrers(drawn.objects.at(name))) {
    for (const auto& [other, object] : drawn.objects) {
      if (object == referrer) names.push_back(other);
    }
  }
  return names;
}

TEST(ReverseReferences, AreThoseWhoRefer) {
  EXPECT_EQ(referrersIn("root→A A→B,C B→C C→A", "C"), (NameList{"A", "B"}));
  EXPECT_EQ(referrersIn("root→A A→B", "A"), NameList{});
}

TEST(ReverseReferences, HaveWhoRefersTwiceTwice) {
  EXPECT_EQ(referrersIn("root→A A→B,B,A", "B"), (NameList{"A", "A"}));
  EXPECT_EQ(referrersIn("root→A A→B,B,A", "A"), (NameList{"A"}));
}

TEST(ReverseReferences, LeaveOutTheDead) { EXPECT_EQ(referrersIn("root→A A→B D→B,A", "B"), (NameList{"A"})); }

TEST(ReverseReferences, LeaveOutWeakOnesUnlessTheyAreFollowed) {
  const std::string drawing = "root→W:java.lang.ref.WeakReference,A A→B W→B,A";
  EXPECT_EQ(referrersIn(drawing, "B"), (NameList{"A"}));
  EXPECT_EQ(referrersIn(drawing, "A"), (NameList{"W"}));
  EXPECT_EQ(referrersIn(drawing, "B", WeakReferences::kKeepAlive), (NameList{"W", "A"}));
}

TEST(ReverseReferences, DoNotLeadFromAClassToItsInstances) {
  Sketch sketch;
  const uint32_t classes = sketch.addType({.name = "java.lang.Class"});
  const uint32_t node = sketch.addType({.name = "Node", .classSlots = {"static first"}});
  const uint32_t classObject = sketch.add(classes, {{}});
  sketch.types[node].classObject = classObject;
  sketch.addRoot(sketch.add(node));
  const Seen seen(sketch);
  ASSERT_TRUE(seen.graph.live().test(classObject));
  EXPECT_TRUE(seen.reverse.referrers(ObjectIndex(classObject)).empty());
}

TEST(ReverseReferences, AreTheForwardOnesTurnedRoundOnRandomHeaps) {
  for (uint32_t seed = 0; seed < randomCases(12000); ++seed) {
    const Sketch sketch = randomSketch(seed);
    const bool weak = seed % 3 == 0;
    const Seen seen(sketch, weak ? WeakReferences::kKeepAlive : WeakReferences::kDoNotKeepAlive);
    const auto expected = test::referrersIn(sketch, weak);
    for (uint32_t o = 0; o < sketch.objects.size(); ++o) {
      const auto found = seen.reverse.referrers(ObjectIndex(o));
      ASSERT_TRUE(std::ranges::is_sorted(found)) << "seed " << seed << ", object " << o;
      std::multiset<uint32_t> referrers;
      for (const ObjectIndex referrer : found) referrers.insert(referrer.value());
      const auto place = expected.find(o);
      ASSERT_EQ(referrers, place == expected.end() ? std::multiset<uint32_t>{} : place->second)
          << "seed " << seed << ", object " << o;
    }
  }
}

/// More objects than one thread takes at a time, most of which refer to a few.
Sketch largeSketch() {
  std::mt19937 random(7);
  Sketch sketch;
  const uint32_t node = sketch.addType({.name = "Node", .fields = {"a", "b", "c"}});
  constexpr uint32_t kObjects = 150000;
  for (uint32_t o = 0; o < kObjects; ++o) {
    sketch.add(node, {o + 1 < kObjects ? o + 1 : 0, static_cast<uint32_t>(random() % 10),
                      static_cast<uint32_t>(random() % kObjects)});
  }
  sketch.addRoot(0);
  return sketch;
}

TEST(ReverseReferences, AreTheSameWithAnyNumberOfThreads) {
  const Sketch sketch = largeSketch();
  const Seen one(sketch, WeakReferences::kDoNotKeepAlive, Threads(1));
  const Seen three(sketch, WeakReferences::kDoNotKeepAlive, Threads(3));
  std::vector<std::vector<uint32_t>> expected(sketch.objects.size());
  for (uint32_t o = 0; o < sketch.objects.size(); ++o) {
    for (const auto& slot : sketch.objects[o].slots) expected[*slot].push_back(o);
  }
  for (uint32_t o = 0; o < sketch.objects.size(); ++o) {
    ASSERT_TRUE(std::ranges::equal(one.reverse.referrers(ObjectIndex(o)), expected[o], {}, &ObjectIndex::value)) << o;
    ASSERT_TRUE(std::ranges::equal(three.reverse.referrers(ObjectIndex(o)), one.reverse.referrers(ObjectIndex(o))))
        << o;
  }
}

TEST(ReverseReferences, OfNothingAreNone) {
  Sketch sketch;
  sketch.addType({.name = "Node"});
  sketch.add(0);
  EXPECT_TRUE(Seen(sketch).reverse.referrers(ObjectIndex(0)).empty());
}

TEST(ReverseReferences, CanBeCancelled) {
  const Sketch sketch = largeSketch();
  const Seen seen(sketch);
  Progress progress;
  progress.cancel();
  const auto reverse = ReverseReferences::build(seen.graph, Threads(2), progress);
  ASSERT_FALSE(reverse);
  EXPECT_EQ(reverse.error().kind, ErrorKind::kCancelled);
}

}  // namespace
}  // namespace heaptrail
