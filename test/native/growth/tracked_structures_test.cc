#include "growth/tracked_structures.h"

#include "growth/drawn_window.h"
#include "growth/path_keys.h"

namespace heaptrail::test {
namespace {

constexpr const char* kMaps = "DS Map { (Key); }";

TEST(TrackedStructures, AreTheSameObjectsAtBothEnds) {
  const DrawnWindow window("A:Map B:Map C:Map K:Key", "root→A,B A→K", "root→A,C A→K", kMaps);
  EXPECT_EQ(window.tracked.survivors(), 1U);
  EXPECT_EQ(window.tracked.died(), 1U);
  EXPECT_EQ(window.tracked.born(), 1U);
  EXPECT_EQ(window.tracked.before(window.to["A"]), window.from["A"]);
  EXPECT_EQ(window.tracked.originOf(window.to["C"]), Origin::kBorn);
}

TEST(TrackedStructures, MayHaveNoSurvivor) {
  const DrawnWindow window("A:Map B:Map", "root→A", "root→B", kMaps);
  EXPECT_EQ(window.tracked.survivors(), 0U);
  EXPECT_EQ(window.tracked.died(), 1U);
  EXPECT_EQ(window.tracked.born(), 1U);
}

struct ByPath {
  ByPath(const std::string& fromPicture, const std::string& toPicture)
      : from(fromPicture, kMaps, dsl::FileOrigin::kShipped), to(toPicture, kMaps, dsl::FileOrigin::kShipped) {
    Progress progress;
    const WindowEnds ends{from.view(), to.view()};
    tracked = std::make_unique<TrackedStructures>(*TrackedStructures::byPath(ends, keysOf(from), keysOf(to), progress));
  }

  /// What a structure at the end was at the beginning: its name, or what is said instead.
  std::string before(const std::string& head) const {
    switch (tracked->originOf(to[head])) {
      case Origin::kSurvivor:
        return from.nameOf(*tracked->before(to[head]));
      case Origin::kBorn:
        return "born";
      case Origin::kUnmatched:
        break;
    }
    return "unmatched";
  }

  static Array<uint64_t> keysOf(const DrawnEnd& end) {
    Progress progress;
    const RootHolders holders(end.heap.graph);
    const auto paths = ShortestPaths::find(end.heap.graph, holders, SoftReferences::kFollow, progress);
    return std::move(*pathKeys(end.heap.graph, holders, *paths, end.structures, progress));
  }

  DrawnEnd from;
  DrawnEnd to;
  std::unique_ptr<TrackedStructures> tracked;
};

TEST(TrackedByPath, FindTheOneInTheSameFieldOfTheSameClass) {
  // At the end other objects lie before them, so that no id is the same. Fields have names where they are static.
  const ByPath window("root→S,I:Service class:Service=S S→A:Map,B:Map T:Other",
                      "X:Other root→T:Other,S,I:Service class:Service=S S→P:Map,Q:Map");
  EXPECT_EQ(window.before("P"), "A");
  EXPECT_EQ(window.before("Q"), "B");
  EXPECT_EQ(window.tracked->match(), GrowthMatch::kPath);
}

TEST(TrackedByPath, SayWhereSeveralLieAtOnePath) {
  const ByPath window("root→S:Map[] S→A:Map,B:Map root→C:Map", "root→S:Map[] S→P:Map,Q:Map root→R:Map");
  EXPECT_EQ(window.before("P"), "unmatched");
  EXPECT_EQ(window.before("R"), "C");
  EXPECT_EQ(window.tracked->unmatched(), 2U);
}

TEST(TrackedByPath, TakeRepeatedLinksForOne) {
  const ByPath window("root→L:Link L→M:Link M→A:Map", "root→L:Link L→M:Link M→N:Link N→O:Link O→P:Map");
  EXPECT_EQ(window.before("P"), "A");
}

TEST(TrackedByPath, KnowWhatWasBornAndWhatDied) {
  const ByPath window("root→S:Service S→A:Map", "root→T:Other T→P:Map");
  EXPECT_EQ(window.before("P"), "born");
  EXPECT_EQ(window.tracked->died(), 1U);
}

}  // namespace
}  // namespace heaptrail::test
