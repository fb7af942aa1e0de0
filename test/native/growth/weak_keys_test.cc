// Maps with weak keys, and who holds the keys, in drawn windows.
#include "growth/weak_keys.h"

#include "growth/drawn_containers.h"

namespace heaptrail::test {
namespace {

/// Twenty-five plugins more are in a list, and a table knows each weakly, with much that belongs to it.
struct Plugins : DrawnContainers {
  explicit Plugins(const std::string& list, double minimum = 100, const std::string& before = "",
                   const std::string& first = "")
      : DrawnContainers(
            first +
                "S:shop.Store L:lib.List A:shop.Plugin[] T:lib.WeakTable B:lib.WeakTable$Entry[] bytes:A=100 "
                "super:lib.WeakTable$Entry=java.lang.ref.WeakReference " +
                declared("P", 25, "shop.Plugin") + declared("E", 25, "lib.WeakTable$Entry") +
                declared("V", 25, "shop.Facts") + many(" bytes:V{0}=1000"),
            "root→S S→list=L,facts=T L→items=A T→table=B " + before,
            fmt::format("root→S S→list=L,facts=T L→items=A T→table=B {} B→{} {}", list, listed("E", 1, 25),
                        many(" E{0}→java.lang.ref.WeakReference.referent=P{0},value=V{0}"))),
        minimumGain(minimum) {}

  static std::string many(const std::string& each) {
    std::string text;
    for (int i = 1; i <= 25; ++i) text += fmt::format(fmt::runtime(each), i);
    return text;
  }

  std::vector<GrowingContainers> inOrder() {
    auto found = find(minimumGain);
    Progress progress;
    EXPECT_TRUE(addHoldersOfKeys(found, compared(), tree, containers, progress));
    putBehindHoldersOfKeys(found, compared(), tree, containers);
    return found;
  }
  double minimumGain;

  std::string headOf(const GrowingContainers& growing) const {
    return to.heap.nameOf(growing.containers.front().head());
  }
};

TEST(WeakKeys, PutWhoHoldsTheKeysFirst) {
  Plugins plugins("A→" + listed("P", 1, 25));
  const auto found = plugins.inOrder();
  ASSERT_EQ(found.size(), 2U) << plugins.text();
  EXPECT_EQ(plugins.headOf(found[0]), "L");
  EXPECT_EQ(plugins.headOf(found[1]), "T");
  EXPECT_GT(found[1].gained, found[0].gained);
  EXPECT_FALSE(found[0].holderOfKeys.exists());
  EXPECT_EQ(plugins.to.heap.nameOf(found[1].holderOfKeys), "L");
}

TEST(WeakKeys, PreferWhoHoldsThemForGood) {
  // A cache that knows them softly was there before, and comes first among equals.
  Plugins plugins(
      "A→" + listed("P", 1, 25) + " S→soft=C C→items=D D→" + listed("R", 1, 25) +
          Plugins::many(" R{0}→java.lang.ref.SoftReference.referent=P{0}"),
      100, "S→soft=C C→items=D",
      "C:lib.Cache D:lib.Soft[] super:lib.Soft=java.lang.ref.SoftReference " + declared("R", 25, "lib.Soft"));
  const auto found = plugins.inOrder();
  const auto table = std::ranges::find(found, "T", [&](const auto& growing) { return plugins.headOf(growing); });
  ASSERT_NE(table, found.end()) << plugins.text();
  EXPECT_EQ(plugins.to.heap.nameOf(table->holderOfKeys), "L");
}

TEST(WeakKeys, PutWhoHoldsThemFirstAlsoWhereThatHardlyGrew) {
  // The list is too small to be looked for.
  Plugins plugins("A→" + listed("P", 1, 25), 2000);
  const auto found = plugins.inOrder();
  ASSERT_EQ(found.size(), 2U) << plugins.text();
  EXPECT_EQ(plugins.headOf(found[0]), "L");
  EXPECT_EQ(plugins.headOf(found[1]), "T");
}

TEST(WeakKeys, TellWhoHoldsThemWhereThatDidNotGrow) {
  const std::string all = "A→" + listed("P", 1, 25);
  Plugins plugins(all, 100, all);
  const auto found = plugins.inOrder();
  ASSERT_EQ(found.size(), 1U) << plugins.text();
  EXPECT_EQ(plugins.headOf(found[0]), "T");
  EXPECT_EQ(plugins.to.heap.nameOf(found[0].holderOfKeys), "L");
}

TEST(WeakKeys, AreToldWhereTheirOwnEntriesHoldThem) {
  Plugins plugins(Plugins::many(" V{0}→plugin=P{0}"));
  const auto found = plugins.inOrder();
  ASSERT_EQ(found.size(), 1U) << plugins.text();
  EXPECT_EQ(plugins.headOf(found[0]), "T");
  EXPECT_FALSE(found[0].holderOfKeys.exists());
  ASSERT_TRUE(found[0].heldKey);
  EXPECT_EQ(plugins.to.heap.nameOf(found[0].heldKey->key), "P1");
  EXPECT_EQ(plugins.to.heap.nameOf(found[0].heldKey->holder), "V1");
}

TEST(WeakKeys, AreNotHeldByTheirEntriesWhereOthersHoldThemToo) {
  Plugins plugins(Plugins::many(" V{0}→plugin=P{0}") + " root→" + listed("P", 1, 25));
  const auto found = plugins.inOrder();
  ASSERT_FALSE(found.empty()) << plugins.text();
  EXPECT_FALSE(found[0].heldKey);
}

TEST(WeakKeys, DoNotMatterWhereOthersHoldFewOfTheKeys) {
  Plugins plugins("root→" + listed("P", 1, 25));
  const auto found = plugins.inOrder();
  ASSERT_FALSE(found.empty()) << plugins.text();
  EXPECT_EQ(plugins.headOf(found[0]), "T");
  EXPECT_FALSE(found[0].holderOfKeys.exists());
}

}  // namespace
}  // namespace heaptrail::test
