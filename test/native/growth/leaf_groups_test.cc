#include "growth/leaf_groups.h"

#include "growth/drawn_window.h"

namespace heaptrail::test {
namespace {

constexpr const char* kMapsOfLists = "DS Map { (Key); (Value); List; } DS List { (*); }";

LeafQuestion questionAbout(const DrawnWindow& window, const std::vector<std::string>& heads, Descent descent,
                           LeafDepths depths = LeafDepths::kLeftOut) {
  LeafQuestion question{{}, {}, descent, depths};
  for (const std::string& head : heads) {
    question.structures.push_back(window.to[head]);
    if (const auto was = window.tracked.before(window.to[head])) question.before.push_back(*was);
  }
  return question;
}

Leaves answerOf(DrawnWindow& window, const LeafQuestion& question) {
  Progress progress;
  return (*leavesByTypeAndSite(window.ends, window.names, std::span(&question, 1), Threads(2), progress)).front();
}

using Rows = std::vector<std::string>;

Rows leaves(DrawnWindow& window, const std::vector<std::string>& heads, Descent descent) {
  Rows result;
  for (const LeafGroup& group : answerOf(window, questionAbout(window, heads, descent)).groups) {
    EXPECT_FALSE(group.deep);
    result.push_back(fmt::format("{} {}→{}", group.type, group.size.from.objects, group.size.to.objects));
  }
  return result;
}

std::string depthText(std::string_view name, const LeafSizes& leaves) {
  return fmt::format("{} {}→{}", name, leaves.deep->from.objects, leaves.deep->to.objects);
}

/// What each group leads to in objects, and in the end what all lead to.
Rows depths(const Leaves& leaves) {
  Rows result;
  for (const LeafGroup& group : leaves.groups) {
    const std::string site = group.site.empty() ? "" : ' ' + group.site.front().method;
    result.push_back(depthText(group.type + site, group));
  }
  result.push_back(depthText("all", leaves.all));
  return result;
}

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
  const LeafQuestion question = questionAbout(window, {"M"}, Descent::kOwnParts, LeafDepths::kMeasured);
  EXPECT_EQ(depths(answerOf(window, question)), (Rows{"Key 0→1", "all 0→1"}));
}

TEST(LeafDepths, AreWhatTheLeavesOfAGroupLeadToEachObjectOnce) {
  // Both values lead to D1, one key does, too; D3 is reached in two ways.
  DrawnWindow window("M:Map K1:Key K2:Key V1:Value V2:Value " + declared("D", 3, "Data"),
                     "root→M M→K1,K2,V1,V2 V1→D1 V2→D1 K1→D1", "root→M M→K1,K2,V1,V2 V1→D1,D2 V2→D1,D3 D2→D3 K1→D1",
                     kMapsOfLists);
  const LeafQuestion question = questionAbout(window, {"M"}, Descent::kOwnParts, LeafDepths::kMeasured);
  EXPECT_EQ(depths(answerOf(window, question)), (Rows{"Key 3→3", "Value 3→5", "all 5→7"}));
}

TEST(LeafDepths, PutWhatLeadsToMostNewFirstWhereThatIsAskedFor) {
  DrawnWindow window("M:Map " + declared("K", 3, "Key") + "V1:Value " + declared("D", 5, "Data"),
                     "root→M M→K1,V1 V1→D1", "root→M M→K1,K2,K3,V1 V1→D1,D2,D3,D4,D5", kMapsOfLists);
  const auto ask = [&](LeafDepths depths) {
    return answerOf(window, questionAbout(window, {"M"}, Descent::kOwnParts, depths));
  };
  EXPECT_EQ(depths(ask(LeafDepths::kMeasured)), (Rows{"Key 1→3", "Value 2→6", "all 3→9"}));
  const Leaves inOrder = ask(LeafDepths::kInOrder);
  EXPECT_EQ(depths(inOrder), (Rows{"Value 2→6", "Key 1→3", "all 3→9"}));
  EXPECT_EQ(inOrder.types.front().type, "Value");
  EXPECT_EQ(deepestGrown(inOrder.groups)->type, "Value");
}

TEST(LeafDepths, GoAsFarAsReferencesDoAlsoBackIntoTheStructure) {
  DrawnWindow window("M:Map K1:Key V1:Value", "root→M M→K1,V1", "root→M M→K1,V1 V1→M", kMapsOfLists);
  const LeafQuestion question = questionAbout(window, {"M"}, Descent::kOwnParts, LeafDepths::kMeasured);
  EXPECT_EQ(depths(answerOf(window, question)), (Rows{"Key 1→1", "Value 1→3", "all 2→3"}));
}

TEST(LeafDepths, OfManyQuestionsAreThoseOfEach) {
  // Together they have more leaves than the heap has objects: so they are not all measured at once.
  DrawnWindow window("M:Map N:Map K1:Key V1:Value " + declared("D", 3, "Data"), "root→M,N M→K1,V1 N→V1 V1→D1",
                     "root→M,N M→K1,V1 N→V1 V1→D1,D2,D3", kMapsOfLists);
  std::vector<LeafQuestion> questions;
  for (int i = 0; i < 20; ++i) {
    const bool isLeftOut = i % 5 == 4;
    questions.push_back(questionAbout(window, {i % 2 == 0 ? "M" : "N"}, Descent::kOwnParts,
                                      isLeftOut ? LeafDepths::kLeftOut : LeafDepths::kInOrder));
  }
  Progress progress;
  const std::vector<Leaves> answers = *leavesByTypeAndSite(window.ends, window.names, questions, Threads(2), progress);
  ASSERT_EQ(answers.size(), questions.size());
  for (size_t i = 0; i < answers.size(); ++i) {
    if (questions[i].depths == LeafDepths::kLeftOut) {
      EXPECT_FALSE(answers[i].all.deep);
    } else if (i % 2 == 0) {
      EXPECT_EQ(depths(answers[i]), (Rows{"Value 2→4", "Key 1→1", "all 3→5"}));
    } else {
      EXPECT_EQ(depths(answers[i]), (Rows{"Value 2→4", "all 2→4"}));
    }
  }
}

TEST(LeafDepths, AreNobodysWhereNoneGrew) {
  DrawnWindow window("M:Map K1:Key D1:Data", "root→M M→K1 K1→D1", "root→M M→K1", kMapsOfLists);
  const Leaves leaves = answerOf(window, questionAbout(window, {"M"}, Descent::kOwnParts, LeafDepths::kInOrder));
  EXPECT_EQ(depths(leaves), (Rows{"Key 2→1", "all 2→1"}));
  EXPECT_EQ(deepestGrown(leaves.groups), nullptr);
  EXPECT_EQ(deepestGrown({}), nullptr);
}

TEST(LeafDepths, CanBeCancelled) {
  DrawnWindow window("M:Map K1:Key", "root→M M→K1", "root→M M→K1", kMapsOfLists);
  const LeafQuestion question = questionAbout(window, {"M"}, Descent::kOwnParts, LeafDepths::kMeasured);
  Progress progress;
  progress.cancel();
  const auto leaves = leavesByTypeAndSite(window.ends, window.names, std::span(&question, 1), Threads(1), progress);
  EXPECT_EQ(leaves.error().kind, ErrorKind::kCancelled);
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
