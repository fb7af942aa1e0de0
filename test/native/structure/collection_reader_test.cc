// Collections as what they are, of drawn heaps: by roles alone. With values, and of what real JVMs write, see
// answer/object and test/recorder/values.test.ts.
#include "structure/collection_reader.h"

#include <gtest/gtest.h>

#include "structure/drawn_structures.h"

namespace heaptrail {
namespace {

using namespace test;

class Collections : public DrawnStructures {
 public:
  using DrawnStructures::DrawnStructures;

  /// `entries 2: K1→V1, K2→V2`; a dash for null.
  std::string read(const std::string& collection, uint64_t offset = 0, uint64_t limit = 100) const {
    const CollectionReader reader(*drawn.heap, types, nullptr);
    const auto kind = reader.kindOf(drawn[collection]);
    if (!kind) return "no collection";
    Progress progress;
    const auto contents = reader.read(drawn[collection], offset, limit, progress);
    if (!contents) return contents.error().message;
    std::string text =
        fmt::format("{} {}:", *kind == ItemKind::kEntries ? "entries" : "elements", contents->size.items);
    for (const CollectionItem& item : contents->items) {
      text += ' ';
      if (item.key) text += nameOf(*item.key) + "→";
      text += nameOf(item.value);
    }
    return text;
  }

 private:
  std::string nameOf(const CollectionPart& part) const {
    return part.isNull() ? "-" : DrawnStructures::nameOf(part.object);
  }
};

constexpr const char* kMap = R"(
DS Map { head: Entry; table: Entry[]; }
Entry { key: (*) as key; value: (*) as value; after: Entry; next: Entry; })";

TEST(CollectionReader, TellsTheEntriesOfAMap) {
  const Collections map("root→M:Map M→table=T:Entry[] T→A:Entry,B:Entry A→key=K,value=V,next=C:Entry B→key=L C→value=W",
                        kMap);
  EXPECT_EQ(map.read("M"), "entries 3: K→V -→W L→-");
  EXPECT_EQ(map.read("A"), "no collection");
}

TEST(CollectionReader, TellsPagesAndHowManyThereAre) {
  const Collections map("root→M:Map M→table=T:Entry[] T→A:Entry,B:Entry,C:Entry A→key=K B→key=L C→key=N", kMap);
  EXPECT_EQ(map.read("M", 1, 1), "entries 3: L→-");
  EXPECT_EQ(map.read("M", 3, 1), "entries 3:");
}

TEST(CollectionReader, VisitsPartsInTheOrderOfTheDescription) {
  const Collections linked("root→M:Map M→head=B:Entry,table=T:Entry[] T→A:Entry,B A→key=K B→key=L,after=A", kMap);
  EXPECT_EQ(linked.read("M"), "entries 2: L→- K→-") << "as they were put in";
  const Collections tree(
      "root→M:Tree M→root=B:Node B→key=L,left=A:Node,right=C:Node,parent=B A→key=K,parent=B C→key=N,parent=B",
      "DS Tree { Node; } Node { left: Node; key: (*) as key; value: (*) as value; right: Node; parent: Node; }");
  EXPECT_EQ(tree.read("M"), "entries 3: K→- L→- N→-") << "sorted";
}

TEST(CollectionReader, VisitsEachPartOnce) {
  const Collections ring("root→L:List L→first=A:Node A→item=X,next=B:Node,prev=B B→item=X,next=A,prev=A",
                         "DS List { first: Node; } Node { item: (*) as element; next: Node; prev: Node; }");
  EXPECT_EQ(ring.read("L"), "elements 2: X X");
}

TEST(CollectionReader, TellsWhatArraysHold) {
  const char* descriptions = R"(
DS List { data: Object[] as elements; }
DS Pairs { table: Object[] as entries; }
DS Parallel { keys: Object[] as keys; values: Object[] as values; }
DS Set { keys: Object[] as keys; })";
  const Collections arrays(
      "root→L:List,P:Pairs,Q:Parallel,S:Set L→data=D:Object[] D→A,B P→table=E:Object[] E→A,B,C,D "
      "Q→keys=F:Object[],values=G:Object[] F→A,B G→C,D S→keys=D",
      descriptions);
  EXPECT_EQ(arrays.read("L"), "elements 2: A B");
  EXPECT_EQ(arrays.read("P"), "entries 2: A→B C→D");
  EXPECT_EQ(arrays.read("Q"), "entries 2: A→C B→D");
  EXPECT_EQ(arrays.read("S"), "elements 2: A B");
}

TEST(CollectionReader, TellsWhatACollectionOfAnotherHolds) {
  const Collections set(
      "root→S:Set,V:View,W:Wrapper S→map=M:Map V→map=M W→map=M M→table=T:Entry[] T→A:Entry A→key=K,value=V1",
      std::string(kMap) +
          "DS Set { map: Map as elements; } DS View { map: Map as values; } "
          "DS Wrapper { map: Map as entries; }");
  EXPECT_EQ(set.read("S"), "elements 1: K");
  EXPECT_EQ(set.read("V"), "elements 1: V1");
  EXPECT_EQ(set.read("W"), "entries 1: K→V1");
}

TEST(CollectionReader, FindsAValueBehindAnInnerPart) {
  const Collections cache("root→C:Cache C→table=T:Entry[] T→A:Entry A→key=K,ref=R:Ref R→referent=V",
                          "DS Cache { table: Entry[]; } Entry { ref: Ref as value; key: (*) as key; } "
                          "Ref { referent: (*) as value; }");
  EXPECT_EQ(cache.read("C"), "entries 1: K→V");
}

TEST(CollectionReader, ReadsWhatTheFirstFittingEntrySays) {
  const Collections pair("root→P:Pair,Q:Pair P→e0=A,e1=N:Nothing Q→e0=A,e1=B",
                         "DS Pair { e0: (*) as element; e1: Nothing; e1: (*) as element; }");
  EXPECT_EQ(pair.read("P"), "elements 1: A");
  EXPECT_EQ(pair.read("Q"), "elements 2: A B");
}

TEST(CollectionReader, SaysNothingOfWhatHasNoRoles) {
  const Collections plain("root→M:Map M→table=T:Entry[] T→A:Entry A→key=K", "DS Map { Entry[]; } Entry { (*); }");
  EXPECT_EQ(plain.read("M"), "no collection");
}

TEST(CollectionReader, RolesChangeNothingInDetection) {
  const std::string picture = "root→M:Map M→head=A:Entry,table=T:Entry[] T→A,B:Entry A→key=K,value=V,next=B B→value=W";
  const DrawnStructures with(picture, kMap);
  const DrawnStructures without(picture, "DS Map { Entry; Entry[]; } Entry { (*); Entry; }");
  EXPECT_EQ(with.membersOf("M"), without.membersOf("M"));
  EXPECT_EQ(with.structures().size(StructureIndex(0)), without.structures().size(StructureIndex(0)));
}

}  // namespace
}  // namespace heaptrail
