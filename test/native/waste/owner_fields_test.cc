// Which field of the program holds an object: on heaps drawn by hand.
#include "waste/owner_fields.h"

#include <gtest/gtest.h>

#include "classify/known_heap.h"

namespace heaptrail {
namespace {

using namespace test;

/// The owner of one object of a drawn heap.
std::string ownerOf(const std::string& picture, const std::string& name, Threads threads = Threads(1)) {
  const DrawnHeap drawn = draw(picture);
  const KnownHeap facts(drawn.heap, "DS Nothing { (*); }", threads);
  Progress progress;
  const std::shared_ptr<const OwnerFields> owners = *facts.owners(progress);
  return owners->owners()[owners->of(drawn[name])].text;
}

TEST(OwnerFields, AreTheLastOnesThatTheJdkDoesNotDeclare) {
  const std::string picture =
      "root→A:x.Shop A→names=L:java.util.ArrayList L→elementData=E:java.lang.Object[] E→S:java.lang.String "
      "S→value=V:byte[]";
  EXPECT_EQ(ownerOf(picture, "L"), "x.Shop.names");
  EXPECT_EQ(ownerOf(picture, "E"), "x.Shop.names") << "the array is part of the list";
  EXPECT_EQ(ownerOf(picture, "S"), "x.Shop.names[]");
  EXPECT_EQ(ownerOf(picture, "V"), "x.Shop.names[]") << "what a string consists of goes with it";
}

TEST(OwnerFields, AreTheNearestOnes) {
  EXPECT_EQ(ownerOf("root→A:x.Shop A→first=B:x.Item B→next=C:x.Item C→name=S:java.lang.String", "S"), "x.Item.name");
  EXPECT_EQ(ownerOf("root→A:x.Shop A→first=B:x.Item B→next=C:x.Item C→name=S:java.lang.String", "C"), "x.Item.next");
}

TEST(OwnerFields, AreWhereAPathBeginsIfAllOfItIsTheJdks) {
  EXPECT_EQ(ownerOf("L:java.util.ArrayList local:main/x.Main.run=L L→elementData=E:java.lang.Object[] E→S", "S"),
            "(local variable of x.Main.run)[]");
  EXPECT_EQ(ownerOf("A:Item K:java.lang.Class C:x.Cache class:x.Cache=K K→cache=A root→K", "A"), "x.Cache.cache");
  EXPECT_EQ(ownerOf("root→A B", "B"), "(not held)");
}

TEST(OwnerFields, AreKnownAtTheEndOfALongList) {
  std::string picture = "root→A:x.Shop A→head=N0:java.util.LinkedList$Node";
  for (int i = 1; i < 500; ++i) {
    picture += " N" + std::to_string(i - 1) + "→next=N" + std::to_string(i) + ":java.util.LinkedList$Node";
  }
  EXPECT_EQ(ownerOf(picture, "N499"), "x.Shop.head[]");
  EXPECT_EQ(ownerOf(picture, "N499", Threads(4)), "x.Shop.head[]");
}

}  // namespace
}  // namespace heaptrail
