#include "structure/structures.h"

#include <fmt/format.h>

#include <random>

#include "reference/slow_structures.h"
#include "structure/containing_structures.h"
#include "structure/deep_structures.h"
#include "structure/drawn_structures.h"
#include "structure/owned_structures.h"
#include "support/sanitized.h"

namespace heaptrail::test {
namespace {

using Names = std::set<std::string>;

TEST(StructureWalk, FindsTheWorkedExample) {
  const DrawnStructures list("root→L:LL L→N1:N N1→D1:Data,N2:N N2→N1,D2:Data", "DS LL { N; } N { N; (*); }");
  EXPECT_EQ(list.membersOf("L"), (Names{"L", "N1", "N2", "(D1)", "(D2)"}));
  const Structures structures = list.structures();
  ASSERT_EQ(structures.count(), 1U);
  EXPECT_EQ(structures.size(StructureIndex(0)), (Size{5, 80}));
  EXPECT_EQ(structures.leaves(StructureIndex(0)), 2U);
}

TEST(StructureWalk, TakesASetOfItselfAndItsMapWhichItContains) {
  const DrawnStructures set(
      "root→S:java.util.HashSet S→M:java.util.HashMap M→T:java.util.HashMap$Node[] T→N:java.util.HashMap$Node N→K:Key",
      "namespace java.util { DS HashSet+ { HashMap+; } DS HashMap+ { HashMap$Node[]; } HashMap$Node+ { HashMap$Node+; "
      "(*); } }");
  EXPECT_EQ(set.membersOf("S"), (Names{"S", "(M)"}));
  EXPECT_EQ(set.membersOf("M"), (Names{"M", "T", "N", "(K)"}));
  EXPECT_EQ(set.membersOf("S", Descent::kContainedToo), (Names{"S", "M", "T", "N", "(K)"}));
  const Structures structures = set.structures();
  const StructureIndex outer = *structures.of(set.drawn["S"]);
  ASSERT_EQ(structures.contained(outer).size(), 1U);
  EXPECT_EQ(structures.head(structures.contained(outer)[0]), set.drawn["M"]);
  EXPECT_EQ(structures.size(outer).objects, 2U);
}

TEST(StructureWalk, FindsTheSameByBothListingsOfLinkedList) {
  const std::string picture =
      "root→L:java.util.LinkedList L→A:java.util.LinkedList$Node,B:java.util.LinkedList$Node A→B,X:Item B→A,Y:Item";
  const DrawnStructures absolute(picture,
                                 "DS java.util.LinkedList+ { java.util.LinkedList$Node; } "
                                 "java.util.LinkedList$Node { java.util.LinkedList$Node; (Item); }");
  const DrawnStructures brief(
      picture, "namespace java.util { DS LinkedList+ { LinkedList$Node; } LinkedList$Node { LinkedList$Node; (*); } }");
  EXPECT_EQ(absolute.membersOf("L"), brief.membersOf("L"));
  EXPECT_EQ(brief.membersOf("L"), (Names{"L", "A", "B", "(X)", "(Y)"}));
}

TEST(StructureWalk, FollowsTheHeadEvenWhereItsTypeIsAHead) {
  const DrawnStructures nested("root→A:H A→B:H B→A,X:Leaf", "DS H { H; (Leaf); }");
  EXPECT_EQ(nested.membersOf("A"), (Names{"A", "(B)"}));
  EXPECT_EQ(nested.membersOf("B"), (Names{"B", "(A)", "(X)"}));
  EXPECT_EQ(nested.membersOf("A", Descent::kContainedToo), (Names{"A", "B", "(X)"}));
}

TEST(StructureWalk, NeitherContainsNorCountsItselfWhereItIsItsOwnElement) {
  const DrawnStructures self("root→A:H A→A", "DS H { H; }");
  EXPECT_EQ(self.membersOf("A"), Names{"A"});
  const Structures structures = self.structures();
  EXPECT_TRUE(structures.contained(StructureIndex(0)).empty());
  EXPECT_EQ(structures.leaves(StructureIndex(0)), 0U);
}

TEST(StructureWalk, DescribesTheSameArrayDifferentlyBelowDifferentHeads) {
  const std::string picture = "root→C:Cache,L:List C→T:Object[] T→E:Entry E→K:Key L→U:Object[] U→F:Entry F→J:Key";
  const DrawnStructures heap(
      picture, "DS Cache { Object[]; Object[] { Entry; } } Entry { (Key); } DS List { Object[]; } Object[] { (*); }");
  EXPECT_EQ(heap.membersOf("C"), (Names{"C", "T", "E", "(K)"}));
  EXPECT_EQ(heap.membersOf("L"), (Names{"L", "U", "(F)"})) << "the entries of others are elements to a list";
}

TEST(StructureWalk, TakesEachContainedStructureAsItsOwnHeadDescribesIt) {
  // The list shares its array with the cache: each of them makes something else of it.
  const DrawnStructures heap(
      "root→L:List L→T:Object[],C:Cache C→T T→E:Entry E→K:Key",
      "DS Cache { Object[]; Object[] { Entry; } } Entry { (Key); } DS List { Object[]; Cache; } Object[] { (*); }");
  EXPECT_EQ(heap.membersOf("L"), (Names{"L", "T", "(E)", "(C)"}));
  EXPECT_EQ(heap.membersOf("L", Descent::kContainedToo), (Names{"L", "T", "C", "E", "(K)"}));
  EXPECT_EQ(heap.membersOf("C", Descent::kContainedToo), (Names{"C", "T", "E", "(K)"}));
}

TEST(StructureWalk, CountsPartsWithoutADescriptionAsLeaves) {
  const DrawnStructures parts("root→A:H A→B:Bare,C:Empty B→D:X C→D", "DS H { Bare; Empty; } Empty { }");
  EXPECT_EQ(parts.membersOf("A"), (Names{"A", "(B)", "C"}));
}

TEST(StructureWalk, PrefersAPartToALeafWhicheverComesFirst) {
  for (const char* picture : {"root→A:H A→P:P,B:N P→B B→X:X", "root→A:H A→B:N,P:P P→B B→X:X"}) {
    const DrawnStructures both(picture, "DS H { P; (N); } P { N; } N { (X); }");
    EXPECT_EQ(both.membersOf("A"), (Names{"A", "P", "B", "(X)"})) << picture;
    EXPECT_EQ(both.structures().leaves(StructureIndex(0)), 1U) << picture;
  }
}

TEST(StructureWalk, FollowsWeakReferencesToWhatIsLive) {
  const DrawnStructures weak(
      "root→A:H,K:Key A→W:java.lang.ref.WeakReference,V:java.lang.ref.WeakReference W→K:Key V→G:Key",
      "DS H { java.lang.ref.WeakReference; } java.lang.ref.WeakReference { (Key); }");
  EXPECT_EQ(weak.membersOf("A"), (Names{"A", "W", "V", "(K)"}));
}

TEST(Structures, AreOfLiveHeadsOnly) {
  const DrawnStructures heap("root→A:H A→X:X B:H B→A", "DS H { (X); }");
  EXPECT_EQ(heap.structures().count(), 1U);
}

TEST(Structures, LeaveOutDescriptionsThatAreTooWide) {
  // Twenty heads in a ring, and each takes in the whole of it.
  std::string picture = "root→H0:Wide,N:Narrow N→X:X";
  for (int i = 0; i < 20; ++i) picture += fmt::format(" H{0}→P{0}:Part P{0}→P{1}:Part,H{1}:Wide", i, (i + 1) % 20);
  const std::string descriptions = "DS Wide { Part; } Part { Part; Wide; } DS Narrow { (X); }";
  const DrawnStructures heap(picture, descriptions);
  const Structures all = heap.structures();
  EXPECT_TRUE(all.tooWide().empty());
  EXPECT_EQ(all.size(*all.of(heap.drawn["H7"])).objects, 40U);
  const Structures bounded = heap.structures(0);
  ASSERT_EQ(bounded.tooWide().size(), 1U);
  EXPECT_EQ(heap.types.descriptions().entries()[bounded.tooWide()[0]].type, "Wide");
  EXPECT_TRUE(bounded.isTooWide(*bounded.of(heap.drawn["H7"])));
  EXPECT_TRUE(bounded.contained(*bounded.of(heap.drawn["H7"])).empty());
  EXPECT_EQ(bounded.size(*bounded.of(heap.drawn["N"])).objects, 2U) << "others are measured as always";
  EXPECT_EQ(heap.membersOf("H7").size(), 40U) << "on demand it can still be had";
  Progress progress;
  const auto deep = DeepStructures::compute(heap.graph, bounded, Threads(1), progress, 0);
  EXPECT_FALSE(deep->isExact(*bounded.of(heap.drawn["H7"])));
  EXPECT_TRUE(deep->isExact(*bounded.of(heap.drawn["N"])));
}

TEST(Structures, CanBeCancelled) {
  const DrawnStructures heap("root→A:H A→X:X", "DS H { (X); }");
  Progress progress;
  progress.cancel();
  const auto structures = Structures::detect(heap.graph, heap.types, Threads(1), progress);
  ASSERT_FALSE(structures);
  EXPECT_EQ(structures.error().kind, ErrorKind::kCancelled);
}

TEST(OwnedStructures, AreThoseThatAnotherAloneKeeps) {
  // A cache of two maps that share their lists: neither map owns them, but the cache does.
  const DrawnStructures heap("root→C:Cache,Z:Map C→M1:Map,M2:Map M1→L1:List,L2:List M2→L1,L3:List L1→X L2→Y Z→L3",
                             "DS Cache { Map; } DS Map { List; } DS List { (*); }");
  Progress progress;
  const Structures structures = heap.structures();
  const Dominators dominators = *Dominators::build(heap.graph, Threads(1), progress);
  const BitSet owned = *findOwned(heap.graph, dominators, structures, progress);
  Names top;
  for (uint32_t i = 0; i < structures.count(); ++i) {
    if (!owned.test(i)) top.insert(heap.nameOf(structures.head(StructureIndex(i))));
  }
  EXPECT_EQ(top, (Names{"C", "Z", "L3"}));
}

/// Objects of a few types that refer to each other anyhow, so that everything happens that can.
std::shared_ptr<const Heap> randomStructures(uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](uint32_t end) { return std::uniform_int_distribution<uint32_t>(0, end - 1)(random); };
  const std::vector<std::string> types = {
      "Map", "Set", "Node", "Node", "Node", "SubNode", "Key", "Key", "Table[]", "Other", "java.lang.ref.WeakReference"};
  Drawing drawing;
  const uint32_t objects = 5 + below(40);
  for (uint32_t i = 0; i < objects; ++i) drawing.types.push_back(types[below(static_cast<uint32_t>(types.size()))]);
  drawing.references.resize(objects);
  const uint32_t references = below(3 * objects);
  for (uint32_t i = 0; i < references; ++i) drawing.references[below(objects)].push_back(below(objects));
  for (uint32_t i = 0; i < 1 + below(4); ++i) drawing.roots.push_back(below(objects));
  drawing.superclasses = {{"SubNode", "Node"}};
  return build(drawing);
}

constexpr const char* kRandomDescriptions =
    "DS Map { Table[]; Node; java.lang.ref.WeakReference; } DS Set { Map; (Key); }"
    "Node+ { Node+; (Key); Set; } java.lang.ref.WeakReference { (*); Node; }";

// Each head makes something else of what they have in common.
constexpr const char* kRandomDescriptionsInHeads =
    "DS Map { Table[]; Node; Key; Table[] { Node; (Other); } Key { Map; java.lang.ref.WeakReference; } }"
    "DS Set { Map; Node; (Key); Node { (*); SubNode; } SubNode { Key; Table[]; Set; } }"
    "DS Other { Set; Node; Node { Other; Table[]; } Table[] { } }"
    "Node+ { Node+; (Key); Set; } java.lang.ref.WeakReference { (*); Node; }";

TEST(Structures, AgreeWithTheSlowDefinitionOnRandomHeaps) {
  uint32_t seen = 0;
  for (uint32_t seed = 0; seed < randomCases(2000); ++seed) {
    const auto heap = randomStructures(seed);
    const LiveGraph graph = liveGraph(heap);
    const dsl::DescribedTypes types = describe(*heap, seed % 2 == 0 ? kRandomDescriptions : kRandomDescriptionsInHeads);
    Progress progress;
    const Structures structures = std::move(*Structures::detect(graph, types, Threads(2), progress));
    const DeepStructures deep = std::move(*DeepStructures::compute(graph, structures, Threads(2), progress));
    const Dominators dominators = std::move(*Dominators::build(graph, Threads(1), progress));
    const BitSet owned = *findOwned(graph, dominators, structures, progress);
    seen += structures.count();
    for (uint32_t i = 0; i < structures.count(); ++i) {
      const StructureIndex structure(i);
      const ObjectIndex head = structures.head(structure);
      const SlowStructure slow = slowStructure(graph, types, head);
      ASSERT_EQ(structures.size(structure).objects, slow.members().size()) << seed;
      uint64_t bytes = 0;
      for (const uint32_t member : slow.members()) bytes += heap->shallowBytes(ObjectIndex(member));
      ASSERT_EQ(structures.size(structure).bytes, bytes) << seed;
      ASSERT_EQ(structures.leaves(structure), slow.leaves.size()) << seed;
      std::set<uint32_t> contained;
      for (const StructureIndex inside : structures.contained(structure))
        contained.insert(structures.head(inside).value());
      ASSERT_EQ(contained, slow.contained) << seed;
      ASSERT_TRUE(deep.isExact(structure));
      ASSERT_EQ(deep.size(structure).objects, slowDeepStructure(graph, types, head).size()) << seed;
      ASSERT_EQ(owned.test(i), slowIsOwned(graph, types, head)) << seed << ", object " << head.value();
    }
  }
  EXPECT_GT(seen, randomCases(2000));
}

TEST(DeepStructures, NeverSayLessThanIsRightWhenTheBudgetIsUsedUp) {
  uint32_t inexact = 0;
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const auto heap = randomStructures(seed);
    const LiveGraph graph = liveGraph(heap);
    const dsl::DescribedTypes types = describe(*heap, kRandomDescriptions);
    Progress progress;
    // Nothing is too wide, but nearly nothing may be walked.
    const Structures structures = std::move(*Structures::detect(graph, types, Threads(1), progress));
    const DeepStructures deep = std::move(*DeepStructures::compute(graph, structures, Threads(1), progress, 0));
    for (uint32_t i = 0; i < structures.count(); ++i) {
      const StructureIndex structure(i);
      const auto slow = slowDeepStructure(graph, types, structures.head(structure)).size();
      if (deep.isExact(structure)) {
        ASSERT_EQ(deep.size(structure).objects, slow) << seed;
      } else {
        ++inexact;
        ASSERT_GE(deep.size(structure).objects, slow) << seed;
      }
    }
  }
  EXPECT_GT(inexact, 0U);
}

TEST(ContainingStructures, AgreeWithTheSlowDefinitionOnRandomHeaps) {
  uint32_t found = 0;
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const auto heap = randomStructures(seed);
    const LiveGraph graph = liveGraph(heap);
    const dsl::DescribedTypes types = describe(*heap, seed % 2 == 0 ? kRandomDescriptions : kRandomDescriptionsInHeads);
    Progress progress;
    const Structures structures = std::move(*Structures::detect(graph, types, Threads(1), progress));
    const ReverseReferences reverse = std::move(*ReverseReferences::build(graph, Threads(1), progress));
    for (uint32_t object = 0; object < heap->objectCount(); ++object) {
      if (!graph.live().test(object)) continue;
      std::set<uint32_t> expected;
      for (uint32_t i = 0; i < structures.count(); ++i) {
        const ObjectIndex head = structures.head(StructureIndex(i));
        const SlowStructure slow = slowStructure(graph, types, head);
        if (slow.members().contains(object) && (head.value() != object || slow.contained.contains(object)))
          expected.insert(i);
      }
      BitSet group(heap->objectCount());
      group.set(object);
      const auto containing = containingStructures(graph, reverse, structures, group, progress);
      std::set<uint32_t> actual;
      for (const StructureIndex structure : *containing) actual.insert(structure.value());
      ASSERT_EQ(actual, expected) << seed << ", object " << object;
      found += static_cast<uint32_t>(expected.size());
    }
  }
  EXPECT_GT(found, 1000U);
}

}  // namespace
}  // namespace heaptrail::test
