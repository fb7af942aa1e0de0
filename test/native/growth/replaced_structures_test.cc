// Structures that took another one's place, in drawn windows.
#include "growth/replaced_structures.h"

#include "growth/drawn_growth.h"

namespace heaptrail::test {
namespace {

struct Replaced : DrawnGrowth {
  Replaced(const std::string& objects, const std::string& fromPicture, const std::string& toPicture)
      : DrawnGrowth(
            "S:shop.Store L1:lib.List L2:lib.List L3:lib.List L4:lib.List " + declared("D", 40, "shop.Item") + objects,
            fromPicture, toPicture, "DS lib.List { (*); }  DS lib.Map { (*); }") {}

  Status join() {
    Progress progress;
    return join(progress);
  }
  Status join(Progress& progress) {
    progress.begin("Joining", 0, 1, objectsAskedForReplaced(tree));
    return joinReplaced(compared(), tree, ends, tracked, progress);
  }

  /// What this one was at the beginning, or `born`.
  std::string before(const std::string& head) {
    const auto known = tracked.before(to[head]);
    return known ? from.nameOf(*known) : "born";
  }
};

TEST(ReplacedStructures, ContinueTheOneInTheSameFieldOfTheSameObject) {
  Replaced window("", "root→S S→items=L1 L1→D1,D2", "root→S S→items=L2 L2→" + listed("D", 1, 40));
  EXPECT_EQ(window.before("L2"), "born");
  ASSERT_TRUE(window.join());
  EXPECT_EQ(window.before("L2"), "L1");
  EXPECT_EQ(window.tracked.survivors(), 1U);
  EXPECT_EQ(window.tracked.born(), 0U);
  EXPECT_EQ(window.tracked.died(), 0U);
}

TEST(ReplacedStructures, MayBeHeldByWhatWasReplacedItself) {
  Replaced window("M1:lib.Map M2:lib.Map", "root→S S→state=M1 M1→lists=L1 L1→D1,D2",
                  "root→S S→state=M2 M2→lists=L2 L2→" + listed("D", 1, 40));
  ASSERT_TRUE(window.join());
  EXPECT_EQ(window.before("M2"), "M1");
  EXPECT_EQ(window.before("L2"), "L1");
}

TEST(ReplacedStructures, AreNotToldApartWhereSeveralAreInOneTable) {
  Replaced window("A:lib.List[]", "root→S S→lists=A A→L1,L2 L1→D1 L2→D2",
                  "root→S S→lists=A A→L3,L4 L3→" + listed("D", 1, 20) + " L4→" + listed("D", 21, 40));
  ASSERT_TRUE(window.join());
  EXPECT_EQ(window.before("L3"), "born");
  EXPECT_EQ(window.before("L4"), "born");
}

TEST(ReplacedStructures, AreOneOfSeveralWhereTheOthersStayed) {
  Replaced window("A:lib.List[]", "root→S S→lists=A A→L1,L2 L1→D1 L2→D2",
                  "root→S S→lists=A A→L3,L2 L3→" + listed("D", 3, 40) + " L2→D2");
  ASSERT_TRUE(window.join());
  EXPECT_EQ(window.before("L3"), "L1");
  EXPECT_EQ(window.before("L2"), "L2");
}

TEST(ReplacedStructures, DoNotContinueOneThatIsStillAlive) {
  Replaced window("O:shop.Old", "root→S,O S→items=L1 L1→D1", "root→S,O S→items=L2 O→L1 L1→D1 L2→" + listed("D", 2, 40));
  ASSERT_TRUE(window.join());
  EXPECT_EQ(window.before("L1"), "L1");
  EXPECT_EQ(window.before("L2"), "born");
}

TEST(ReplacedStructures, DoNotContinueWhatAnotherHolderHeld) {
  Replaced window("T:shop.Store", "root→S S→items=L1 L1→D1", "root→S,T T→items=L2 L2→" + listed("D", 1, 40));
  ASSERT_TRUE(window.join());
  EXPECT_EQ(window.before("L2"), "born");
}

TEST(ReplacedStructures, AreLookedForUntilTheQuestionIsCancelled) {
  Replaced window("", "root→S S→items=L1 L1→D1,D2", "root→S S→items=L2 L2→" + listed("D", 1, 40));
  Progress progress;
  progress.cancel();
  const Status joined = window.join(progress);
  ASSERT_FALSE(joined);
  EXPECT_EQ(joined.error().kind, ErrorKind::kCancelled);
}

}  // namespace
}  // namespace heaptrail::test
