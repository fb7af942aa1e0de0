// Which containers hold most of what piled up softly, in drawn windows.
#include "growth/soft_holding.h"

#include "growth/drawn_containers.h"

namespace heaptrail::test {
namespace {

/// Twenty-five pictures of a thousand bytes more, each with a key, are in entries of a cache; `each` says how an entry
/// {0} holds its picture.
struct Pictures : DrawnContainers {
  explicit Pictures(const std::string& each, const std::string& beside = "")
      : DrawnContainers(
            "S:shop.Store C:lib.Cache D:lib.Cache$Entry[] bytes:D=100 "
            "super:lib.Soft=java.lang.ref.SoftReference " +
                declared("E", 25, "lib.Cache$Entry") + declared("R", 25, "lib.Soft") + declared("K", 25, "shop.Key") +
                declared("P", 25, "shop.Picture") + many(" bytes:P{0}=1000"),
            "root→S S→cache=C C→table=D",
            fmt::format("root→S S→cache=C C→table=D D→{} {} {}", listed("E", 1, 25), many(each), beside)) {}

  static std::string many(const std::string& each) {
    std::string text;
    for (int i = 1; i <= 25; ++i) text += fmt::format(fmt::runtime(each), i);
    return text;
  }

  bool isSaidOfCache() {
    auto found = find();
    noteWhatIsHeldSoftly(found, compared(), tree, containers);
    const auto cache = std::ranges::find_if(
        found, [&](const auto& growing) { return to.heap.nameOf(growing.containers.front().head()) == "C"; });
    if (cache != found.end()) return cache->heldSoftly;
    ADD_FAILURE() << text();
    return false;
  }
};

TEST(SoftHolding, IsSaidWhereEntriesHaveASoftReference) {
  EXPECT_TRUE(Pictures(" E{0}→key=K{0},value=R{0} R{0}→java.lang.ref.SoftReference.referent=P{0}").isSaidOfCache());
}

TEST(SoftHolding, IsNotSaidOfWhatIsHeldForGood) { EXPECT_FALSE(Pictures(" E{0}→key=K{0},value=P{0}").isSaidOfCache()); }

TEST(SoftHolding, IsNotSaidWhereTheEntryHoldsTheSameForGood) {
  EXPECT_FALSE(Pictures(" E{0}→key=P{0},value=R{0} R{0}→java.lang.ref.SoftReference.referent=P{0}").isSaidOfCache());
}

TEST(SoftHolding, IsNotSaidWhereMostIsBesideWhatIsHeldSoftly) {
  EXPECT_FALSE(Pictures(" E{0}→key=P{0},value=R{0} R{0}→java.lang.ref.SoftReference.referent=K{0}").isSaidOfCache());
}

}  // namespace
}  // namespace heaptrail::test
