#include "growth/leaf_groups.h"

#include "growth/drawn_window.h"

namespace heaptrail::test {
namespace {

constexpr const char* kMapsOfLists = "DS Map { (Key); (Value); List; } DS List { (*); }";

std::vector<std::string> leaves(DrawnWindow& window, const std::vector<std::string>& heads, Descent descent) {
  std::vector<StructureIndex> before;
  std::vector<StructureIndex> now;
  for (const std::string& head : heads) {
    now.push_back(window.to[head]);
    if (const auto was = window.tracked.before(window.to[head])) before.push_back(*was);
  }
  const Progress progress;
  const auto groups =
      leavesByTypeAndSite({&window.ends.from, &window.from.heap.types, before},
                          {&window.ends.to, &window.to.heap.types, now}, descent, window.names, progress);
  std::vector<std::string> result;
  for (const LeafGroup& group : *groups) {
    result.push_back(fmt::format("{} {}→{}", group.type, group.size.from.objects, group.size.to.objects));
  }
  return result;
}

using Rows = std::vector<std::string>;

TEST(LeafGroups, AreOfBothEndsWhatGainedMostFirst) {
  DrawnWindow window("M:Map " + declared("K", 4, "Key") + declared("V", 2, "Value"), "root→M M→K1,V1,V2",
                     "root→M M→K1,K2,K3,K4,V1", kMapsOfLists);
  EXPECT_EQ(leaves(window, {"M"}, Descent::kOwnParts), (Rows{"Key 1→4", "Value 2→1"}));
}

TEST(LeafGroups, OfSeveralStructuresCountWhatTheyShareOnce) {
  DrawnWindow window("M:Map N:Map " + declared("K", 3, "Key"), "root→M,N M→K1 N→K1", "root→M,N M→K1,K2 N→K2,K3",
                     kMapsOfLists);
  EXPECT_EQ(leaves(window, {"M", "N"}, Descent::kOwnParts), (Rows{"Key 1→3"}));
}

TEST(LeafGroups, AreTheHeadsOfContainedStructuresOrTheirLeaves) {
  DrawnWindow window("M:Map L:List " + declared("K", 3, "Key"), "root→M M→L L→K1", "root→M M→L L→K1,K2,K3",
                     kMapsOfLists);
  EXPECT_EQ(leaves(window, {"M"}, Descent::kOwnParts), (Rows{"List 1→1"}));
  EXPECT_EQ(leaves(window, {"M"}, Descent::kContainedToo), (Rows{"Key 1→3"}));
}

TEST(LeafGroups, OfStructuresThatWereBornBeginAtNothing) {
  DrawnWindow window("M:Map K1:Key", "root→K1", "root→M M→K1", kMapsOfLists);
  EXPECT_EQ(leaves(window, {"M"}, Descent::kOwnParts), (Rows{"Key 0→1"}));
}

TEST(TellingFrames, GoToTheFirstOutsideTheJdk) {
  const std::vector<Frame> frames{{"java.lang.StringBuilder", "toString", "", 0},
                                  {"shop.Cart", "label", "Cart.java", 7},
                                  {"shop.Main", "main", "Main.java", 3}};
  EXPECT_EQ(tellingFrames(frames).size(), 2U);
  EXPECT_EQ(tellingFrames(frames).back().className, "shop.Cart");
  const std::vector<Frame> ofJdk{{"java.util.HashMap", "put", "", 0}, {"sun.misc.Launcher", "run", "", 0}};
  EXPECT_EQ(tellingFrames(ofJdk).size(), 2U);
  EXPECT_TRUE(tellingFrames({}).empty());
}

}  // namespace
}  // namespace heaptrail::test
