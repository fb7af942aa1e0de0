#include "graph/liveness.h"

#include <gtest/gtest.h>

#include "reference/graph_literal.h"
#include "support/sanitized.h"
#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;
using Names = std::set<std::string>;

Names liveIn(const std::string& drawing, WeakReferences weak = WeakReferences::kDoNotKeepAlive) {
  const DrawnHeap drawn = draw(drawing);
  Progress progress;
  return drawn.namesOf(findLive(*drawn.heap, weak, progress)->live);
}

TEST(Liveness, IsWhatRootsReach) { EXPECT_EQ(liveIn("root→A A→B,C C→A D→A"), (Names{"A", "B", "C"})); }

TEST(Liveness, CyclesWithoutARootAreDead) { EXPECT_EQ(liveIn("root→A B→C C→B A"), (Names{"A"})); }

TEST(Liveness, WeakReferentsDoNotKeepAliveUnlessAsked) {
  const std::string drawing = "root→W:java.lang.ref.WeakReference W→A,Q";
  EXPECT_EQ(liveIn(drawing), (Names{"W", "Q"}));
  EXPECT_EQ(liveIn(drawing, WeakReferences::kKeepAlive), (Names{"W", "A", "Q"}));
}

TEST(Liveness, NothingIsLiveWithoutRoots) { EXPECT_EQ(liveIn("A→B"), Names{}); }

TEST(Liveness, AgreesWithItsDefinitionOnRandomHeaps) {
  for (uint32_t seed = 0; seed < randomCases(3000); ++seed) {
    const auto heap = randomHeap(1 + seed % 60, 0.3 + (seed % 5) * 0.5, seed % 4, seed);
    for (const bool followWeak : {false, true}) {
      Progress progress;
      const auto found =
          findLive(*heap, followWeak ? WeakReferences::kKeepAlive : WeakReferences::kDoNotKeepAlive, progress);
      std::set<uint32_t> live;
      found->live.forEach([&](uint64_t i) { live.insert(static_cast<uint32_t>(i)); });
      ASSERT_EQ(live, slowLive(*heap, followWeak)) << "seed " << seed;
    }
  }
}

TEST(Liveness, ALongChainNeedsNoRecursion) {
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {{"next", 'L'}});
  dump.beginSegment(0x0c);
  for (uint64_t i = 0; i < kTooLongForRecursion; ++i) {
    dump.instance(0x100000 + 16 * i, node, {0x100000 + 16 * (i + 1)});
  }
  dump.root(0xff, 0x100000).endSegment();
  Progress progress;
  const auto found = findLive(*rebuilt(dump).heap, WeakReferences::kDoNotKeepAlive, progress);
  EXPECT_EQ(found->live.count(), kTooLongForRecursion + 1);
}

TEST(Liveness, AnInstanceKeepsItsClassAndWhatItsStaticsHold) {
  HprofBuilder dump;
  const uint64_t node = dump.addClass("Node", 0, {}, {{"shared", 'L', 0x900}});
  dump.beginSegment().instance(0x800, node).primitiveArray(0x900, 'I', 1).root(0xff, 0x800).endSegment();
  const RebuiltHeap result = rebuilt(dump);
  Progress progress;
  EXPECT_TRUE(
      findLive(*result.heap, WeakReferences::kDoNotKeepAlive, progress)->live.test(at(*result.heap, 0x900).value()));
}

/// A dump with roots, class names that only unwritten fields of java.lang.Class hold, and `garbage` objects that
/// nothing does.
HprofBuilder dumpWithClassNames(uint32_t garbage) {
  HprofBuilder dump;
  dump.addClass("java/lang/Class", 0, {});
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t string = dump.addClass("java/lang/String", object, {{"value", 'L'}});
  const uint64_t builder = dump.addClass("java/lang/StringBuilder", object, {{"value", 'L'}});
  dump.beginSegment().instance(0x800, object).root(0xff, 0x800);
  for (uint64_t i = 0; i < 50; ++i)
    dump.instance(0x10000000 + 64 * i, string, {0x10000020 + 64 * i}).bytes(0x10000020 + 64 * i, "a.B");
  for (uint64_t i = 0; i < garbage; ++i) dump.instance(0x20000000 + 16 * i, builder);
  return dump.endSegment();
}

TEST(Liveness, WhatOnlyTheJvmHoldsIsAliveInADumpWithoutGarbage) {
  const RebuiltHeap result = rebuilt(dumpWithClassNames(0));
  Progress progress;
  const auto found = findLive(*result.heap, WeakReferences::kDoNotKeepAlive, progress);
  EXPECT_GE(found->heldUnseen.size(), 50U);
  EXPECT_TRUE(found->live.test(at(*result.heap, 0x10000000).value()));
  EXPECT_TRUE(found->live.test(at(*result.heap, 0x10000020).value()));
}

TEST(Liveness, WhatOnlyTheJvmHoldsIsTheSameWhereWeakReferencesKeepAlive) {
  HprofBuilder dump;
  dump.addClass("java/lang/Class", 0, {});
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t string = dump.addClass("java/lang/String", object, {{"value", 'L'}});
  const uint64_t reference = dump.addClass("java/lang/ref/Reference", object, {{"referent", 'L'}});
  const uint64_t weak = dump.addClass("java/lang/ref/WeakReference", reference, {});
  dump.beginSegment().instance(0x800, object).root(0xff, 0x800);
  // Each refers to a reference object that knows it weakly: with weak references, something refers to each.
  for (uint64_t i = 0; i < 50; ++i)
    dump.instance(0x10000000 + 64 * i, string, {0x10000020 + 64 * i})
        .instance(0x10000020 + 64 * i, weak, {0x10000000 + 64 * i});
  const RebuiltHeap result = rebuilt(dump.endSegment());
  Progress progress;
  const auto strong = findLive(*result.heap, WeakReferences::kDoNotKeepAlive, progress);
  const auto all = findLive(*result.heap, WeakReferences::kKeepAlive, progress);
  EXPECT_GE(strong->heldUnseen.size(), 50U);
  EXPECT_EQ(all->heldUnseen, strong->heldUnseen);
  EXPECT_TRUE(all->live.test(at(*result.heap, 0x10000000).value()));
}

TEST(Liveness, WhereThereIsGarbageNothingIsGuessed) {
  const RebuiltHeap result = rebuilt(dumpWithClassNames(10));
  Progress progress;
  const auto found = findLive(*result.heap, WeakReferences::kDoNotKeepAlive, progress);
  EXPECT_TRUE(found->heldUnseen.empty());
  EXPECT_FALSE(found->live.test(at(*result.heap, 0x10000000).value()));
}

}  // namespace
}  // namespace heaptrail
