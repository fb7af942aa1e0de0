#include "growth/suspects.h"

#include "growth/drawn_window.h"

namespace heaptrail::test {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kCollections = "DS Map { (*); } DS List { (*); } DS Holder { (*); }";
constexpr int kMany = 40;

TEST(Suspects, AreTheStructuresThatTakeThingsIn) {
  DrawnWindow window("M:Map N:Map " + declared("K", kMany, "Key"), "root→M,N M→K1",
                     "root→M,N M→" + listed("K", 1, kMany), kCollections);
  EXPECT_EQ(window.suspects(), Names{"M"});
  const Suspect suspect = window.found().front();
  EXPECT_EQ(suspect.pattern, GrowthPattern::kSingleOwnershipContainer);
  EXPECT_FALSE(suspect.joint);
  EXPECT_EQ(suspect.retained.objects(), kMany - 1);
}

TEST(Suspects, AreNotThoseThatOnlyHoldThem) {
  // The holder retains as much as the map, and even is a structure that contains it.
  DrawnWindow window("H:Holder S:Service M:Map " + declared("K", kMany, "Key"), "root→H H→M M→K1",
                     "root→H H→M M→" + listed("K", 1, kMany), kCollections);
  EXPECT_EQ(window.suspects(), Names{"M"});
  DrawnWindow behindService("H:Holder S:Service M:Map " + declared("K", kMany, "Key"), "root→H H→S S→M M→K1",
                            "root→H H→S S→M M→" + listed("K", 1, kMany), kCollections);
  EXPECT_EQ(behindService.suspects(), Names{"M"});
}

TEST(Suspects, AreTheInnerOnesTogetherWhereThingsPileUpInThem) {
  const std::string objects = "H:Holder " + declared("L", 4, "List") + declared("K", kMany, "Key");
  DrawnWindow window(objects, "root→H H→L1,L2,L3,L4",
                     fmt::format("root→H H→L1,L2,L3,L4 L1→{} L2→{} L3→{} L4→{}", listed("K", 1, 10),
                                 listed("K", 11, 20), listed("K", 21, 30), listed("K", 31, 40)),
                     kCollections);
  EXPECT_EQ(window.suspects(), Names{"L1+L2+L3+L4"});
  EXPECT_TRUE(window.found().front().joint);
  EXPECT_EQ(window.found().front().pattern, GrowthPattern::kSingleOwnershipContainer);
}

TEST(Suspects, AreWithoutThoseOfTheSamePlaceThatAreWhatTheyWere) {
  const std::string objects = "H:Holder " + declared("L", 4, "List") + declared("K", kMany, "Key");
  DrawnWindow window(objects, fmt::format("root→H H→L1,L2,L3,L4 L4→{}", listed("K", 31, 40)),
                     fmt::format("root→H H→L1,L2,L3,L4 L1→{} L2→{} L3→{} L4→{}", listed("K", 1, 10),
                                 listed("K", 11, 20), listed("K", 21, 30), listed("K", 31, 40)),
                     kCollections);
  EXPECT_EQ(window.suspects(), Names{"L1+L2+L3"});
}

TEST(Suspects, AreWhatTheUserDescribedRatherThanWhatIsInIt) {
  const std::string objects = "H:Holder L:List " + declared("K", kMany, "Key");
  const std::string from = "root→H H→L L→K1";
  const std::string to = "root→H H→L L→" + listed("K", 1, kMany);
  DrawnWindow shipped(objects, from, to, kCollections);
  EXPECT_EQ(shipped.suspects(), Names{"L"});
  DrawnWindow described(objects, from, to, kCollections, dsl::FileOrigin::kUser);
  EXPECT_EQ(described.suspects(), Names{"H"});
}

TEST(Suspects, AreSeveralWhereSeveralTakeThingsIn) {
  DrawnWindow window("M:Map S:Service L:List " + declared("K", kMany, "Key"), "root→M,S S→L",
                     fmt::format("root→M,S M→{} S→L L→{}", listed("K", 1, 25), listed("K", 26, kMany)), kCollections);
  EXPECT_EQ(window.suspects(), (Names{"M", "L"})) << "what gained most first";
}

TEST(Suspects, AreNamedTogetherWhereTheyHoldTheSame) {
  const std::string all = listed("K", 1, kMany);
  DrawnWindow window("M:Map N:List Z:List " + declared("K", kMany, "Key"), "root→M,N,Z",
                     fmt::format("root→M,N,Z M→{0} N→{0} Z→K1", all), kCollections);
  EXPECT_EQ(window.suspects(), Names{"M+N"});
  const Suspect suspect = window.found().front();
  EXPECT_EQ(suspect.pattern, GrowthPattern::kSharedOwnershipContainer);
  EXPECT_TRUE(suspect.joint);
  EXPECT_EQ(suspect.retained.objects(), kMany - 1) << "a third structure holds one of the keys, too";
}

TEST(Suspects, AreNamedAloneWhereSomethingElseHoldsTheSame) {
  const std::string all = listed("K", 1, kMany);
  DrawnWindow window("M:Map X:Other " + declared("K", kMany, "Key"), "root→M,X",
                     fmt::format("root→M,X M→{0} X→{0}", all), kCollections);
  EXPECT_EQ(window.suspects(), Names{"M"});
}

TEST(Suspects, ComeBehindThoseThatFreeWhatTheyLetGoUnlessTheyGainedMuchMore) {
  // Others hold what the map took in; the list has its own.
  const auto windowOf = [](int own) {
    const std::string shared = listed("K", 1, kMany - own);
    return DrawnWindow("M:Map X:Other L:List " + declared("K", kMany, "Key"), "root→M,X,L",
                       fmt::format("root→M,X,L M→{0} X→{0} L→{1}", shared, listed("K", kMany - own + 1, kMany)),
                       kCollections);
  };
  DrawnWindow third = windowOf(kMany / 3);
  EXPECT_EQ(third.suspects(), (Names{"L", "M"}));
  EXPECT_EQ(windowOf(kMany / 8).suspects(), (Names{"M", "L"}));
  // Where the list is a weak map whose keys the other one holds, that is the one to look at.
  const auto ordered = third.found([](std::vector<GrowingContainers>& growing) {
    growing.back().holderOfKeys = growing.front().containers.front().head();
  });
  EXPECT_EQ(third.to.heap.nameOf(ordered.front().heads.front()), "M");
}

TEST(Suspects, AreNotTheManyThatOneOfThemConsistsOf) {
  // Something else holds the lists, too, so that the map does not dominate them.
  std::string objects = "M:Map X:Other " + declared("K", kMany, "Key") + declared("L", kMany, "List");
  std::string to = fmt::format("root→M,X M→{0} X→{0}", listed("L", 1, kMany));
  for (int i = 1; i <= kMany; ++i) to += fmt::format(" L{0}→K{0}", i);
  DrawnWindow window(objects, "root→M,X", to, kCollections);
  EXPECT_EQ(window.suspects(), Names{"M"});
}

TEST(Suspects, HoldWhatTheirPartsHoldThoughAThreadWorksOnOneOfThem) {
  // The table of the map is held by a variable, too, so the map alone retains nothing.
  DrawnWindow window("M:Map T:Table " + declared("K", kMany, "Key"), "root→M M→T T→K1",
                     "root→M,T M→T T→" + listed("K", 1, kMany), "DS Map { Table; } Table { (Key); }");
  EXPECT_EQ(window.suspects(), Names{"M"});
  const Suspect suspect = window.found().front();
  EXPECT_EQ(suspect.pattern, GrowthPattern::kSingleOwnershipContainer);
  EXPECT_EQ(suspect.retained.objects(), kMany - 1);
}

TEST(Suspects, AreManyOfAKindThatEachGrowALittle) {
  std::string objects = "X:Other " + declared("K", kMany, "Key") + declared("L", kMany, "List");
  std::string to = "root→X X→" + listed("L", 1, kMany);
  for (int i = 1; i <= kMany; ++i) to += fmt::format(" L{0}→K{0}", i);
  DrawnWindow window(objects, "root→X X→" + listed("L", 1, kMany), to, kCollections);
  ASSERT_EQ(window.suspects().size(), 1U);
  const Suspect suspect = window.found().front();
  EXPECT_TRUE(suspect.joint);
  EXPECT_EQ(suspect.structures.size(), size_t{kMany});
  EXPECT_EQ(suspect.retained.objects(), kMany);
}

TEST(Suspects, AreWhereDataGrewTheInnermostThatHoldsIt) {
  DrawnWindow window("H:Holder M:Map V:Value D:Data E:Data[] bytes:D=4000", "root→H H→M M→V V→E",
                     "root→H H→M M→V V→D,E", kCollections);
  EXPECT_EQ(window.suspects(), Names{"M"});
  EXPECT_EQ(window.found().front().pattern, GrowthPattern::kSingleOwnershipData);
}

TEST(Suspects, AreTheObjectsInWhichThingsPileUpAlsoWhereNobodyDescribedThem) {
  const std::string objects = "M:Map N:List " + declared("V", 4, "Value") + declared("D", kMany, "Data");
  std::string to = "root→M,N M→V1,V2,V3,V4 N→V1,V2,V3,V4";
  for (int i = 1; i <= kMany; ++i) to += fmt::format(" V{}→D{}", 1 + i % 4, i);
  DrawnWindow window(objects, "root→M,N M→V1,V2,V3,V4 N→V1,V2,V3,V4", to, kCollections);
  EXPECT_EQ(window.suspects(), Names{"V1+V2+V3+V4"});
  const Suspect suspect = window.found().front();
  EXPECT_EQ(suspect.pattern, GrowthPattern::kSingleOwnershipContainer);
  EXPECT_TRUE(suspect.inferred);
  EXPECT_TRUE(suspect.joint);
  EXPECT_EQ(suspect.retained.objects(), kMany);
}

TEST(Suspects, AreNoneWhereThingsOnlyMoved) {
  DrawnWindow window("M:Map N:Map " + declared("K", kMany, "Key"), "root→M,N N→" + listed("K", 1, kMany),
                     "root→M,N M→" + listed("K", 1, kMany), kCollections);
  EXPECT_TRUE(window.suspects().empty());
}

TEST(Suspects, AreAlsoThereInAHeapThatShrank) {
  const std::string objects = "M:Map N:List " + declared("K", kMany, "Key") + declared("L", 2 * kMany, "Key");
  DrawnWindow window(objects, "root→M,N N→" + listed("L", 1, 2 * kMany), "root→M,N M→" + listed("K", 1, kMany),
                     kCollections);
  ASSERT_LT(heapGrowthOf(window.ends), 0);
  EXPECT_EQ(window.suspects(), Names{"M"});
  const Suspect suspect = window.found().front();
  EXPECT_EQ(suspect.pattern, GrowthPattern::kSingleOwnershipContainer);
  EXPECT_EQ(suspect.retained.objects(), kMany);
}

TEST(Suspects, AreNotWhatGrewByNextToNothingInAHeapThatShrank) {
  // Less than 1 % of what the heap holds at the end.
  const std::string objects =
      "M:Map N:List B:Base bytes:B=1000000 " + declared("K", kMany, "Key") + "L:Other bytes:L=9000";
  const std::string to = "root→M,N,B M→" + listed("K", 1, kMany);
  EXPECT_TRUE(DrawnWindow(objects, "root→M,N,B N→L", to, kCollections).suspects().empty());
  EXPECT_EQ(DrawnWindow("M:Map N:List B:Base bytes:B=10000 " + declared("K", kMany, "Key") + "L:Other bytes:L=9000",
                        "root→M,N,B N→L", to, kCollections)
                .suspects(),
            Names{"M"});
}

TEST(Suspects, AreFollowedInwardsThroughHoldersThatAreNew) {
  // Twelve new maps with three things each are no pile; what is in one of these things is.
  constexpr int kMaps = 12;
  constexpr int kKeys = 400;
  std::string objects =
      "X:Other L:List " + declared("M", kMaps, "Map") + declared("K", kKeys, "Key") + declared("V", 3 * kMaps, "Value");
  std::string to = "root→X X→" + listed("M", 1, kMaps) + " V1→L L→" + listed("K", 1, kKeys);
  for (int i = 0; i < kMaps; ++i) to += fmt::format(" M{}→{}", i + 1, listed("V", 3 * i + 1, 3 * i + 3));
  DrawnWindow window(objects, "root→X", to, kCollections);
  EXPECT_EQ(window.suspects(), Names{"L"});
}

TEST(Suspects, CanBeBornInTheWindow) {
  DrawnWindow window("X:Other M:Map " + declared("K", kMany, "Key"), "root→X", "root→X,M M→" + listed("K", 1, kMany),
                     kCollections);
  EXPECT_EQ(window.suspects(), Names{"M"});
}

}  // namespace
}  // namespace heaptrail::test
