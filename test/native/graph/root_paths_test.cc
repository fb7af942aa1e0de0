// Paths from what holds objects from outside: each step of each path must be a reference that is there and counts, and
// lengths must be those of a slow search, level by level, over sets.
#include "graph/root_paths.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "reference/slow_paths.h"
#include "support/sanitized.h"

namespace heaptrail {
namespace {

using namespace test;

constexpr size_t kAll = 1000000;

ShortestPaths shortest(const Seen& seen, SoftReferences soft = SoftReferences::kFollow) {
  Progress progress;
  return std::move(*ShortestPaths::find(seen.graph, seen.holders, soft, progress));
}

std::vector<RootPath> different(const Seen& seen, const BitSet& group, size_t most = kAll,
                                SoftReferences soft = SoftReferences::kFollow) {
  Progress progress;
  return std::move(*differentPaths(seen.graph, seen.holders, seen.reverse, group, soft, most, progress));
}

/// A path as text: `java-frame 3 .1 4 [5] 6` with the numbers of objects and slots.
std::string drawn(const RootPath& path) {
  std::string text = path.holder.kind == RootHolder::Kind::kStaticField ? std::string("static-field")
                                                                        : std::string(rootKindWord(path.holder.root));
  for (const PathStep& step : path.steps) {
    if (&step != &path.steps.front()) {
      text += step.slot == Heap::kNoSlot ? " <class>" : " ." + std::to_string(step.slot);
    }
    text += ' ' + std::to_string(step.object.value());
  }
  return text;
}

std::vector<std::string> drawn(const std::vector<RootPath>& paths) {
  std::vector<std::string> texts;
  for (const RootPath& path : paths) texts.push_back(drawn(path));
  return texts;
}

using Texts = std::vector<std::string>;

/// What is wrong with a path, or nothing.
std::string problemOf(const Sketch& sketch, const RootPath& path, Counting counting) {
  if (path.steps.empty()) return "it is empty";
  if (!holdersIn(sketch, counting.weak).contains(path.holder)) return "there is no such holder";
  if (path.holder.object != path.steps[0].object) return "it does not begin at what the holder holds";
  if (path.steps[0].slot != Heap::kNoSlot) return "its first object has a slot";
  for (size_t i = 1; i < path.steps.size(); ++i) {
    const uint32_t from = path.steps[i - 1].object.value();
    const uint32_t to = path.steps[i].object.value();
    if (path.steps[i].slot == Heap::kNoSlot) {
      if (classKeptBy(sketch, from) != to) return "a class is kept by no instance";
    } else {
      if (!stepsOf(sketch, from, counting).contains({path.steps[i].slot, to})) return "a slot leads elsewhere";
    }
  }
  return {};
}

/// Node, Soft, Weak and Node[] without class objects, for sketches by hand.
struct Small : Sketch {
  uint32_t node = addType({.name = "Node", .bytes = 24, .fields = {"left", "right"}});
  uint32_t soft = addType({.name = "Soft", .fields = {"referent", "queue"}, .softSlots = {0}});
  uint32_t weak = addType({.name = "Weak", .fields = {"referent", "queue"}, .weakSlots = {0}});
  uint32_t array = addType({.name = "Node[]", .shape = TypeShape::kReferenceArray, .elementBytes = 4});
};

TEST(ShortestPaths, TakeTheShorterWay) {
  Small sketch;
  const uint32_t end = sketch.add(sketch.node, {{}, {}});
  const uint32_t middle = sketch.add(sketch.node, {end, {}});
  const uint32_t first = sketch.add(sketch.node, {middle, end});
  sketch.addRoot(first, RootKind::kMonitor);
  const Seen seen(sketch);
  EXPECT_EQ(drawn(shortest(seen).to(seen.graph, seen.holders, ObjectIndex(end))), "monitor 2 .1 0");
  EXPECT_EQ(drawn(shortest(seen).to(seen.graph, seen.holders, ObjectIndex(first))), "monitor 2");
}

TEST(ShortestPaths, BeginAtWhatLastsWhereAsked) {
  Small sketch;
  const uint32_t end = sketch.add(sketch.node, {{}, {}});
  const uint32_t first = sketch.add(sketch.node, {end, {}});
  const uint32_t own = sketch.add(sketch.node, {{}, {}});
  sketch.addRoot(first, RootKind::kJniGlobal);
  sketch.addRoot(end, RootKind::kJavaFrame);
  sketch.addRoot(own, RootKind::kJavaFrame);
  const Seen seen(sketch);
  EXPECT_EQ(drawn(shortest(seen).to(seen.graph, seen.holders, ObjectIndex(end))), "java-frame 0");
  Progress progress;
  const auto lasting =
      ShortestPaths::find(seen.graph, seen.holders, SoftReferences::kFollow, progress, PathStart::kLastingFirst);
  EXPECT_EQ(drawn(lasting->to(seen.graph, seen.holders, ObjectIndex(end))), "jni-global 1 .0 0");
  EXPECT_EQ(drawn(lasting->to(seen.graph, seen.holders, ObjectIndex(own))), "java-frame 2") << "nothing else holds it";
}

TEST(ShortestPaths, BeginAtMethodsFurtherOutWhereNothingLasts) {
  const DrawnHeap heap = draw("local:main/a.List.add=L local:main/a.Main.main=S S→list=L");
  const LiveGraph graph = liveGraph(heap.heap);
  const RootHolders holders(graph);
  Progress progress;
  const auto paths = ShortestPaths::find(graph, holders, SoftReferences::kFollow, progress, PathStart::kLastingFirst);
  EXPECT_EQ(paths->before(heap["L"]), heap["S"]);
}

TEST(ShortestPaths, CountNullsInArraysHoweverMany) {
  Small sketch;
  const uint32_t end = sketch.add(sketch.node, {{}, {}});
  std::vector<std::optional<uint32_t>> elements(1001);
  elements[300] = end;
  elements[1000] = end;
  const uint32_t array = sketch.add(sketch.array, std::move(elements));
  sketch.addRoot(array);
  const Seen seen(sketch);
  EXPECT_EQ(drawn(shortest(seen).to(seen.graph, seen.holders, ObjectIndex(end))), "unknown 1 .300 0");
}

TEST(ShortestPaths, LeaveOutSoftReferencesOnlyWhereAsked) {
  Small sketch;
  const uint32_t cached = sketch.add(sketch.node, {{}, {}});
  const uint32_t queue = sketch.add(sketch.node, {{}, {}});
  sketch.addRoot(sketch.add(sketch.soft, {cached, queue}));
  const Seen seen(sketch);
  EXPECT_TRUE(shortest(seen).leadTo(ObjectIndex(cached)));
  const ShortestPaths strong = shortest(seen, SoftReferences::kLeaveOut);
  EXPECT_FALSE(strong.leadTo(ObjectIndex(cached)));
  EXPECT_TRUE(strong.leadTo(ObjectIndex(queue)));
  EXPECT_TRUE(different(seen, bitsOf(sketch, {cached}), kAll, SoftReferences::kLeaveOut).empty());
}

TEST(ShortestPaths, LeaveOutWeakReferencesUnlessTheGraphFollowsThem) {
  Small sketch;
  const uint32_t end = sketch.add(sketch.node, {{}, {}});
  const uint32_t middle = sketch.add(sketch.node, {end, {}});
  sketch.addRoot(sketch.add(sketch.weak, {end, middle}));
  const Seen seen(sketch);
  EXPECT_EQ(drawn(shortest(seen).to(seen.graph, seen.holders, ObjectIndex(end))), "unknown 2 .1 1 .0 0");
  const Seen following(sketch, WeakReferences::kKeepAlive);
  EXPECT_EQ(drawn(shortest(following).to(following.graph, following.holders, ObjectIndex(end))), "unknown 2 .0 0");
}

TEST(ShortestPaths, GoFromAnInstanceToItsClassWithoutASlot) {
  Sketch sketch;
  const uint32_t classes = sketch.addType({.name = "java.lang.Class"});
  const uint32_t node = sketch.addType({.name = "Node", .classSlots = {"<classloader>"}});
  const uint32_t loader = sketch.add(sketch.addType({.name = "Loader"}));
  sketch.types[node].classObject = sketch.add(classes, {loader});
  sketch.addRoot(sketch.add(node));
  const Seen seen(sketch);
  EXPECT_EQ(drawn(shortest(seen).to(seen.graph, seen.holders, ObjectIndex(loader))), "unknown 2 <class> 1 .0 0");
  EXPECT_EQ(drawn(different(seen, bitsOf(sketch, {loader}))), Texts{"unknown 2 <class> 1 .0 0"});
}

TEST(ShortestPaths, AreRealAndAsShortAsCanBeOnRandomHeaps) {
  uint64_t steps = 0;
  uint64_t byClass = 0;
  for (uint32_t seed = 0; seed < randomCases(12000); ++seed) {
    const Sketch sketch = randomSketch(seed);
    const Counting counting{.weak = seed % 5 == 0, .soft = seed % 2 == 0};
    const Seen seen(sketch, counting.weak ? WeakReferences::kKeepAlive : WeakReferences::kDoNotKeepAlive);
    const ShortestPaths paths = shortest(seen, counting.soft ? SoftReferences::kFollow : SoftReferences::kLeaveOut);
    const auto distances = distancesIn(sketch, counting);
    for (uint32_t o = 0; o < sketch.objects.size(); ++o) {
      const auto distance = distances.find(o);
      ASSERT_EQ(paths.leadTo(ObjectIndex(o)), distance != distances.end()) << "seed " << seed << ", object " << o;
      if (distance == distances.end()) continue;
      const RootPath path = paths.to(seen.graph, seen.holders, ObjectIndex(o));
      ASSERT_EQ(problemOf(sketch, path, counting), "") << "seed " << seed << ": " << drawn(path);
      ASSERT_EQ(path.steps.size(), distance->second + 1) << "seed " << seed << ": " << drawn(path);
      ASSERT_EQ(path.steps.back().object, ObjectIndex(o)) << "seed " << seed;
      ASSERT_EQ(paths.before(ObjectIndex(o)).exists(), path.steps.size() > 1) << "seed " << seed;
      steps += distance->second;
      byClass += static_cast<uint64_t>(std::ranges::count_if(path.steps, [&](const PathStep& step) {
        return step.slot == Heap::kNoSlot && &step != &path.steps.front();
      }));
    }
  }
  EXPECT_GT(steps, randomCases(20000));
  EXPECT_GT(byClass, 100U);
}

TEST(ShortestPaths, AlongAChainNeedNoRecursion) {
  Small sketch;
  constexpr uint32_t kObjects = kTooLongForRecursion;
  for (uint32_t o = 0; o + 1 < kObjects; ++o) sketch.add(sketch.node, {{}, o + 1});
  sketch.add(sketch.node, {{}, {}});
  sketch.addRoot(0);
  const Seen seen(sketch);
  const RootPath path = shortest(seen).to(seen.graph, seen.holders, ObjectIndex(kObjects - 1));
  EXPECT_EQ(path.steps.size(), kObjects);
  EXPECT_EQ(different(seen, bitsOf(sketch, {kObjects - 1})).at(0).steps.size(), kObjects);
}

TEST(DifferentPaths, FindEveryRootThatHoldsAMember) {
  Small sketch;
  const uint32_t end = sketch.add(sketch.node, {{}, {}});
  const uint32_t a = sketch.add(sketch.node, {end, {}});
  const uint32_t b = sketch.add(sketch.node, {{}, end});
  const uint32_t c = sketch.add(sketch.node, {b, {}});
  const uint32_t held = sketch.add(sketch.node, {c, {}});
  sketch.addRoot(a, RootKind::kMonitor);
  sketch.addRoot(a, RootKind::kJniGlobal);
  sketch.addRoot(c, RootKind::kThread);
  sketch.addRoot(held, RootKind::kJavaFrame);  // holds by way of what the thread holds already
  const Seen seen(sketch);
  const BitSet group = bitsOf(sketch, {end});
  EXPECT_EQ(drawn(different(seen, group)), (Texts{"jni-global 1 .0 0", "monitor 1 .0 0", "thread 3 .0 2 .1 0"}));
  EXPECT_EQ(drawn(different(seen, group, 1)), (Texts{"jni-global 1 .0 0"}));
  EXPECT_TRUE(different(seen, group, 0).empty());
}

TEST(DifferentPaths, OfTheDeadAndOfNobodyAreNone) {
  Small sketch;
  const uint32_t dead = sketch.add(sketch.node, {{}, {}});
  sketch.addRoot(sketch.add(sketch.node, {{}, {}}));
  const Seen seen(sketch);
  EXPECT_TRUE(different(seen, bitsOf(sketch, {dead})).empty());
  EXPECT_TRUE(different(seen, bitsOf(sketch, {})).empty());
}

TEST(DifferentPaths, FindAllOfAThousandRootsOrAsManyAsAskedFor) {
  Small sketch;
  const uint32_t end = sketch.add(sketch.node, {{}, {}});
  for (uint32_t i = 0; i < 1000; ++i) sketch.addRoot(sketch.add(sketch.node, {end, {}}));
  const Seen seen(sketch);
  EXPECT_EQ(different(seen, bitsOf(sketch, {end})).size(), 1000U);
  EXPECT_EQ(different(seen, bitsOf(sketch, {end}), 7).size(), 7U);
}

/// The first holders on the ways back from the group: those that nothing between them and the group is held.
std::set<RootHolder> firstHolders(const Sketch& sketch, Counting counting, const Objects& group) {
  return holdersLeadingTo(sketch, counting, group, {.stopAtFirst = true}, ByClass::kFollow);
}

TEST(DifferentPaths, AreRealShortestFirstAndAllDifferentOnRandomHeaps) {
  uint64_t several = 0;
  for (uint32_t seed = 0; seed < randomCases(12000); ++seed) {
    const Sketch sketch = randomSketch(seed);
    const Counting counting{.weak = seed % 5 == 0, .soft = seed % 2 == 0};
    const Seen seen(sketch, counting.weak ? WeakReferences::kKeepAlive : WeakReferences::kDoNotKeepAlive);
    const SoftReferences soft = counting.soft ? SoftReferences::kFollow : SoftReferences::kLeaveOut;
    Objects group;
    for (uint32_t o = seed % 7; o < sketch.objects.size(); o += 1 + seed % 13) group.insert(o);
    const std::vector<RootPath> paths = different(seen, bitsOf(sketch, group), kAll, soft);
    std::set<RootHolder> begins;
    for (const RootPath& path : paths) {
      ASSERT_EQ(problemOf(sketch, path, counting), "") << "seed " << seed << ": " << drawn(path);
      ASSERT_TRUE(group.contains(path.steps.back().object.value())) << "seed " << seed << ": " << drawn(path);
      ASSERT_TRUE(begins.insert(path.holder).second) << "seed " << seed << ": " << drawn(path) << " comes twice";
    }
    ASSERT_EQ(begins, firstHolders(sketch, counting, group)) << "seed " << seed;
    ASSERT_TRUE(std::ranges::is_sorted(paths, {}, [](const RootPath& path) { return path.steps.size(); }))
        << "seed " << seed;
    std::optional<uint32_t> least;
    for (const auto& [object, distance] : distancesIn(sketch, counting)) {
      if (group.contains(object)) least = std::min(least.value_or(distance), distance);
    }
    ASSERT_EQ(paths.empty(), !least) << "seed " << seed;
    if (!least) continue;
    ASSERT_EQ(paths[0].steps.size(), *least + 1) << "seed " << seed << ": " << drawn(paths[0]);
    if (paths.size() < 2) continue;
    ++several;
    const std::vector<RootPath> fewer = different(seen, bitsOf(sketch, group), paths.size() - 1, soft);
    ASSERT_EQ(drawn(fewer), drawn({paths.begin(), paths.end() - 1})) << "seed " << seed;
  }
  EXPECT_GT(several, randomCases(1000));
}

}  // namespace
}  // namespace heaptrail
