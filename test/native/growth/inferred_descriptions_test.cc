// Descriptions made from how things are held: they parse, and find the nodes and nothing else.
#include "growth/inferred_descriptions.h"

#include "growth/drawn_containers.h"

namespace heaptrail::test {
namespace {

using Members = std::set<std::string>;

struct Inferred : DrawnContainers {
  using DrawnContainers::DrawnContainers;

  std::string descriptions() { return inferDescriptions(compared(), tree, find(), own); }

  /// Of the structure that the inferred descriptions find at the window's end: parts as they are, leaves in
  /// parentheses.
  Members membersOf(const std::string& head) {
    const dsl::DescribedTypes types = describe(*to.heap.drawn.heap, descriptions(), dsl::FileOrigin::kInferred);
    EXPECT_TRUE(types.isHead(to.heap.drawn.heap->typeOf(to.heap.drawn[head])));
    StructureWalk walk(to.heap.graph, types);
    const Progress progress;
    EXPECT_EQ(walk.run(to.heap.drawn[head], Descent::kOwnParts, StructureWalk::kNoLimit, progress),
              StructureWalk::End::kComplete);
    Members found;
    for (const ObjectIndex member : walk.members()) {
      const std::string name = to.heap.nameOf(member);
      found.insert(walk.isLeaf(member) ? '(' + name + ')' : name);
    }
    return found;
  }
};

/// The first `count` names of a series, in parentheses if they are leaves.
void addSeries(Members& names, const std::string& start, int count, bool areLeaves = false) {
  for (int i = 1; i <= count; ++i) {
    const std::string name = start + std::to_string(i);
    names.insert(areLeaves ? '(' + name + ')' : name);
  }
}

TEST(InferredDescriptions, FindAListWithItsElements) {
  const std::string objects =
      "S:shop.Store L:lib.List " + declared("N", 30, "lib.List$Node") + declared("V", 30, "shop.Item");
  std::string to = "root→S S→items=L L→first=N1";
  for (int i = 1; i <= 30; ++i)
    to += fmt::format(" N{0}→value=V{0}", i) + (i < 30 ? fmt::format(",next=N{}", i + 1) : "");
  Inferred growth(objects, "root→S S→items=L L→first=N1 N1→value=V1", to);
  Members expected{"L"};
  addSeries(expected, "N", 30);
  addSeries(expected, "V", 30, true);
  EXPECT_EQ(growth.membersOf("L"), expected) << growth.descriptions();
}

TEST(InferredDescriptions, DescribeArraysInsideTheirHead) {
  // As Guava's caches are: head → segments → tables → bins of entries.
  std::string objects = "S:shop.Store C:lib.cache.LocalCache G:lib.cache.LocalCache$Segment[] ";
  objects += declared("P", 2, "lib.cache.LocalCache$Segment") +
             declared("R", 2, "java.util.concurrent.atomic.AtomicReferenceArray") +
             declared("A", 2, "java.lang.Object[]");
  objects += declared("E", 40, "lib.cache.LocalCache$StrongEntry") + declared("K", 40, "java.lang.String") +
             declared("V", 40, "shop.Item") + declared("X", 40, "shop.Detail");
  objects += "Q:shop.Other B:java.lang.Object[] Y:shop.Item";
  std::string from = "root→S,Q S→cache=C C→segments=G G→P1,P2 Q→array=B B→Y ";
  for (int i = 1; i <= 2; ++i) from += fmt::format("P{0}→table=R{0} R{0}→array=A{0} ", i);
  std::string to = from;
  for (int i = 1; i <= 40; ++i) {
    // Every fifth entry begins a bin.
    to += i % 5 == 1 ? fmt::format("A{}→E{} ", 1 + i % 2, i) : fmt::format("E{}→next=E{} ", i - 1, i);
    to += fmt::format("E{0}→key=K{0},value=V{0} V{0}→detail=X{0} ", i);
  }
  Inferred growth(objects, from, to);
  Members expected{"C", "G", "P1", "P2", "R1", "R2", "A1", "A2"};
  addSeries(expected, "E", 40);
  addSeries(expected, "K", 40, true);
  addSeries(expected, "V", 40, true);
  EXPECT_EQ(growth.membersOf("C"), expected) << growth.descriptions();
  const dsl::DescribedTypes types = describe(*growth.to.heap.drawn.heap, growth.descriptions());
  const Heap& heap = *growth.to.heap.drawn.heap;
  EXPECT_EQ(types.descriptionOf(heap.typeOf(growth.to.heap.drawn["B"])), nullptr) << "arrays elsewhere are as before";
}

TEST(InferredDescriptions, LeaveNodesAsTheyAreDescribedElsewhere) {
  // The head of a library uses nodes that another structure of that library has.
  const std::string objects =
      "S:shop.Store L:lib.Queue A:lib.Node[] " + declared("N", 30, "lib.Node") + declared("V", 30, "shop.Item");
  std::string to = "root→S S→items=L L→table=A A→" + listed("N", 1, 30);
  for (int i = 1; i <= 30; ++i) to += fmt::format(" N{0}→value=V{0}", i);
  const std::string known = "DS lib.Table { lib.Node[]; } lib.Node { (shop.Other); }";
  Inferred growth(objects, "root→S S→items=L L→table=A A→N1 N1→value=V1", to, known);
  Members expected{"L", "A"};
  addSeries(expected, "N", 30);
  addSeries(expected, "V", 30, true);
  EXPECT_EQ(growth.membersOf("L"), expected) << growth.descriptions();
  const auto file =
      std::make_shared<const dsl::DescriptionFile>("inferred.ds", growth.descriptions(), dsl::FileOrigin::kInferred);
  const dsl::DescriptionSet set(dsl::DescriptionSet::Files{file});
  EXPECT_EQ(set.find("lib.Node"), nullptr) << "outside of the head the other description holds";
}

TEST(InferredDescriptions, EndAtTheProgramsOwnObjects) {
  const std::string objects =
      "S:shop.Store A:shop.Item[] " + declared("V", 30, "shop.Item") + declared("X", 30, "shop.Detail");
  std::string to = "root→S S→items=A A→" + listed("V", 1, 30);
  for (int i = 1; i <= 30; ++i) to += fmt::format(" V{0}→detail=X{0}", i);
  Inferred growth(objects, "root→S S→items=A A→V1 V1→detail=X1", to);
  growth.own = OwnPackages({"shop"});
  Members expected{"S", "A"};
  addSeries(expected, "V", 30, true);
  EXPECT_EQ(growth.membersOf("S"), expected) << growth.descriptions();
}

TEST(InferredDescriptions, AreNoneOfWhatIsDescribedOrCannotBe) {
  const std::string from = "root→S S→items=L L→A L→A";
  const auto to = [](const std::string& holder) {
    return "root→S S→items=L L→array=A A→" + listed("V", 1, 30) + holder;
  };
  const std::string contents = "A:java.lang.Object[] S:shop.Store " + declared("V", 30, "shop.Item");
  Inferred described("L:lib.List " + contents, "root→S S→items=L L→array=A A→V1", to(""),
                     "DS lib.List { java.lang.Object[]; }");
  EXPECT_EQ(described.descriptions(), "");
  Inferred hidden("L:shop.Query$$Lambda/0x7f2c " + contents, "root→S S→items=L L→array=A A→V1", to(""));
  EXPECT_EQ(hidden.descriptions(), "") << "such a name is another in the next run";
}

TEST(InferredDescriptions, OfSeveralHeadsStandSideBySide) {
  const std::string objects = "S:shop.Store L:lib.List A:java.lang.Object[] M:org.pool.Pool B:java.lang.Object[] " +
                              declared("V", 30, "shop.Item") + declared("W", 30, "shop.Task");
  Inferred growth(
      objects, "root→S S→items=L,tasks=M L→array=A M→slots=B",
      fmt::format("root→S S→items=L,tasks=M L→array=A M→slots=B A→{} B→{}", listed("V", 1, 30), listed("W", 1, 30)));
  Members list{"L", "A"};
  addSeries(list, "V", 30, true);
  EXPECT_EQ(growth.membersOf("L"), list) << growth.descriptions();
  Members pool{"M", "B"};
  addSeries(pool, "W", 30, true);
  EXPECT_EQ(growth.membersOf("M"), pool) << growth.descriptions();
}

}  // namespace
}  // namespace heaptrail::test
