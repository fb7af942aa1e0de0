// Which container an object belongs to, in drawn heaps.
#include "growth/containers.h"

#include "structure/drawn_structures.h"

namespace heaptrail::test {
namespace {

struct HeldParts : DrawnStructures {
  explicit HeldParts(const std::string& picture, const std::string& descriptions = "")
      : DrawnStructures(picture, descriptions),
        dominators(dominatorsOf(graph)),
        reverse(reverseOf(graph)),
        end{&graph, &dominators, {}} {}

  static Dominators dominatorsOf(const LiveGraph& graph) {
    Progress progress;
    return std::move(*Dominators::build(graph, Threads(1), progress));
  }
  static ReverseReferences reverseOf(const LiveGraph& graph) {
    Progress progress;
    return std::move(*ReverseReferences::build(graph, Threads(1), progress));
  }

  /// The way from the head, in names: `L A`; a star where a description says so.
  std::string containerOf(const std::string& part, const std::string& element) const {
    return textOf(Containers(end, types, reverse, own).of(drawn[part], drawn[element]));
  }
  std::string around(const std::string& object) const {
    const auto found = Containers(end, types, reverse, own).around(drawn[object]);
    return found ? textOf(*found) : "";
  }
  std::string holderOf(const std::string& object) const {
    const ObjectIndex holder = Containers(end, types, reverse, own).holderOf(drawn[object]);
    return holder.exists() ? nameOf(holder) : "";
  }

  OwnPackages own{{"shop"}};
  Dominators dominators;
  ReverseReferences reverse;
  HeapEnd end;

 private:
  std::string textOf(const Container& container) const {
    std::string text = container.isDescribed() ? "*" : "";
    for (const ObjectIndex object : container.way()) text += (text.empty() || text == "*" ? "" : " ") + nameOf(object);
    return text;
  }
};

TEST(Containers, AreWhatADescriptionSays) {
  const HeldParts held("root→S:shop.Store S→M:Map M→T:Table T→N:Node N→V:Value",
                       "DS Map { Table; } Table { Node; } Node { (*); }");
  EXPECT_EQ(held.containerOf("T", "N"), "*M T");
  EXPECT_EQ(held.containerOf("N", "V"), "*M T N");
}

TEST(Containers, AreNotThoseWhoseDescriptionDoesNotLeadThere) {
  const HeldParts held("root→M:Map M→V:shop.Value V→A:shop.Data[] A→D:shop.Data", "DS Map { (*); }");
  EXPECT_EQ(held.containerOf("A", "D"), "V A") << "what is in a value is not in the map";
}

TEST(Containers, AreFoundInsideTheScopeOfTheirHead) {
  const HeldParts held("root→S:shop.Store S→C:lib.Cache C→A:java.lang.Object[] A→E:lib.Entry E→V:shop.Item",
                       "DS lib.Cache { java.lang.Object[]; java.lang.Object[] { lib.Entry; } lib.Entry { (*); } }");
  EXPECT_EQ(held.containerOf("A", "E"), "*C A");
}

TEST(Containers, LeadThroughArraysWrappersAndNodesOfAFamily) {
  const HeldParts held(
      "root→S:shop.Store S→C:lib.LocalCache C→G:lib.LocalCache$Segment[] G→P:lib.LocalCache$Segment "
      "P→R:java.util.concurrent.atomic.AtomicReferenceArray R→A:java.lang.Object[] A→E:lib.LocalCache$Entry");
  EXPECT_EQ(held.containerOf("A", "E"), "C G P R A");
}

TEST(Containers, EndAtTheProgramsOwnObjects) {
  const HeldParts held("root→B:shop.Boards B→L:shop.Board[] L→P:shop.Board P→A:shop.Listener[] A→D:shop.Listener");
  EXPECT_EQ(held.containerOf("A", "D"), "P A");
}

TEST(Containers, DoNotLeadToThreadsLoadersAndClasses) {
  const HeldParts thread("root→T:shop.Worker super:shop.Worker=java.lang.Thread T→A:lib.Item[] A→D:lib.Item");
  EXPECT_EQ(thread.containerOf("A", "D"), "A");
  const HeldParts inClass(
      "root→K:java.lang.Class class:shop.Registry=K R:shop.Registry K→all=A:lib.Item[] A→D:lib.Item");
  EXPECT_EQ(inClass.containerOf("A", "D"), "A");
}

TEST(Containers, OfKnownObjectsAreKnown) {
  const HeldParts held("root→S:shop.Store S→L:lib.List L→N:lib.List$Node N→M:lib.List$Node M→V:shop.Item");
  const Containers containers(held.end, held.types, held.reverse, held.own);
  KnownHeads known(held.end.heap().objectCount());
  // Of another container than the way would lead to, so that it is seen to end there.
  known.note(held.drawn["N"], held.drawn["V"]);
  EXPECT_EQ(containers.of(held.drawn["M"], held.drawn["V"], &known).head(), held.drawn["V"]);
  known.forget(std::vector<ObjectIndex>{held.drawn["N"]});
  EXPECT_EQ(containers.of(held.drawn["M"], held.drawn["V"], &known).head(), held.drawn["L"]);
}

TEST(Containers, HoldWhatTheirDominatorsReferTo) {
  const HeldParts held("root→A,X A→B,C B→D C→D X:Other X→E E→F F→E");
  EXPECT_EQ(held.holderOf("B"), "A");
  EXPECT_EQ(held.holderOf("D"), "") << "two hold it, and neither alone";
  EXPECT_EQ(held.holderOf("E"), "X") << "what it holds itself does not hold it";
}

TEST(Containers, HoldWhatOneOfTheirFamilyAloneRefersTo) {
  const HeldParts held("root→A:shop.User,L:lib.List A→N:lib.List$Node L→N");
  EXPECT_EQ(held.holderOf("N"), "L") << "the other one only looks at it";
}

TEST(Containers, AroundAnObjectAreTheNearestDescribedOnes) {
  const HeldParts held("root→M:Map M→V:shop.Value V→A:shop.Data[] A→D:shop.Data", "DS Map { (*); }");
  EXPECT_EQ(held.around("A"), "*M V A");
  EXPECT_EQ(HeldParts("root→V:shop.Value V→A:shop.Data[]").around("A"), "");
}

}  // namespace
}  // namespace heaptrail::test
