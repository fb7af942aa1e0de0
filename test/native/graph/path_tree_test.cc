// Merged paths as pictures, of dumps as programs leave them; and their numbers on random sketches.
//
// A picture has a node per line: who holds it or how it is reached, its type, how many objects are passed through and
// how many members are there or further down; `…` where objects lead to others of the same node.
#include "graph/path_tree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "graph/liveness.h"
#include "reference/slow_paths.h"
#include "support/sanitized.h"
#include "trace/opened.h"

namespace heaptrail {
namespace {

using namespace test;

void drawNode(const Heap& heap, const PathNode& node, size_t depth, std::string& picture) {
  std::string how = node.via;
  if (depth == 0) {
    how = node.holder.kind == RootHolder::Kind::kStaticField
              ? heap.symbols()[node.holder.type].name + ' ' +
                    heap.slotName(heap.classObjectOf(node.holder.type), node.holder.slot)
              : std::string(rootKindWord(node.holder.root));
  }
  picture += fmt::format("{}{} → {} ×{}, {} members{}\n", std::string(2 * depth, ' '), how,
                         heap.symbols()[node.type].name, node.objects, node.members, node.repeats ? " …" : "");
  for (const PathNode& child : node.children) drawNode(heap, child, depth + 1, picture);
}

std::vector<PathNode> merged(const LiveGraph& graph, const RootHolders& holders, const BitSet& group,
                             SoftReferences soft = SoftReferences::kFollow) {
  Progress progress;
  const auto paths = ShortestPaths::find(graph, holders, soft, progress);
  return std::move(*mergePaths(graph, holders, *paths, group, progress));
}

/// The picture of all objects of a type.
std::string pictureOf(const HprofBuilder& dump, const std::string& type,
                      SoftReferences soft = SoftReferences::kFollow) {
  const std::shared_ptr<const Heap> heap = rebuilt(dump).heap;
  Progress progress;
  const LiveGraph graph(heap, WeakReferences::kDoNotKeepAlive,
                        *findLive(*heap, WeakReferences::kDoNotKeepAlive, progress), Threads(1));
  BitSet group(heap->objectCount());
  for (uint32_t o = 0; o < heap->objectCount(); ++o) {
    if (heap->symbols()[heap->typeOf(ObjectIndex(o))].name == type) group.set(o);
  }
  std::string picture;
  for (const PathNode& node : merged(graph, RootHolders(graph), group, soft)) drawNode(*heap, node, 0, picture);
  return picture;
}

TEST(PathTree, AMapInAStaticFieldIsOneBranch) {
  HprofBuilder dump;
  const uint64_t key = dump.addClass("app/Key", 0, {});
  const uint64_t node = dump.addClass("java/util/HashMap$Node", 0, {{"key", 'L'}, {"next", 'L'}});
  const uint64_t map = dump.addClass("java/util/HashMap", 0, {{"size", 'I'}, {"table", 'L'}});
  const uint64_t table = dump.addClass("[Ljava/util/HashMap$Node;", 0, {});
  const uint64_t cache = dump.addClass("app/Cache", 0, {}, {{"shared", 'L', 0x800}});
  dump.beginSegment().root(0x05, cache).instance(0x800, map, {3, 0x900});
  dump.objectArray(0x900, table, {0, 0xa00, 0, 0xa40, 0xa80});
  for (const uint64_t place : {0xa00U, 0xa40U, 0xa80U})
    dump.instance(place, node, {place + 32, 0}).instance(place + 32, key);
  dump.endSegment();
  EXPECT_EQ(pictureOf(dump, "app.Key"),
            "app.Cache static shared → java.util.HashMap ×1, 3 members\n"
            "  table → java.util.HashMap$Node[] ×1, 3 members\n"
            "    [*] → java.util.HashMap$Node ×3, 3 members\n"
            "      key → app.Key ×3, 3 members\n");
}

/// A list of `length` links with an item each, held by a local variable.
HprofBuilder listOf(uint64_t length) {
  HprofBuilder dump;
  const uint64_t item = dump.addClass("app/Item", 0, {});
  const uint64_t link = dump.addClass("app/Link", 0, {{"item", 'L'}, {"next", 'L'}});
  dump.beginSegment();
  for (uint64_t i = 0; i < length; ++i) {
    const uint64_t place = 0x100000 + 64 * i;
    dump.instance(place, link, {place + 32, i + 1 < length ? place + 64 : 0}).instance(place + 32, item);
  }
  return dump.root(0x03, 0x100000, std::vector<uint8_t>(8)).endSegment();
}

TEST(PathTree, ALinkedListIsFoldedIntoOneNode) {
  EXPECT_EQ(pictureOf(listOf(1000), "app.Item"),
            "java-frame → app.Link ×1000, 1000 members …\n"
            "  item → app.Item ×1000, 1000 members\n");
  EXPECT_EQ(pictureOf(listOf(1), "app.Item"),
            "java-frame → app.Link ×1, 1 members\n"
            "  item → app.Item ×1, 1 members\n");
  EXPECT_EQ(pictureOf(listOf(1000), "app.Link"), "java-frame → app.Link ×1000, 1000 members …\n");
}

TEST(PathTree, AListOfHundredThousandLinksNeedsNoRecursion) {
  EXPECT_EQ(pictureOf(listOf(200000), "app.Link"), "java-frame → app.Link ×200000, 200000 members …\n");
}

TEST(PathTree, TwoStaticFieldsAreTwoBranchesAndTheOneWithMoreMembersIsFirst) {
  HprofBuilder dump;
  const uint64_t item = dump.addClass("app/Item", 0, {});
  const uint64_t items = dump.addClass("[Lapp/Item;", 0, {});
  const uint64_t cache = dump.addClass("app/Cache", 0, {}, {{"few", 'L', 0x800}, {"many", 'L', 0x900}});
  dump.beginSegment().root(0x05, cache);
  dump.objectArray(0x800, items, {0xa00}).objectArray(0x900, items, {0xa10, 0xa20, 0xa20});
  dump.instance(0xa00, item).instance(0xa10, item).instance(0xa20, item).endSegment();
  EXPECT_EQ(pictureOf(dump, "app.Item"),
            "app.Cache static many → app.Item[] ×1, 2 members\n"
            "  [*] → app.Item ×2, 2 members\n"
            "app.Cache static few → app.Item[] ×1, 1 members\n"
            "  [*] → app.Item ×1, 1 members\n");
}

TEST(PathTree, DifferentFieldsAreDifferentWays) {
  HprofBuilder dump;
  const uint64_t item = dump.addClass("app/Item", 0, {});
  const uint64_t pair = dump.addClass("app/Pair", 0, {{"left", 'L'}, {"right", 'L'}});
  dump.beginSegment();
  for (const uint64_t place : {0x800U, 0x900U}) {
    dump.instance(place, pair, {place + 32, place + 64}).root(0x07, place);
    dump.instance(place + 32, item).instance(place + 64, item);
  }
  dump.endSegment();
  EXPECT_EQ(pictureOf(dump, "app.Item"),
            "monitor → app.Pair ×2, 4 members\n"
            "  left → app.Item ×2, 2 members\n"
            "  right → app.Item ×2, 2 members\n");
}

TEST(PathTree, AClassThatAnInstanceKeepsIsReachedByClass) {
  HprofBuilder dump;
  const uint64_t loader = dump.addClass("app/Loader", 0, {});
  dump.loadClass(0x90000, "app/Plugin");
  dump.beginSegment().classDump(0x90000, 0, {}, {}, {}, 0x800).instance(0x800, loader).instance(0x900, 0x90000);
  dump.root(0x07, 0x900).instance(0xa00, loader).endSegment();  // the last one is garbage
  EXPECT_EQ(pictureOf(dump, "app.Loader"),
            "monitor → app.Plugin ×1, 1 members\n"
            "  <class> → java.lang.Class ×1, 1 members\n"
            "    <classloader> → app.Loader ×1, 1 members\n");
}

TEST(PathTree, MembersThatOnlySoftReferencesHoldCountNowhereWhereThoseAreLeftOut) {
  HprofBuilder dump;
  const uint64_t object = dump.addClass("java/lang/Object", 0, {});
  const uint64_t reference = dump.addClass("java/lang/ref/Reference", object, {{"referent", 'L'}});
  const uint64_t soft = dump.addClass("java/lang/ref/SoftReference", reference, {});
  const uint64_t item = dump.addClass("app/Item", object, {{"other", 'L'}});
  dump.beginSegment().instance(0x800, soft, {0x900}).root(0x07, 0x800).instance(0x900, item);
  dump.instance(0xa00, item).root(0x07, 0xa00).endSegment();
  EXPECT_EQ(pictureOf(dump, "app.Item"),
            "monitor → java.lang.ref.SoftReference ×1, 1 members\n"
            "  referent → app.Item ×1, 1 members\n"
            "monitor → app.Item ×1, 1 members\n");
  EXPECT_EQ(pictureOf(dump, "app.Item", SoftReferences::kLeaveOut), "monitor → app.Item ×1, 1 members\n");
}

TEST(PathTree, VeryDeepTreesOfAlternatingTypesAreDrawnTogetherAtTheEnd) {
  HprofBuilder dump;
  const uint64_t a = dump.addClass("A", 0, {{"next", 'L'}});
  const uint64_t b = dump.addClass("B", 0, {{"next", 'L'}});
  dump.beginSegment().root(0x07, 0x100000);
  constexpr uint64_t kObjects = 10000;
  for (uint64_t i = 0; i < kObjects; ++i) {
    dump.instance(0x100000 + 32 * i, i % 2 == 0 ? a : b, {i + 1 < kObjects ? 0x100000 + 32 * (i + 1) : 0});
  }
  const std::string picture = pictureOf(dump.endSegment(), "B");
  EXPECT_TRUE(picture.starts_with("monitor → A ×1, 5000 members\n  next → B ×1, 5000 members\n"));
  EXPECT_LT(std::ranges::count(picture, '\n'), 200);
  EXPECT_TRUE(picture.ends_with(" …\n")) << picture.substr(picture.size() - 100);
}

TEST(PathTree, HasTheFirstObjectOfEachNodeAsItsExample) {
  Sketch sketch;
  const uint32_t node = sketch.addType({.name = "Node", .fields = {"next"}});
  const uint32_t other = sketch.addType({.name = "Other", .fields = {"next"}});
  for (uint32_t i = 0; i < 3; ++i) {
    const uint32_t end = sketch.add(other, {{}});
    sketch.addRoot(sketch.add(node, {end}));
  }
  const Seen seen(sketch);
  const auto tree = merged(seen.graph, seen.holders, bitsOf(sketch, {0, 2, 4}));
  ASSERT_EQ(tree.size(), 1U);
  EXPECT_EQ(tree[0].example, ObjectIndex(1));
  EXPECT_EQ(tree[0].holder.object, ObjectIndex(1));
  EXPECT_EQ(tree[0].children.at(0).example, ObjectIndex(0));
}

TEST(PathTree, CountsEveryReachableMemberOnceOnRandomHeaps) {
  uint64_t members = 0;
  for (uint32_t seed = 0; seed < randomCases(12000); ++seed) {
    const Sketch sketch = randomSketch(seed);
    const Counting counting{.soft = seed % 2 == 0};
    const Seen seen(sketch);
    Objects group;
    for (uint32_t o = seed % 2; o < sketch.objects.size(); o += 1 + seed % 4) group.insert(o);
    const auto tree = merged(seen.graph, seen.holders, bitsOf(sketch, group),
                             counting.soft ? SoftReferences::kFollow : SoftReferences::kLeaveOut);
    uint64_t expected = 0;
    const auto distances = distancesIn(sketch, counting);
    for (const uint32_t member : group) expected += distances.contains(member) ? 1 : 0;
    uint64_t sum = 0;
    uint64_t passed = 0;
    const std::function<void(const std::vector<PathNode>&)> check = [&](const std::vector<PathNode>& nodes) {
      ASSERT_TRUE(std::ranges::is_sorted(nodes, std::ranges::greater{}, &PathNode::members)) << "seed " << seed;
      for (const PathNode& node : nodes) {
        uint64_t below = 0;
        for (const PathNode& child : node.children) below += child.members;
        ASSERT_LE(below, node.members) << "seed " << seed;
        ASSERT_LE(node.members - below, node.objects) << "seed " << seed;
        ASSERT_GT(node.members, 0U) << "seed " << seed;
        ASSERT_EQ(sketch.objects[node.example.value()].type, node.type.value()) << "seed " << seed;
        passed += node.objects;
        check(node.children);
      }
    };
    check(tree);
    for (const PathNode& node : tree) sum += node.members;
    ASSERT_EQ(sum, expected) << "seed " << seed;
    ASSERT_GE(passed, expected) << "seed " << seed;
    ASSERT_LE(passed, distances.size()) << "seed " << seed;
    members += sum;
  }
  EXPECT_GT(members, randomCases(10000));
}

}  // namespace
}  // namespace heaptrail
