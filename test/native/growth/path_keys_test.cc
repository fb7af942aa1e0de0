#include "growth/path_keys.h"

#include <map>
#include <random>

#include "growth/drawn_window.h"

namespace heaptrail::test {
namespace {

/// A list longer than what a key tells of, with a map at each link, and a tree of more nodes than ways are remembered
/// at a time, with maps at some.
std::string listAndTree() {
  constexpr int kLinks = 1'200;
  constexpr int kNodes = 20'000;
  std::mt19937 random(1);
  std::string picture = "root→L0:Link,N0:Node";
  for (int i = 0; i < kLinks; ++i) {
    const std::string link = std::to_string(i);
    picture += " L" + link + "→M" + link + ":Map";
    // Now and then of another type, so that not all links are one step.
    if (i + 1 < kLinks) picture += ",L" + std::to_string(i + 1) + (i % 300 == 299 ? ":Joint" : ":Link");
  }
  for (int i = 1; i < kNodes; ++i) {
    const std::string node = std::to_string(i);
    const uint64_t parent = random() % static_cast<uint64_t>(i);
    picture += " N" + std::to_string(parent) + "→N" + node + (random() % 3 == 0 ? ":Leaf" : ":Node");
    if (i % 7 == 0) picture += " N" + node + "→T" + node + ":Map";
  }
  return picture;
}

/// The way to an object in words: the types that it passes, each pair of them once where it is followed by itself.
/// Empty if it is too long.
std::string wayTo(const Heap& heap, const ShortestPaths& paths, ObjectIndex head) {
  const auto typeOf = [&](ObjectIndex object) { return std::string(heap.symbols()[heap.typeOf(object)].name); };
  std::vector<ObjectIndex> back;
  for (ObjectIndex object = head; object.exists(); object = paths.before(object)) back.push_back(object);
  if (back.size() > 1'000) return "";
  std::string way;
  std::string last;
  for (size_t i = back.size() - 1; i > 0; --i) {
    const std::string step = ' ' + typeOf(back[i]) + '-' + typeOf(back[i - 1]);
    if (step != last) way += step;
    last = step;
  }
  return way + " to " + typeOf(head);
}

TEST(PathKeys, AreEqualWhereTheWaysAre) {
  const DrawnEnd end(listAndTree(), "DS Map { (Key); }", dsl::FileOrigin::kShipped);
  Progress progress;
  const RootHolders holders(end.heap.graph);
  const auto paths = ShortestPaths::find(end.heap.graph, holders, SoftReferences::kFollow, progress);
  const auto keys = pathKeys(end.heap.graph, holders, *paths, end.structures, progress);
  std::map<std::string, uint64_t> keyOfWay;
  std::map<uint64_t, std::string> wayOfKey;
  uint32_t tooFar = 0;
  for (uint32_t i = 0; i < end.structures.count(); ++i) {
    const std::string way = wayTo(end.heap.graph.heap(), *paths, end.structures.head(StructureIndex(i)));
    const uint64_t key = (*keys)[i];
    ASSERT_EQ(way.empty(), key == kNoPathKey) << way;
    if (way.empty()) ++tooFar;
    ASSERT_EQ(keyOfWay.try_emplace(way, key).first->second, key) << way;
    ASSERT_EQ(wayOfKey.try_emplace(key, way).first->second, way);
  }
  EXPECT_EQ(tooFar, 201);  // of 1,200 links the last, each with its map: the way to the 1,000th has 1,001 objects
  EXPECT_GT(keyOfWay.size(), 200U);
}

}  // namespace
}  // namespace heaptrail::test
