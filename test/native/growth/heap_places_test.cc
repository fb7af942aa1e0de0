// Through what objects hold each other, under common numbers for two heaps.
#include "growth/heap_places.h"

#include <gtest/gtest.h>

#include "reference/graph_literal.h"

namespace heaptrail::test {
namespace {

struct HeldThings {
  explicit HeldThings(const std::string& text) : drawn(draw(text)) {}
  uint32_t slotOf(const std::string& holder, const std::string& held) const {
    uint32_t found = Heap::kNoSlot;
    drawn.heap->forEachSlot(drawn[holder], [&](ObjectIndex target, uint32_t slot) {
      if (target == drawn[held]) found = slot;
    });
    return found;
  }
  Via via(const std::string& holder, const std::string& held) const {
    return viaOfSlot(*drawn.heap, drawn[holder], slotOf(holder, held));
  }
  DrawnHeap drawn;
};

TEST(HeapPlaces, AreFieldsWithTheClassThatDeclaresThem) {
  const HeldThings held("root→A:Derived super:Derived=Base A→own=B,Base.inherited=C B→next=D");
  EXPECT_EQ(held.via("A", "B"), (Via{Via::Kind::kField, "own", "Derived"}));
  EXPECT_EQ(held.via("A", "C"), (Via{Via::Kind::kField, "inherited", "Base"}));
}

TEST(HeapPlaces, AreElementsOfArraysWhereverTheyStand) {
  const HeldThings held("root→A:Node[] A→B,C");
  EXPECT_EQ(held.via("A", "B").kind, Via::Kind::kElement);
  EXPECT_EQ(held.via("A", "B"), held.via("A", "C"));
}

TEST(HeapPlaces, AreStaticFieldsOfTheClassThatAClassObjectStandsFor) {
  const HeldThings held("root→K:java.lang.Class class:shop.Registry=K R:shop.Registry K→<classloader>=L,cache=M");
  EXPECT_EQ(held.via("K", "M"), (Via{Via::Kind::kStaticField, "cache", "shop.Registry"}));
  EXPECT_EQ(held.via("K", "L").kind, Via::Kind::kOther);
  EXPECT_EQ(held.via("K", "L").name, "<classloader>");
}

TEST(HeapPlaces, HaveTheSameNumberInBothHeaps) {
  // Types and fields stand in another order in the second heap.
  const HeldThings from("root→A:shop.Store A→byName=M:Map,byId=N:Map");
  const HeldThings to("root→X:Other X→x=Y A:shop.Store A→byId=N:Map root→A A→byName=M:Map E:Node[] E→A");
  HeapPlaces places(*from.drawn.heap, *to.drawn.heap);
  const auto number = [&](EndOfWindow end, const std::string& holder, const std::string& held) {
    const HeldThings& heap = end == EndOfWindow::kFrom ? from : to;
    return places.viaOf(end, heap.drawn[holder], heap.slotOf(holder, held));
  };
  EXPECT_EQ(number(EndOfWindow::kFrom, "A", "M"), number(EndOfWindow::kTo, "A", "M"));
  EXPECT_EQ(number(EndOfWindow::kFrom, "A", "N"), number(EndOfWindow::kTo, "A", "N"));
  EXPECT_NE(number(EndOfWindow::kFrom, "A", "M"), number(EndOfWindow::kFrom, "A", "N"));
  EXPECT_EQ(number(EndOfWindow::kTo, "E", "A"), HeapPlaces::kElement);
  EXPECT_EQ(places[number(EndOfWindow::kTo, "A", "N")], (Via{Via::Kind::kField, "byId", "shop.Store"}));
}

TEST(HeapPlaces, KnowClassObjects) {
  const HeldThings held("root→K:java.lang.Class class:shop.Registry=K R:shop.Registry");
  const HeapPlaces places(*held.drawn.heap, *held.drawn.heap);
  EXPECT_EQ(places.classOf(EndOfWindow::kFrom, held.drawn["K"]), held.drawn.heap->typeOf(held.drawn["R"]));
  EXPECT_FALSE(places.classOf(EndOfWindow::kFrom, held.drawn["R"]).exists());
}

}  // namespace
}  // namespace heaptrail::test
