// Groupings as trees: on heaps drawn by hand, and on random ones against the definition (slow_groupings.h).
#include "classify/grouping_tree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <numeric>
#include <random>

#include "classify/property_list.h"
#include "classify/row_keys.h"
#include "classify/row_sizes.h"
#include "classify/slow_groupings.h"
#include "reference/slow_closures.h"
#include "support/sanitized.h"

namespace heaptrail {
namespace {

using namespace test;

std::shared_ptr<const GroupingTree> treeOf(const HeapFacts& facts, const std::string& text) {
  Result<Grouping> grouping = parseGrouping(text);
  if (!grouping) {
    ADD_FAILURE() << grouping.error().describe();
    return nullptr;
  }
  const auto tree = GroupingTree::bind(facts, std::move(*grouping));
  if (!tree) ADD_FAILURE() << tree.error().describe();
  return tree.value_or(nullptr);
}

std::optional<GroupingLevel> levelAt(const GroupingTree& tree, BitSet objects, const Path& path) {
  Progress progress;
  auto node = tree.nodeAt(std::move(objects), path, progress);
  if (!node) ADD_FAILURE() << node.error().describe();
  if (!node || !*node) return std::nullopt;
  Result<GroupingLevel> level = tree.level(std::move(**node), progress);
  if (!level) ADD_FAILURE() << level.error().describe();
  return level ? std::optional(std::move(*level)) : std::nullopt;
}

std::vector<std::string> keysOf(const GroupingLevel& level) {
  std::vector<std::string> keys;
  for (const GroupRow& row : level.rows) keys.push_back(fmt::format("{} {}", row.key, row.objects));
  return keys;
}
using Keys = std::vector<std::string>;

/// The rows of a drawn heap, with how many objects each has.
Keys rows(const std::string& picture, const std::string& grouping, const Path& path = {},
          const std::string& descriptions = "DS Nothing { (*); }") {
  const DrawnHeap drawn = draw(picture);
  const KnownHeap facts(drawn.heap, descriptions);
  const auto level = levelAt(*treeOf(facts, grouping), facts.liveGraph().live().copy(), path);
  return level ? keysOf(*level) : Keys{"no such row"};
}

TEST(GroupingTree, HasARowForEachKeyInTheirOrder) {
  EXPECT_EQ(rows("root→A:x.B,B:x.A,C:x.B", "type"), (Keys{"x.A 1", "x.B 2"}));
  EXPECT_EQ(rows("root→A:a[],B:b[],C:c B→A,A,A,A,A,A,A,A,A,A A→C,C", "length"),
            (Keys{"1-9 1", "10-99 1", "(no array) 1"}));
}

TEST(GroupingTree, DividesTheObjectsOfARow) {
  const std::string picture = "root→A:x.T,B:x.T,C:x.U site:A=a.M.m:1 site:B=a.N.n:2;a.M.m:7 site:C=a.M.m:1";
  EXPECT_EQ(rows(picture, "type, site", {"x.T"}), (Keys{"a.M.m:1 1", "a.N.n:2 1"}));
  EXPECT_EQ(rows(picture, "site, type", {"a.M.m:1"}), (Keys{"x.T 1", "x.U 1"}));
  EXPECT_EQ(rows(picture, "site, type", {"a.M.m:1", "x.U"}), Keys{});
  EXPECT_EQ(rows(picture, "site, type", {"a.M.m:2"}), (Keys{"no such row"}));
  EXPECT_EQ(rows(picture, "site, type", {"a.M.m:1", "x.U", "more"}), (Keys{"no such row"}));
}

TEST(GroupingTree, TakesSeveralRowsOfALevelAsOneSet) {
  const std::string picture =
      "root→A:x.T,B:x.U,C:x.V,D:y.W site:A=a.M.m:1 site:B=a.N.n:2 site:C=a.M.m:1 site:D=a.M.m:1";
  EXPECT_EQ(rows(picture, "type, site", {"x.T | x.U"}), (Keys{"a.M.m:1 1", "a.N.n:2 1"}));
  EXPECT_EQ(rows(picture, "type, site", {"x.V | x.T"}), (Keys{"a.M.m:1 2"}));
  EXPECT_EQ(rows(picture, "type, site, type", {"x.V | x.T", "a.M.m:1"}), (Keys{"x.T 1", "x.V 1"}));
  // A row that is not there has no objects; without any there is no such row.
  EXPECT_EQ(rows(picture, "type, site", {"x.T | x.Gone"}), (Keys{"a.M.m:1 1"}));
  EXPECT_EQ(rows(picture, "type, site", {"x.Lost | x.Gone"}), (Keys{"no such row"}));
  // Rows of a property with several levels: what is below them is the next step's.
  EXPECT_EQ(rows(picture, "package, site", {"x | y"}), (Keys{"a.M.m:1 3", "a.N.n:2 1"}));
  // Objects that are in several of the rows count once.
  EXPECT_EQ(rows("A:Item class:Item=K K→cache=A,again=A root→K", "rooted(hide), type",
                 {"Static field", "Item", "cache | again"}),
            (Keys{"Item 1"}));
}

TEST(GroupingTree, TakesAKeyAsItStandsBeforeItTakesItApart) {
  const RowKeys keys("a | b | c");
  EXPECT_TRUE(keys.several());
  EXPECT_TRUE(keys.hasAmongSeveral("a"));
  EXPECT_TRUE(keys.hasAmongSeveral("c"));
  EXPECT_TRUE(keys.hasAmongSeveral("b | c"));
  EXPECT_FALSE(keys.hasAmongSeveral("b |"));
  EXPECT_FALSE(keys.hasAmongSeveral("d"));
  EXPECT_FALSE(RowKeys("a|b").several());
  EXPECT_FALSE(RowKeys("xa | b").hasAmongSeveral("a"));
}

TEST(GroupingTree, GoesToWhatIsNextToTheObjectsOfARow) {
  const std::string picture = "root→S:x.Shop,T:x.Other S→M:x.Map M→A:x.Item,B:x.Item A→D:x.Data B→D T→D";
  EXPECT_EQ(rows(picture, "type, referrers", {"x.Item"}), (Keys{"x.Map 1"}));
  EXPECT_EQ(rows(picture, "type, referrers", {"x.Data"}), (Keys{"x.Item 2", "x.Other 1"}));
  EXPECT_EQ(rows(picture, "type, references[type]", {"x.Item"}), (Keys{"x.Data 1"}));
  EXPECT_EQ(rows(picture, "type, dominators", {"x.Item"}), (Keys{"x.Map 1"}));
  EXPECT_EQ(rows(picture, "type, dominators", {"x.Data"}), Keys{}) << "only the roots together hold it";
  EXPECT_EQ(rows(picture, "type, closure", {"x.Map"}), (Keys{"x.Item 2", "x.Map 1"}));
  EXPECT_EQ(rows(picture, "type, closure(deep)[type]", {"x.Map"}), (Keys{"x.Data 1", "x.Item 2", "x.Map 1"}));
  EXPECT_EQ(rows(picture, "type, referrers[referrers[type]]", {"x.Item"}), (Keys{"x.Shop 1"}));
}

TEST(GroupingTree, DividesByWhatAloneHoldsObjects) {
  const std::string picture =
      "root→S:x.Shop,T:x.Other S→M:x.Map M→A:x.Item,B:x.Item A→N:x.Item D:x.Data B→D T→E:x.Data S→E";
  EXPECT_EQ(rows(picture, "dominator-tree"), (Keys{"x.Data 1", "x.Other 1", "x.Shop 6"}));
  // The item in an item belongs to the place where items are met first; what two of them hold is the map's.
  const std::string map = rows(picture, "dominator-tree", {"x.Shop"}).back();
  EXPECT_TRUE(map.ends_with("x.Map 5")) << map;
}

TEST(GroupingTree, KnowsNoPlaceByWhatKeepsNothing) {
  // The reference knows the item weakly, and two that it holds keep it.
  const std::string picture = "root→R:java.lang.ref.WeakReference R→I:Item,A,B A→I B→I";
  EXPECT_EQ(rows(picture, "place, type", {"(several places)"}), Keys{"Item 1"});
}

TEST(GroupingTree, GoesThroughThePartsOfAPackage) {
  const std::string picture = "root→A:java.util.Map,B:java.util.function.F,C:java.util.List,D:int[],E:java.Odd";
  EXPECT_EQ(rows(picture, "package, type"), (Keys{"(no package) 1", "java 4"}));
  EXPECT_EQ(rows(picture, "package, type", {"java"}), (Keys{"(here) 1", "util 3"}));
  EXPECT_EQ(rows(picture, "package, type", {"java", "util"}), (Keys{"(here) 2", "function 1"}));
  EXPECT_EQ(rows(picture, "package, type", {"java", "util", "(here)"}), (Keys{"java.util.List 1", "java.util.Map 1"}));
  EXPECT_EQ(rows(picture, "package, type", {"java", "util", "function"}), (Keys{"java.util.function.F 1"}));
  EXPECT_EQ(rows(picture, "package", {"java", "util", "function"}), Keys{});
}

TEST(GroupingTree, GoesOnWhereNoObjectOfTheRowHasAFurtherKey) {
  // There is a package java.util.function, but nothing in it is of this thread's site.
  const std::string picture = "root→A:java.util.Map,B:java.util.function.F site:A=a.M.m:1 site:B=a.N.n:2";
  EXPECT_EQ(rows(picture, "site, package, type", {"a.M.m:1", "java", "util"}), (Keys{"java.util.Map 1"}));
  EXPECT_EQ(rows(picture, "site, package", {"a.M.m:1", "java", "util"}), Keys{});
}

TEST(GroupingTree, OfSoManyLevelsKeepsWhatIsFurtherDownInTheRowsOfTheLastOne) {
  const std::string picture = "root→A:java.util.List,B:java.util.function.F,C:java.Top,D:Bare";
  EXPECT_EQ(rows(picture, "package(1), type"), (Keys{"(no package) 1", "java 3"}));
  EXPECT_EQ(rows(picture, "package(1), type", {"java"}),
            (Keys{"java.Top 1", "java.util.List 1", "java.util.function.F 1"}));
  EXPECT_EQ(rows(picture, "package(2), type", {"java"}), (Keys{"(here) 1", "util 2"}));
  EXPECT_EQ(rows(picture, "package(2), type", {"java", "(here)"}), (Keys{"java.Top 1"}));
  EXPECT_EQ(rows(picture, "package(2), type", {"java", "util"}), (Keys{"java.util.List 1", "java.util.function.F 1"}));
  EXPECT_EQ(rows(picture, "package(1)", {"java"}), Keys{});
}

TEST(GroupingTree, SaysWhichGroupingEndsWithTheRowsOfALevel) {
  const DrawnHeap drawn = draw("root→A:java.util.List,B:java.util.function.F,C:java.Top,D:Bare");
  const KnownHeap facts(drawn.heap, "DS Nothing { (*); }");
  const auto endsWith = [&](const std::string& grouping, const Path& path) {
    const auto of = treeOf(facts, grouping);
    const auto level = levelAt(*of, facts.liveGraph().live().copy(), path);
    return level ? of->upToRowsOf(*level) : "no such row";
  };
  EXPECT_EQ(endsWith("type, package", {}), "type");
  EXPECT_EQ(endsWith("type, package", {"java.Top"}), "type, package(1)");
  EXPECT_EQ(endsWith("package, type", {}), "package(1)");
  EXPECT_EQ(endsWith("package, type", {"java"}), "package(2)");
  EXPECT_EQ(endsWith("package, type", {"java", "util"}), "package(3)");
  EXPECT_EQ(endsWith("package, type", {"java", "(here)"}), "package, type");
  EXPECT_EQ(endsWith("type", {"Bare"}), "");
}

TEST(GroupingTree, LeadsToLeavesAndBack) {
  const std::string picture = "root→L:List,M:List L→A:Item,B:Item M→B,C:Data";
  const std::string descriptions = "DS List { (*); }";
  EXPECT_EQ(rows(picture, "type, leaves[type]", {"List"}, descriptions), (Keys{"Data 1", "Item 2"}));
  EXPECT_EQ(rows(picture, "type, leaves[type]", {"Item"}, descriptions), Keys{}) << "items are no heads";
  EXPECT_EQ(rows(picture, "type, containing-structures", {"Data"}, descriptions), (Keys{"List 1"}));
  EXPECT_EQ(rows(picture, "type, containing-structures", {"Item"}, descriptions), (Keys{"List 2"}));
}

TEST(GroupingTree, CountsWhatSeveralRootsHoldInEachOfTheirRows) {
  const std::string picture = "A:Item→B:Item class:Item=K K→cache=A,again=A local:main/x.Main.run=A root→K";
  EXPECT_EQ(rows(picture, "rooted"),
            (Keys{"(not directly rooted) 1", "Java local variable 1", "Static field 1", "Unknown 1"}));
  EXPECT_EQ(rows(picture, "rooted(hide)", {"Static field", "Item"}), (Keys{"again 1", "cache 1"}));
  EXPECT_EQ(rows(picture, "rooted(variables, hide)", {"Java local variable"}), (Keys{"main 1"}));
  EXPECT_EQ(rows(picture, "rooted, type", {"Java local variable", "main", "x.Main.run"}), (Keys{"variable 0 1"}));
  EXPECT_EQ(rows(picture, "rooted, type", {"Java local variable", "main", "x.Main.run", "variable 0"}),
            (Keys{"Item 1"}));
}

TEST(GroupingTree, TellsWhichRootsLeadToObjects) {
  const std::string picture = "A:Item→B:Other class:Item=K K→cache=A local:main/x.Main.run=B root→K C:Other";
  EXPECT_EQ(rows(picture, "type, indirectly-rooted(variables)", {"Other"}),
            (Keys{"Java local variable 1", "Static field 1"}));
  EXPECT_EQ(rows(picture, "type, indirectly-rooted(variables)", {"Item"}), (Keys{"Static field 1"}));
  EXPECT_EQ(rows(picture, "indirectly-rooted(hide), type", {"Static field", "Item", "cache"}),
            (Keys{"Item 1", "Other 1"}));
}

TEST(GroupingTree, RefusesWhatTheTraceDoesNotTell) {
  const DrawnHeap drawn = draw("root→A");
  const BareHeap facts(*drawn.heap);
  for (const auto& [grouping, why] :
       {std::pair("type, site",
                  "the grouping asks for \"site\", but the trace does not tell where objects were "
                  "allocated: record the program with --sites sampled or exact"),
        std::pair("age", "how old objects are"), std::pair("space", "in which space objects lie"),
        std::pair("thread", "which thread allocated objects"), std::pair("loader", "built-in loaders")}) {
    const auto tree = GroupingTree::bind(facts, std::move(*parseGrouping(grouping)));
    ASSERT_FALSE(tree) << grouping;
    EXPECT_EQ(tree.error().kind, ErrorKind::kUsage);
    EXPECT_NE(tree.error().message.find(why), std::string::npos) << tree.error().message;
  }
}

TEST(GroupingTree, CanBeCancelled) {
  const DrawnHeap drawn = draw("root→A,B:Other");
  const KnownHeap facts(drawn.heap, "DS Nothing { (*); }");
  const auto tree = treeOf(facts, "type, package");
  Progress progress;
  progress.cancel();
  const auto level = tree->level({facts.liveGraph().live().copy(), 0, {}}, progress);
  ASSERT_FALSE(level);
  EXPECT_EQ(level.error().kind, ErrorKind::kCancelled);
}

const Steps kSingle{"type",   "package",   "loader",     "site",      "callchain", "allocating-package",
                    "thread", "length",    "fill",       "elements",  "bytes",     "age",
                    "space",  "reachable", "structures", "top-level", "place"};
const Steps kOthers{"rooted",
                    "rooted(hide)",
                    "rooted(variables)",
                    "rooted(hide, variables)",
                    "indirectly-rooted",
                    "indirectly-rooted(variables)",
                    "indirectly-rooted(hide)",
                    "leaves(own)",
                    "leaves(deep)",
                    "containing-structures",
                    "closure",
                    "closure(deep)",
                    "references",
                    "referrers",
                    "dominators",
                    "dominator-tree"};

/// One to three steps, the last of which divides.
Steps randomSteps(std::mt19937& random) {
  Steps steps;
  const size_t count = 1 + random() % 3;
  while (steps.size() < count) {
    steps.push_back(random() % 3 == 0 ? kOthers[random() % kOthers.size()] : kSingle[random() % kSingle.size()]);
  }
  const std::string name = steps.back().substr(0, steps.back().find('('));
  if (propertyNamed(name)->inGroupings() == InGroupings::kLeadsOn) steps.emplace_back("type");
  return steps;
}

/// Calls `visit(level, rows)` for every level of a tree, with what the definition says its rows are.
class WholeTree {
 public:
  using Visit = std::function<void(const GroupingLevel&, const std::map<std::string, Objects>&, const Path&)>;

  WholeTree(const Sketch& sketch, const KnownHeap& facts, const Objects& objects, const Steps& steps)
      : sketch_(sketch), facts_(facts), objects_(objects), steps_(steps) {
    tree_ = treeOf(facts, fmt::format("{}", fmt::join(steps, ", ")));
  }

  void walk(const Visit& visit, const Path& path = {}) {
    const auto expected = slowRows(sketch_, facts_, objects_, steps_, path);
    const auto level = levelAt(*tree_, bitsOf(sketch_, objects_), path);
    ASSERT_TRUE(expected && level) << describe(path);
    visit(*level, *expected, path);
    if (testing::Test::HasFatalFailure()) return;
    for (size_t row = 0; row < level->rows.size(); ++row) {
      Path below = path;
      below.push_back(level->rows[row].key);
      walk(visit, below);
      if (testing::Test::HasFatalFailure()) return;
    }
  }

  std::string describe(const Path& path) const {
    return fmt::format("{} below \"{}\"", fmt::join(steps_, ", "), fmt::join(path, " > "));
  }
  const GroupingTree& tree() const { return *tree_; }

 private:
  const Sketch& sketch_;
  const KnownHeap& facts_;
  Objects objects_;
  Steps steps_;
  std::shared_ptr<const GroupingTree> tree_;
};

/// A random heap, some of its objects, and a grouping.
struct RandomCase {
  explicit RandomCase(uint32_t seed)
      : random(seed), sketch(tellingSketch(seed / 4)), facts(sketch.heap(), kSketchDescriptions, Threads(2)) {
    for (uint32_t o = 0; o < sketch.objects.size(); ++o) {
      if (seed % 2 == 0 || random() % 4 > 0) objects.insert(o);
    }
    steps = randomSteps(random);
  }

  std::mt19937 random;
  Sketch sketch;
  KnownHeap facts;
  Objects objects;
  Steps steps;
};

TEST(GroupingTree, HasTheRowsThatTheDefinitionSays) {
  uint64_t levels = 0;
  for (uint32_t seed = 0; seed < randomCases(4000); ++seed) {
    RandomCase drawn(seed);
    WholeTree tree(drawn.sketch, drawn.facts, drawn.objects, drawn.steps);
    tree.walk([&](const GroupingLevel& level, const std::map<std::string, Objects>& expected, const Path& path) {
      ++levels;
      std::vector<uint32_t> all(level.rows.size());
      std::iota(all.begin(), all.end(), 0U);
      Progress progress;
      std::map<std::string, Objects> found;
      if (!all.empty()) {
        const auto members = membersOfRows(level, all, Threads(2), progress);
        const auto nodes = tree.tree().nodesOf(level, all, progress);
        ASSERT_TRUE(members && nodes);
        for (size_t row = 0; row < all.size(); ++row) {
          found[level.rows[row].key] = objectsOf((*members)[row]);
          EXPECT_EQ((*nodes)[row].objects, (*members)[row]);
          EXPECT_EQ(level.rows[row].objects, found[level.rows[row].key].size());
        }
      }
      ASSERT_EQ(found, expected) << "seed " << seed << ": " << tree.describe(path);
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(levels, randomCases(4000) * 5);
}

TEST(GroupingTree, SaysWhichRowsHaveOthersBelow) {
  for (uint32_t seed = 0; seed < randomCases(1000); ++seed) {
    RandomCase drawn(seed);
    WholeTree tree(drawn.sketch, drawn.facts, drawn.objects, drawn.steps);
    tree.walk([&](const GroupingLevel& level, const auto&, const Path& path) {
      for (size_t row = 0; row < level.rows.size(); ++row) {
        Path below = path;
        below.push_back(level.rows[row].key);
        const auto next = slowRows(drawn.sketch, drawn.facts, drawn.objects, drawn.steps, below);
        const bool isLast = level.node.step + 1 == tree.tree().grouping().steps.size();
        // Other objects that a row leads to may be none; of its own there are always some.
        const bool mayLeadNowhere = !isLast && next->empty();
        EXPECT_EQ(level.goesOn[row] != 0, mayLeadNowhere || !next->empty())
            << "seed " << seed << ": " << tree.describe(below);
      }
    });
    if (HasFatalFailure()) return;
  }
}

TEST(GroupingTree, HasRowsThatTogetherAreTheirParent) {
  for (uint32_t seed = 0; seed < randomCases(1000); ++seed) {
    RandomCase drawn(seed);
    drawn.steps = {kSingle[seed % kSingle.size()], kSingle[seed / 7 % kSingle.size()], "bytes"};
    WholeTree tree(drawn.sketch, drawn.facts, drawn.objects, drawn.steps);
    std::map<Path, Size> sizes;
    const Heap& heap = drawn.facts.heap();
    sizes[{}] = SlowGraph(heap, WeakReferences::kDoNotKeepAlive).sizeOf(drawn.objects);
    tree.walk([&](const GroupingLevel& level, const auto&, const Path& path) {
      Size sum;
      for (const GroupRow& row : level.rows) {
        Path below = path;
        below.push_back(row.key);
        sizes[below] = {row.objects, row.bytes};
        sum += {row.objects, row.bytes};
      }
      if (level.rows.empty()) return;
      EXPECT_EQ(sum, sizes.at(path)) << "seed " << seed << ": " << tree.describe(path);
    });
    if (HasFatalFailure()) return;
  }
}

/// What a metric means, of the live ones among some objects.
Size slowSize(const SlowGraph& slow, SizeMetric metric, const Objects& objects) {
  return slow.sizeOf(metric == SizeMetric::kDeep ? slow.deep(objects) : slow.retained(objects));
}

TEST(RowSizes, AreThoseOfTheRowsObjects) {
  uint64_t measured = 0;
  for (uint32_t seed = 0; seed < randomCases(1500); ++seed) {
    RandomCase drawn(seed);
    const SlowGraph slow(drawn.facts.heap(), WeakReferences::kDoNotKeepAlive);
    WholeTree tree(drawn.sketch, drawn.facts, slow.live(), drawn.steps);
    std::deque<GroupingLevel> levels;
    std::vector<ChosenRows> chosen;
    std::vector<Objects> expected;
    tree.walk([&](const GroupingLevel& level, const std::map<std::string, Objects>& rows, const Path& path) {
      // Some rows of some levels at once, which may share objects.
      if (drawn.random() % 3 == 0) return;
      auto again = levelAt(tree.tree(), bitsOf(drawn.sketch, slow.live()), path);
      levels.push_back(std::move(*again));
      ChosenRows some{&levels.back(), {}};
      for (uint32_t row = 0; row < level.rows.size(); ++row) {
        if (drawn.random() % 4 == 0) continue;
        some.rows.push_back(row);
        expected.push_back(rows.at(level.rows[row].key));
      }
      chosen.push_back(some);
    });
    if (HasFatalFailure()) return;
    if (chosen.empty()) continue;
    for (const SizeMetric metric : {SizeMetric::kDeep, SizeMetric::kRetained}) {
      Progress progress;
      const auto sizes = sizesOfRows(drawn.facts.liveGraph(), metric, chosen, Threads(2), progress);
      ASSERT_TRUE(sizes);
      ASSERT_EQ(sizes->size(), expected.size());
      for (size_t i = 0; i < sizes->size(); ++i) {
        ++measured;
        EXPECT_EQ((*sizes)[i], slowSize(slow, metric, expected[i])) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(measured, randomCases(1500) * 3);
}

}  // namespace
}  // namespace heaptrail
