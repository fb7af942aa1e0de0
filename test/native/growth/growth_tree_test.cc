// The growth tree: what is one place, what is folded, and that sizes add up.
#include "growth/growth_tree.h"

#include <fmt/format.h>

#include <random>
#include <set>

#include "growth/drawn_growth.h"
#include "reference/random_shapes.h"
#include "support/sanitized.h"

namespace heaptrail::test {
namespace {

TEST(GrowthTree, MergesWhatIsHeldThroughTheSameFieldAndIsOfTheSameType) {
  const DrawnGrowth growth("R:Registry L:Person[] P1:Person P2:Person " + declared("D", 4, "Data"),
                           "root→R R→people=L L→P1,P2",
                           "root→R R→people=L L→P1,P2 P1→home=D1,work=D2 P2→home=D3,work=D4");
  EXPECT_EQ(growth.text(),
            "Registry 1→1\n"
            "  people Person[] 1→1\n"
            "    [] Person 2→2\n"
            "      home Data 0→2\n"
            "      work Data 0→2\n");
}

TEST(GrowthTree, KeepsTypesApartThatOneFieldHolds) {
  const DrawnGrowth growth("L:Person[] P1:Person P2:Person D:Data E:Extra", "root→L L→P1,P2",
                           "root→L L→P1,P2 P1→home=D P2→home=E bytes:D=32");
  EXPECT_EQ(growth.text(),
            "Person[] 1→1\n"
            "  [] Person 2→2\n"
            "    home Data 0→1\n"
            "    home Extra 0→1\n");
}

TEST(GrowthTree, TellsFieldsOfOneNameByTheClassThatDeclaresThem) {
  const DrawnGrowth growth("L:Base[] A:Base B:Derived super:Derived=Base D:Data E:Data", "root→L L→A,B A→items B→items",
                           "root→L L→A,B A→items=D B→Base.items=E");
  EXPECT_EQ(growth.text(),
            "Base[] 1→1\n"
            "  [] Base 1→1\n"
            "    items Data 0→1\n"
            "  [] Derived 1→1\n"
            "    items Data 0→1\n");
  const auto& base = growth.tree[growth.tree.children(growth["[] Base"]).front()];
  const auto& derived = growth.tree[growth.tree.children(growth["[] Derived"]).front()];
  EXPECT_EQ(base.via, derived.via) << "one field, wherever it is inherited";
}

TEST(GrowthTree, LeavesOutWhatGainedTooLittle) {
  const DrawnGrowth growth("A:Small B:Large D:Data E:Data bytes:D=8 bytes:E=100000", "root→A,B",
                           "root→A,B A→data=D B→data=E");
  EXPECT_EQ(growth.text(), "Large 1→1\n  data Data 0→1\n");
  EXPECT_EQ(growth.tree.minimumGain(), 100008 * 5 / 1000);
}

TEST(GrowthTree, LooksIntoWhatShrankWhereTheHeapDidNotGrow) {
  // The shop lost more than its orders gained; what the cache held is gone, and a log grew by less than the orders.
  const DrawnGrowth growth("S:Shop O:Orders C:Cache L:Log I:Image D:Data E:Data bytes:I=9000 bytes:D=800 bytes:E=400",
                           "root→L,S S→orders=O,cache=C C→image=I", "root→L,S S→orders=O,cache=C O→data=D L→data=E");
  ASSERT_LT(heapGrowthOf(growth.ends), 0);
  EXPECT_EQ(growth.text(),
            "Shop 1→1\n"
            "  orders Orders 1→1\n"
            "    data Data 0→1\n"
            "Log 1→1\n"
            "  data Data 0→1\n");
  EXPECT_LT(growth.tree[growth["Shop"]].retained.bytes(), 0);
}

TEST(GrowthTree, FoldsAListOntoItsFirstNode) {
  const DrawnGrowth growth("L:List " + declared("N", 5, "List$Node"), "root→L L→first=N1",
                           "root→L L→first=N1 N1→next=N2 N2→next=N3 N3→next=N4 N4→next=N5");
  EXPECT_EQ(growth.text(), "List 1→1\n  first List$Node 1→5\n");
  const GrowthPlace& nodes = growth.tree[growth["first List$Node"]];
  EXPECT_EQ(nodes.metAgain[indexOf(EndOfWindow::kFrom)], 0U);
  EXPECT_EQ(nodes.metAgain[indexOf(EndOfWindow::kTo)], 4U);
  EXPECT_EQ(nodes.retained.to, (Size{5, 80})) << "each node counts once";
}

TEST(GrowthTree, FoldsWhatNodesHoldWithThem) {
  const DrawnGrowth growth("L:List " + declared("N", 3, "List$Node") + declared("V", 3, "Value"),
                           "root→L L→first=N1 N1→value=V1",
                           "root→L L→first=N1 N1→next=N2,value=V1 N2→next=N3,value=V2 N3→value=V3");
  EXPECT_EQ(growth.text(), "List 1→1\n  first List$Node 1→3\n    value Value 1→3\n");
}

TEST(GrowthTree, FoldsTreesThroughArraysAndOtherTypesOfTheSameLibrary) {
  const std::string nodes = declared("N", 4, "lib.trie.Node") + declared("A", 2, "lib.trie.Node[]");
  const DrawnGrowth throughArrays("T:lib.Trie " + nodes, "root→T T→root=N1 N1→children=A1",
                                  "root→T T→root=N1 N1→children=A1 A1→N2,N3 N2→children=A2 A2→N4");
  EXPECT_EQ(throughArrays.text(), "lib.Trie 1→1\n  root lib.trie.Node 1→4\n    children lib.trie.Node[] 1→2\n");
  const std::string others = declared("N", 3, "org.lib.trie.Node") + declared("B", 2, "org.lib.util.Branch");
  const DrawnGrowth throughOthers("T:org.lib.Trie " + others, "root→T T→root=N1",
                                  "root→T T→root=N1 N1→left=B1 B1→to=N2 N2→left=B2 B2→to=N3");
  EXPECT_EQ(throughOthers.text(), "org.lib.Trie 1→1\n  root org.lib.trie.Node 1→3\n    left org.lib.util.Branch 0→2\n");
}

TEST(GrowthTree, DoesNotFoldAcrossObjectsOfAnotherLibrary) {
  const DrawnGrowth growth("A:a.b.Node O:shop.Order B:a.b.Node", "root→A", "root→A A→value=O O→items=B");
  EXPECT_EQ(growth.text(), "a.b.Node 1→1\n  value shop.Order 0→1\n    items a.b.Node 0→1\n");
}

TEST(GrowthTree, DoesNotFoldAMapOntoTheMapThatItIsIn) {
  const std::string objects =
      "M:java.util.HashMap N:java.util.HashMap T:java.util.HashMap$Node[] U:java.util.HashMap$Node[] "
      "E:java.util.HashMap$Node " +
      declared("F", 3, "java.util.HashMap$Node");
  const DrawnGrowth growth(objects, "root→M M→table=T T→E E→value=N",
                           "root→M M→table=T T→E E→value=N N→table=U U→F1 F1→next=F2 F2→next=F3");
  EXPECT_EQ(growth.text(),
            "java.util.HashMap 1→1\n"
            "  table java.util.HashMap$Node[] 1→1\n"
            "    [] java.util.HashMap$Node 1→1\n"
            "      value java.util.HashMap 1→1\n"
            "        table java.util.HashMap$Node[] 0→1\n"
            "          [] java.util.HashMap$Node 0→3\n");
}

TEST(GrowthTree, DoesNotFoldAcrossTheHeadOfAnotherStructure) {
  const std::string objects = "C:lib.Cache D:lib.Cache E:lib.Cache$Entry " + declared("F", 2, "lib.Cache$Entry");
  const std::string from = "root→C C→first=E E→value=D";
  const std::string to = from + " D→first=F1 F1→next=F2";
  EXPECT_EQ(DrawnGrowth(objects, from, to, "DS lib.Cache { lib.Cache$Entry; } lib.Cache$Entry { (*); }").text(),
            "lib.Cache 1→1\n"
            "  first lib.Cache$Entry 1→1\n"
            "    value lib.Cache 1→1\n"
            "      first lib.Cache$Entry 0→2\n");
}

TEST(GrowthTree, FoldsContainersOntoEachOtherWhereOneWrapsTheNextByTheSameField) {
  const std::string objects = "S:Settings T:Text " + declared("W", 4, "lib.Wrapper");
  const std::string descriptions = "DS lib.Wrapper { c: (*); }";
  const std::string from = "root→S S→names=W1 W1→c=W2 W2→c=T";
  EXPECT_EQ(DrawnGrowth(objects, from, "root→S S→names=W1 W1→c=W2 W2→c=W3 W3→c=W4 W4→c=T", descriptions).text(),
            "Settings 1→1\n"
            "  names lib.Wrapper 1→1\n"
            "    c lib.Wrapper 1→3\n");
  // By another field, or behind something else, each is one of its own.
  EXPECT_EQ(DrawnGrowth(objects, from, "root→S S→names=W1 W1→c=W2 W2→d=W3 W3→c=T T→c=W4", descriptions).text(),
            "Settings 1→1\n"
            "  names lib.Wrapper 1→1\n"
            "    c lib.Wrapper 1→1\n"
            "      d lib.Wrapper 0→1\n"
            "        c Text 0→1\n"
            "          c lib.Wrapper 0→1\n");
}

TEST(GrowthTree, StandsClassesOfTheApplicationsLoaderRightBelowTheRoots) {
  const std::string objects =
      "L:jdk.internal.loader.ClassLoaders$AppClassLoader V:java.util.ArrayList O:java.lang.Object[] K:java.lang.Class "
      "class:shop.Registry=K R:shop.Registry M:java.util.HashMap D:Data ";
  const std::string loader = "root→L L→classes=V V→elementData=O O→K K→<classloader>=L,cache=M ";
  const DrawnGrowth growth(objects, loader, loader + "M→table=D");
  EXPECT_EQ(growth.text(),
            "class shop.Registry 1→1\n"
            "  static cache java.util.HashMap 1→1\n"
            "    table Data 0→1\n");
}

TEST(GrowthTree, PutsClassesThatAProgramMakesByDozensTogether) {
  std::string objects = "L:jdk.internal.loader.ClassLoaders$AppClassLoader V:java.util.ArrayList O:java.lang.Object[] ";
  const auto loader = [](int classes) {
    std::string text = "root→L L→classes=V V→elementData=O";
    for (int i = 1; i <= classes; ++i) text += fmt::format(" O→K{0} K{0}→<classloader>=L,<name>=N{0}", i);
    return text;
  };
  for (int i = 1; i <= 30; ++i) {
    objects += fmt::format(
        "K{0}:java.lang.Class class:shop.Order$$Proxy$${0}a=K{0} I{0}:shop.Order$$Proxy$${0}a N{0}:Data ", i);
  }
  const DrawnGrowth growth(objects, loader(5), loader(30));
  EXPECT_TRUE(growth.text().starts_with("class shop.Order$$Proxy$$* 5→30\n")) << growth.text();
  // Too few to be a kind of their own: each is called as it is.
  const DrawnGrowth few(objects, loader(5), loader(19));
  EXPECT_FALSE(few.text().contains('*')) << few.text();
}

TEST(GrowthTree, LeavesClassesOfOtherLoadersWithTheirLoader) {
  const std::string objects =
      "L:web.WebappLoader V:java.util.ArrayList O:java.lang.Object[] K:java.lang.Class class:shop.Registry=K "
      "R:shop.Registry D:Data ";
  const std::string loader = "root→L L→classes=V V→elementData=O O→K K→<classloader>=L";
  const DrawnGrowth growth(objects, loader, loader + ",cache=D");
  EXPECT_EQ(growth.text(),
            "web.WebappLoader 1→1\n"
            "  classes java.util.ArrayList 1→1\n"
            "    elementData java.lang.Object[] 1→1\n"
            "      [] class shop.Registry 1→1\n"
            "        static cache Data 0→1\n");
}

TEST(GrowthTree, SaysWhatNoFieldOfItsHolderHolds) {
  const DrawnGrowth growth("S:Store A:Index B:Index " + declared("D", 3, "Data"), "root→S S→a=A,b=B",
                           "root→S S→a=A,b=B A→x=D1,y=D2 B→x=D1,y=D2");
  EXPECT_EQ(growth.text(), "Store 1→1\n  shared Data 0→2\n");
}

TEST(GrowthTree, KnowsNoPlaceByWhatKeepsNothing) {
  // One reference knows data weakly that two which it holds keep; the other has a field besides that keeps them.
  const DrawnGrowth growth("R:java.lang.ref.WeakReference W:java.lang.ref.WeakReference A:Index B:Index D:Data E:Data",
                           "root→R,W R→referent=D,a=A,b=B W→referent=E",
                           "root→R,W R→referent=D,a=A,b=B W→referent=E,a=E A→x=D B→x=D");
  EXPECT_EQ(growth.text(), "java.lang.ref.WeakReference 2→2\n  shared Data 0→1\n  a Data 0→1\n");
}

TEST(GrowthTree, ComparesPlacesWhoseObjectsAreAllNew) {
  const DrawnGrowth growth("R:Registry A:Table B:Table C:Data D:Data E:Data", "root→R R→table=A A→x=C",
                           "root→R R→table=B B→x=D,y=E");
  EXPECT_EQ(growth.text(), "Registry 1→1\n  table Table 1→1\n    y Data 0→1\n");
}

/// Two random heaps, with no descriptions or heads of one type.
struct RandomWindow {
  explicit RandomWindow(uint32_t seed)
      : heaps{randomShape(60, seed), randomShape(60, seed + 1)},
        graphs{liveGraph(heaps[0]), liveGraph(heaps[1])},
        dominators{dominatorsOf(graphs[0]), dominatorsOf(graphs[1])},
        types{describe(*heaps[0], described(seed)), describe(*heaps[1], described(seed))} {}

  DescribedEnd end(size_t which) const {
    return {{&graphs[which], &dominators[which], sizeOf(*heaps[which], graphs[which].live(), Threads(1))},
            &types[which]};
  }
  static Dominators dominatorsOf(const LiveGraph& graph) {
    Progress progress;
    return std::move(*Dominators::build(graph, Threads(1), progress));
  }
  static std::string described(uint32_t seed) { return seed % 2 == 0 ? "" : "DS Node1 { (*); }"; }

  std::array<std::shared_ptr<const Heap>, 2> heaps;
  std::array<LiveGraph, 2> graphs;
  std::array<Dominators, 2> dominators;
  std::array<dsl::DescribedTypes, 2> types;
};

TEST(GrowthTree, OfRandomHeapsHasChildrenThatNeverRetainMoreThanTheirParent) {
  uint32_t places = 0;
  uint32_t shrunk = 0;
  for (uint32_t seed = 0; seed < randomCases(4000); ++seed) {
    const RandomWindow window(seed);
    CommonNames names(*window.heaps[0], *window.heaps[1]);
    HeapPlaces vias(*window.heaps[0], *window.heaps[1]);
    const ComparedHeaps heaps{{window.end(0), window.end(1)}, &names, &vias};
    shrunk += heapGrowthOf(heaps.ends) <= 0 ? 1 : 0;
    Progress progress;
    const GrowthTree tree = std::move(*GrowthTree::build(heaps, progress));
    std::array<std::set<ObjectIndex>, 2> seen;
    for (uint32_t place = 0; place < tree.places().size(); ++place) {
      GrownSize below;
      for (const uint32_t child : tree.children(place)) below += tree[child].retained;
      const GrownSize& own = tree[place].retained;
      ASSERT_LE(below.from.objects, own.from.objects) << seed;
      ASSERT_LE(below.from.bytes, own.from.bytes) << seed;
      ASSERT_LE(below.to.objects, own.to.objects) << seed;
      ASSERT_LE(below.to.bytes, own.to.bytes) << seed;
      for (const EndOfWindow end : kBothEnds) {
        for (const ObjectIndex object : tree[place].at(end)) {
          ASSERT_TRUE(seen[indexOf(end)].insert(object).second) << "an object has one place: " << seed;
        }
      }
      ++places;
    }
  }
  EXPECT_GT(places, randomCases(4000));
  EXPECT_GT(shrunk, randomCases(4000) / 3);
}

}  // namespace
}  // namespace heaptrail::test
