// Conditions: what they hold for on a heap drawn up by hand, what is said of those that are wrong, and random ones
// against an evaluator that asks object by object.
#include "classify/where.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "classify/slow_groupings.h"
#include "reference/slow_paths.h"
#include "reference/slow_wildcard.h"
#include "support/sanitized.h"

namespace heaptrail {
namespace {

using namespace test;

/// Objects 0…8 with ids 0x1000, 0x1010 …: a Map, two HashMaps, a LinkedHashMap, arrays with 0, 3 and 40 elements, a
/// byte[] of 10, and one whose type has a strange name.
struct Zoo : Sketch {
  uint32_t map = addType({.name = "java.util.AbstractMap", .bytes = 16});
  uint32_t hashMap = addType({.name = "java.util.HashMap", .bytes = 48, .superclass = map});
  uint32_t linkedMap = addType({.name = "java.util.LinkedHashMap", .bytes = 64, .superclass = hashMap});
  uint32_t array =
      addType({.name = "java.lang.Object[]", .shape = TypeShape::kReferenceArray, .bytes = 16, .elementBytes = 4});
  uint32_t data = addType({.name = "byte[]", .shape = TypeShape::kPrimitiveArray, .bytes = 16, .elementBytes = 1});
  uint32_t strange = addType({.name = "my (odd) Name", .bytes = 24});

  Zoo() {
    add(map);
    add(hashMap);
    add(hashMap);
    add(linkedMap);
    for (const size_t length : {0U, 3U, 40U}) add(array, std::vector<std::optional<uint32_t>>(length));
    objects[add(data)].length = 10;
    add(strange);
  }
};

Result<BitSet> ask(const Sketch& sketch, std::string_view condition, const BitSet& among) {
  Progress progress;
  return findWhere(*sketch.heap(), condition, among, progress);
}

/// Which animals of the zoo a condition holds for.
Objects where(std::string_view condition) {
  const Zoo zoo;
  const auto found = ask(zoo, condition, BitSet::full(zoo.objects.size()));
  if (!found) ADD_FAILURE() << condition << ": " << found.error().describe();
  return found ? objectsOf(*found) : Objects{};
}

const Objects kEverything{0, 1, 2, 3, 4, 5, 6, 7, 8};

TEST(Where, TypesAreComparedByTheirWholeName) {
  EXPECT_EQ(where("type=java.util.HashMap"), (Objects{1, 2}));
  EXPECT_EQ(where("type=HashMap"), Objects{});
  EXPECT_EQ(where("type=java.util.hashmap"), Objects{});
  EXPECT_EQ(where("type!=java.util.HashMap"), (Objects{0, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(where("type=byte[]"), (Objects{7}));
}

TEST(Where, StarsStandForAnythingAlsoForNothing) {
  EXPECT_EQ(where("type=*"), kEverything);
  EXPECT_EQ(where("type=**"), kEverything);
  EXPECT_EQ(where("type=java.util.*Map"), (Objects{0, 1, 2, 3}));
  EXPECT_EQ(where("type=java.util.*HashMap"), (Objects{1, 2, 3}));
  EXPECT_EQ(where("type=java.util.HashMap*"), (Objects{1, 2}));
  EXPECT_EQ(where("type=*[]"), (Objects{4, 5, 6, 7}));
  EXPECT_EQ(where("type=*a*a*a*a*"), (Objects{0, 1, 2, 3}));
  EXPECT_EQ(where("type=java*java*"), Objects{});
  EXPECT_EQ(where("type!=java*"), (Objects{7, 8}));
}

TEST(Where, NoOtherCharacterIsSpecialInPatterns) {
  EXPECT_EQ(where("type=java.util.HashMa?"), Objects{});
  EXPECT_EQ(where("type=javaXutil.HashMap"), Objects{});
  EXPECT_EQ(where("type=byte[[]]"), Objects{});
}

TEST(Where, ExtendsMeansTheTypeAndAllBelowIt) {
  EXPECT_EQ(where("extends=java.util.AbstractMap"), (Objects{0, 1, 2, 3}));
  EXPECT_EQ(where("extends=java.util.HashMap"), (Objects{1, 2, 3}));
  EXPECT_EQ(where("extends=*Linked*"), (Objects{3}));
  EXPECT_EQ(where("extends=java.util.Hash*"), (Objects{1, 2, 3}));
}

TEST(Where, PackagesHaveAllBelowThemButNoNamesThatOnlyBeginAlike) {
  EXPECT_EQ(where("package=java.util"), (Objects{0, 1, 2, 3}));
  EXPECT_EQ(where("package=java"), (Objects{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(where("package=java.ut"), Objects{});
  EXPECT_EQ(where("package=java.util.HashMap"), Objects{});
  EXPECT_EQ(where("package=jav*"), Objects{});
}

/// Ages 0, 3 and 70,000, and one that is not known; in each space one, and one that lies nowhere known.
Result<BitSet> askAged(std::string_view condition) {
  Sketch sketch;
  const uint32_t node = sketch.addType({.name = "Node"});
  for (const std::optional<uint32_t> age : {std::optional(0U), std::optional(3U), std::optional(70'000U), {}}) {
    sketch.objects[sketch.add(node)].age = age;
  }
  sketch.objects[0].space = HeapSpace::kEden;
  sketch.objects[1].space = HeapSpace::kSurvivor;
  sketch.objects[2].space = HeapSpace::kOld;
  return ask(sketch, condition, BitSet::full(sketch.objects.size()));
}

TEST(Where, AgesAreNumbersAndSpacesHaveNames) {
  const auto aged = [](std::string_view condition) { return objectsOf(askAged(condition).value()); };
  EXPECT_EQ(aged("age=0"), (Objects{0}));
  EXPECT_EQ(aged("age>=3"), (Objects{1, 2}));
  EXPECT_EQ(aged("age>3 and age!=7"), (Objects{2}));
  EXPECT_EQ(aged("not age<=3"), (Objects{2, 3}));
  EXPECT_EQ(aged("space=eden or space=old"), (Objects{0, 2}));
  EXPECT_EQ(aged("space!=old"), (Objects{0, 1}));
  EXPECT_EQ(aged("not space=survivor"), (Objects{0, 2, 3}));
}

TEST(Where, WhatTheTraceDoesNotTellCannotBeAskedFor) {
  const Zoo zoo;
  for (const auto& [condition, what] : {std::pair("length>3 and not (age>3)", "how old objects are"),
                                        std::pair("space=old", "in which space objects lie")}) {
    const auto found = ask(zoo, condition, BitSet::full(zoo.objects.size()));
    ASSERT_FALSE(found) << condition;
    EXPECT_EQ(found.error().kind, ErrorKind::kUsage);
    EXPECT_NE(found.error().message.find(what), std::string::npos) << found.error().message;
    EXPECT_TRUE(checkCondition(condition));
  }
  EXPECT_NE(checkCondition("space=tenured").error().message.find("eden, survivor or old"), std::string::npos);
  EXPECT_NE(checkCondition("space>eden").error().message.find("= or !="), std::string::npos);
}

TEST(Where, LengthsAreThoseOfArraysAndNothingElseHasOne) {
  EXPECT_EQ(where("length=3"), (Objects{5}));
  EXPECT_EQ(where("length!=3"), (Objects{4, 6, 7}));
  EXPECT_EQ(where("length<10"), (Objects{4, 5}));
  EXPECT_EQ(where("length<=10"), (Objects{4, 5, 7}));
  EXPECT_EQ(where("length>3"), (Objects{6, 7}));
  EXPECT_EQ(where("length>=0"), (Objects{4, 5, 6, 7}));
  EXPECT_EQ(where("not length>=0"), (Objects{0, 1, 2, 3, 8}));
}

TEST(Where, BytesAreShallowSizes) {
  EXPECT_EQ(where("bytes=48"), (Objects{1, 2}));
  EXPECT_EQ(where("bytes>=64"), (Objects{3, 6}));
  EXPECT_EQ(where("bytes=32"), (Objects{5, 7})) << "16 + 3 × 4 and 16 + 10, rounded up to a multiple of 8";
  EXPECT_EQ(where("bytes<18446744073709551615"), kEverything);
}

TEST(Where, IdsAreDecimalOrHexadecimal) {
  EXPECT_EQ(where("id=0x1020"), (Objects{2}));
  EXPECT_EQ(where("id=0X1020"), (Objects{2}));
  EXPECT_EQ(where("id=4128"), (Objects{2}));
  EXPECT_EQ(where("id=1020"), Objects{});
  EXPECT_EQ(where("id=0x10a0 or id=0x1030"), (Objects{3}));
  EXPECT_EQ(where("id!=0x1020"), (Objects{0, 1, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(where("id!=1020"), kEverything);
}

TEST(Where, AndBindsCloserThanOrAndNotClosest) {
  EXPECT_EQ(where("length=3 or type=java* and bytes=48"), (Objects{1, 2, 5}));
  EXPECT_EQ(where("(length=3 or type=java*) and bytes=48"), (Objects{1, 2}));
  EXPECT_EQ(where("not type=java* or length=3"), (Objects{5, 7, 8}));
  EXPECT_EQ(where("not (type=java* or length=10)"), (Objects{8}));
  EXPECT_EQ(where("not type=java* and length=10"), (Objects{7}));
  EXPECT_EQ(where("not not length=3"), (Objects{5}));
  EXPECT_EQ(where("length=3 and length=3 and length=3 or id=0x1000 or id=0x1010"), (Objects{0, 1, 5}));
}

TEST(Where, BlanksMatterOnlyBetweenWords) {
  EXPECT_EQ(where("  type =  byte[]\t\n"), (Objects{7}));
  EXPECT_EQ(where("(length>3)and(bytes<100)"), (Objects{7}));
  EXPECT_EQ(where("not(length>=0)and bytes=16"), (Objects{0}));
}

TEST(Where, QuotesKeepBlanksAndParenthesesTogether) {
  EXPECT_EQ(where("type=\"my (odd) Name\""), (Objects{8}));
  EXPECT_EQ(where("type='my (odd) Name'"), (Objects{8}));
  EXPECT_EQ(where("type='my*' and not type=\"x\""), (Objects{8}));
  EXPECT_EQ(where("type=''"), Objects{});
}

TEST(Where, WordsOfTheGrammarMayBeNames) {
  EXPECT_EQ(where("type=and or type=or or type=not"), Objects{});
  EXPECT_EQ(where("type=type or length=3"), (Objects{5}));
}

TEST(Where, OnlyMembersOfTheSetAreAsked) {
  const Zoo zoo;
  EXPECT_EQ(objectsOf(*ask(zoo, "type=*", bitsOf(zoo, {2, 5}))), (Objects{2, 5}));
  EXPECT_EQ(objectsOf(*ask(zoo, "not length=3", bitsOf(zoo, {2, 5}))), (Objects{2}));
}

TEST(Where, FieldsOfATraceWithoutValuesAreToldAsWhatIsNoPropertyEither) {
  const Zoo zoo;
  for (const std::string condition : {"size=3", "Type=x", "user.name matches 'b*' and type=*"}) {
    EXPECT_TRUE(checkCondition(condition)) << condition;
    const auto found = ask(zoo, condition, BitSet::full(zoo.objects.size()));
    ASSERT_FALSE(found) << condition;
    EXPECT_TRUE(found.error().message.starts_with("in the condition, expected type, ")) << found.error().message;
    EXPECT_TRUE(found.error().message.ends_with("in heap dumps only: this trace holds no values"))
        << found.error().message;
  }
}

TEST(Where, MistakesAreToldWithTheirPlaceAndWhatWasExpected) {
  const std::string test =
      "expected type, extends, package, loader, site, callchain, allocating-package, thread, length, fill, elements, "
      "bytes, age, space, id, born-after, points-old, reachable, structures, top-level, place, owner, ownership, "
      "waste, rooted, "
      "not or \"(\"";
  const std::pair<std::string, std::string> mistakes[] = {
      {"", test + " at position 1, found its end"},
      {"   ", test + " at position 4, found its end"},
      {"size", test + " at position 1, found \"size\""},
      {"a..b=3", test + " at position 1, found \"a..b\""},
      {"size=", "expected a number, a text, true, false or null at position 6, found its end"},
      {"size<x", "expected a number at position 6, found \"x\""},
      {"size<>3", "expected =, !=, <, <=, >, >= or matches at position 5, found \"<>\""},
      {"user.name matches", "expected a number, a text, true, false or null at position 18, found its end"},
      {"=x", test + " at position 1, found \"=\""},
      {"'type'=x", test + " at position 1, found \"type\""},
      {"type=x and", test + " at position 11, found its end"},
      {"type=x and or type=y", test + " at position 12, found \"or\""},
      {"not", test + " at position 4, found its end"},
      {"()", test + " at position 2, found \")\""},
      {"type", "expected = or != at position 5, found its end"},
      {"type<x", "expected = or != at position 5, found \"<\""},
      {"type==x", "expected = or != at position 5, found \"==\""},
      {"type x", "expected = or != at position 6, found \"x\""},
      {"id>=5", "expected = or != at position 3, found \">=\""},
      {"length 5", "expected =, !=, <, <=, > or >= at position 8, found \"5\""},
      {"bytes=<5", "expected =, !=, <, <=, > or >= at position 6, found \"=<\""},
      {"structures=x", "expected \"and\", \"or\" or the end at position 11, found \"=\""},
      {"leaves", test + " at position 1, found \"leaves\""},
      {"born-after", "expected = or != at position 11, found its end"},
      {"born-after=", "expected a point at position 12, found its end"},
      {"type=", "expected a name or a pattern at position 6, found its end"},
      {"type=(x)", "expected a name or a pattern at position 6, found \"(\""},
      {"length=", "expected a number at position 8, found its end"},
      {"length=many", "expected a whole number at position 8, found \"many\""},
      {"length=-1", "expected a whole number at position 8, found \"-1\""},
      {"length=1.5", "expected a whole number at position 8, found \"1.5\""},
      {"bytes > 18446744073709551616", "expected a whole number at position 9, found \"18446744073709551616\""},
      {"id=0x", "expected a whole number at position 4, found \"0x\""},
      {"id=0xg", "expected a whole number at position 4, found \"0xg\""},
      {"(type=x", "expected \")\" at position 8, found its end"},
      {"type=x)", "expected \"and\", \"or\" or the end at position 7, found \")\""},
      {"type=x type=y", "expected \"and\", \"or\" or the end at position 8, found \"type\""},
      {"type=x And type=y", "expected \"and\", \"or\" or the end at position 8, found \"And\""},
  };
  const Zoo zoo;
  for (const auto& [condition, message] : mistakes) {
    const Status checked = checkCondition(condition);
    ASSERT_FALSE(checked) << condition;
    EXPECT_EQ(checked.error().kind, ErrorKind::kUsage) << condition;
    EXPECT_EQ(checked.error().message, "in the condition, " + message) << condition;
    const auto found = ask(zoo, condition, BitSet::full(zoo.objects.size()));
    ASSERT_FALSE(found) << condition;
    EXPECT_EQ(found.error().message, checked.error().message) << condition;
  }
  EXPECT_EQ(checkCondition("type=x or type='y").error().message,
            "in the condition, the quote at position 16 is not closed");
}

TEST(Where, ConditionsMayBeNestedButNotWithoutEnd) {
  const auto nested = [](size_t depth, const std::string& open, const std::string& close) {
    std::string condition;
    for (size_t i = 0; i < depth; ++i) condition += open;
    condition += "length=3";
    for (size_t i = 0; i < depth; ++i) condition += close;
    return condition;
  };
  EXPECT_EQ(where(nested(100, "(", ")")), (Objects{5}));
  EXPECT_EQ(where(nested(100, "not ", "")), (Objects{5}));
  EXPECT_EQ(checkCondition(nested(100000, "(", ")")).error().message, "the condition is nested too deeply");
  EXPECT_EQ(checkCondition(nested(100000, "not ", "")).error().message, "the condition is nested too deeply");
  std::string list = "length=3";
  for (int i = 0; i < 20000; ++i) list += " or length=3";
  EXPECT_EQ(where(list), (Objects{5}));
}

TEST(Where, PatternsWithManyStarsTakeNoTimeToFail) {
  Sketch sketch;
  sketch.add(sketch.addType({.name = std::string(20000, 'a')}));
  std::string pattern = "type=";
  for (int i = 0; i < 50; ++i) pattern += "*a";
  EXPECT_FALSE(ask(sketch, pattern + "*b", BitSet::full(1))->test(0));
  EXPECT_TRUE(ask(sketch, pattern, BitSet::full(1))->test(0));
}

TEST(Where, CanBeCancelled) {
  const Zoo zoo;
  Progress progress;
  progress.cancel();
  const auto found = findWhere(*zoo.heap(), "type=*", BitSet::full(zoo.objects.size()), progress);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::kCancelled);
}

/// Which objects of a telling heap a condition holds for.
Objects whereKnown(const Sketch& sketch, const KnownHeap& facts, std::string_view condition) {
  Progress progress;
  const auto found = findWhere(facts, condition, BitSet::full(sketch.objects.size()), progress);
  if (!found) ADD_FAILURE() << condition << ": " << found.error().describe();
  return found ? objectsOf(*found) : Objects{};
}

/// 0: a Map from Web.get in main, 1: one from Main.run in worker-1, 2: one that tells nothing, 3: their loader.
struct ToldZoo : Sketch {
  ToldZoo() {
    const uint32_t map = addType({.name = "a.Map", .loader = 3});
    const uint32_t loader = addType({.name = "a.PluginLoader"});
    for (int i = 0; i < 3; ++i) add(map);
    add(loader);
    threads = {"main", "worker-1"};
    sites = {{{"a.b.Web", "get", "Web.java", 7}, {"a.Main", "main", "Main.java", 3}}, {{"a.Main", "run", "", 0}}};
    objects[0].site = 0;
    objects[0].thread = 0;
    objects[1].site = 1;
    objects[1].thread = 1;
  }
};

TEST(Where, SitesAreMethodsWithTheirLinesOrWithout) {
  const ToldZoo zoo;
  const KnownHeap facts(zoo.heap(), kSketchDescriptions);
  EXPECT_EQ(whereKnown(zoo, facts, "site=a.b.Web.get"), (Objects{0}));
  EXPECT_EQ(whereKnown(zoo, facts, "site=a.b.Web.get:7"), (Objects{0}));
  EXPECT_EQ(whereKnown(zoo, facts, "site='a.b.Web.get (Web.java:7)'"), (Objects{0}));
  EXPECT_EQ(whereKnown(zoo, facts, "site=a.b.Web.get:8"), Objects{});
  EXPECT_EQ(whereKnown(zoo, facts, "site=a.*"), (Objects{0, 1}));
  EXPECT_EQ(whereKnown(zoo, facts, "site!=a.b.*"), (Objects{1})) << "what tells no site is no other site";
  EXPECT_EQ(whereKnown(zoo, facts, "not site=a.b.*"), (Objects{1, 2, 3}));
  EXPECT_EQ(whereKnown(zoo, facts, "callchain=a.Main.main"), (Objects{0}));
  EXPECT_EQ(whereKnown(zoo, facts, "callchain=a.Main.*"), (Objects{0})) << "the method that allocated is no caller";
  EXPECT_EQ(whereKnown(zoo, facts, "allocating-package=a"), (Objects{0, 1}));
  EXPECT_EQ(whereKnown(zoo, facts, "allocating-package=a.b"), (Objects{0}));
}

TEST(Where, ThreadsAndLoadersHaveNames) {
  const ToldZoo zoo;
  const KnownHeap facts(zoo.heap(), kSketchDescriptions);
  EXPECT_EQ(whereKnown(zoo, facts, "thread=main"), (Objects{0}));
  EXPECT_EQ(whereKnown(zoo, facts, "thread=worker-*"), (Objects{1}));
  EXPECT_EQ(whereKnown(zoo, facts, "thread!=main"), (Objects{1}));
  EXPECT_EQ(whereKnown(zoo, facts, "loader=a.PluginLoader"), (Objects{0, 1, 2}));
  EXPECT_EQ(whereKnown(zoo, facts, "loader='a.PluginLoader 0x1030'"), (Objects{0, 1, 2}));
  EXPECT_EQ(whereKnown(zoo, facts, "loader!=a.*"), (Objects{3}));
  EXPECT_EQ(whereKnown(zoo, facts, "loader='(built-in loaders)'"), (Objects{3}));
}

TEST(Where, BornAfterMeansNotThereBefore) {
  ToldZoo zoo;
  const auto before = zoo.heap();
  const uint32_t born = zoo.add(0);
  KnownHeap facts(zoo.heap(), kSketchDescriptions);
  facts.setHeapsBefore({before});
  EXPECT_EQ(whereKnown(zoo, facts, "born-after=before"), (Objects{born}));
  EXPECT_EQ(whereKnown(zoo, facts, "born-after!=before"), (Objects{0, 1, 2, 3}));
  Progress progress;
  const auto unknown = findWhere(facts, "born-after=then", BitSet::full(5), progress);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "there is no point then");
}

TEST(Where, PointsOldCountsThePointsAtWhichAnObjectWasThere) {
  const std::map<std::string, std::function<bool(uint64_t, uint64_t)>> comparisons{
      {"=", std::equal_to{}},       {"!=", std::not_equal_to{}}, {">", std::greater{}},
      {">=", std::greater_equal{}}, {"<", std::less{}},          {"<=", std::less_equal{}}};
  uint64_t oldest = 0;
  for (uint32_t seed = 0; seed < randomCases(500); ++seed) {
    std::mt19937 random(seed);
    Sketch zoo;
    const uint32_t type = zoo.addType({.name = "a.Animal"});
    // At each point, some are born; the points before this one have fewer.
    std::vector<std::shared_ptr<const Heap>> heaps;
    std::vector<uint64_t> pointsOld;
    const auto points = static_cast<uint32_t>(1 + random() % 6);
    for (uint32_t point = 0; point < points; ++point) {
      for (uint32_t births = random() % 4; births > 0; --births) zoo.add(type);
      heaps.insert(heaps.begin(), zoo.heap());
      for (uint64_t& age : pointsOld) ++age;
      pointsOld.resize(zoo.objects.size(), 0);
    }
    KnownHeap facts(zoo.heap(), kSketchDescriptions);
    heaps.erase(heaps.begin());
    facts.setHeapsBefore(heaps);
    for (const auto& [sign, holds] : comparisons) {
      for (uint64_t number = 0; number < 8; ++number) {
        Objects expected;
        for (uint32_t o = 0; o < pointsOld.size(); ++o) {
          oldest = std::max(oldest, pointsOld[o]);
          if (holds(pointsOld[o], number)) expected.insert(o);
        }
        const std::string condition = fmt::format("points-old{}{}", sign, number);
        EXPECT_EQ(whereKnown(zoo, facts, condition), expected) << "seed " << seed << ": " << condition;
      }
    }
  }
  EXPECT_EQ(oldest, 5U);
}

TEST(Where, WordsAloneAskForStructuresRootsAndWhatIsReachable) {
  for (uint32_t seed = 0; seed < randomCases(500); ++seed) {
    const Sketch sketch = tellingSketch(seed);
    const KnownHeap facts(sketch.heap(), kSketchDescriptions);
    Objects everything;
    for (uint32_t o = 0; o < sketch.objects.size(); ++o) everything.insert(o);
    const auto row = [&](const std::string& step, const std::string& key) {
      const auto rows = slowRows(sketch, facts, everything, {step}, {});
      const auto found = rows->find(key);
      return found == rows->end() ? Objects{} : found->second;
    };
    EXPECT_EQ(whereKnown(sketch, facts, "structures"), row("structures", "a.b.Wide")) << seed;
    EXPECT_EQ(whereKnown(sketch, facts, "top-level"), row("top-level", "top-level")) << seed;
    EXPECT_EQ(whereKnown(sketch, facts, "reachable"), row("reachable", "reachable")) << seed;
    EXPECT_EQ(whereKnown(sketch, facts, "not rooted"), row("rooted", "(not directly rooted)")) << seed;
  }
}

TEST(Where, WhatOnlyAnOpenTraceKnowsCannotBeAskedOfAHeapAlone) {
  const Zoo zoo;
  for (const char* condition : {"structures", "top-level", "reachable", "rooted", "born-after=1"}) {
    const auto found = ask(zoo, condition, BitSet::full(zoo.objects.size()));
    ASSERT_FALSE(found) << condition;
    EXPECT_EQ(found.error().kind, ErrorKind::kUsage);
    EXPECT_TRUE(checkCondition(condition));
  }
}

/// A random condition: its text, and what it means.
struct Meaning {
  std::string text;
  std::function<bool(const Sketch&, uint32_t)> holds;
};

class Conditions {
 public:
  explicit Conditions(uint32_t seed) : random_(seed) {}

  /// As one of several that "or" stands between, "and" stands between, or that "not" may stand before.
  Meaning condition(uint32_t depth) { return list(" or ", depth, &Conditions::term, false); }

 private:
  uint32_t below(size_t limit) { return static_cast<uint32_t>(random_() % limit); }

  Meaning term(uint32_t depth) { return list(" and ", depth, &Conditions::factor, true); }

  Meaning list(const std::string& word, uint32_t depth, Meaning (Conditions::*part)(uint32_t), bool all) {
    Meaning whole = (this->*part)(depth);
    for (uint32_t more = below(3); more > 0; --more) {
      const Meaning next = (this->*part)(depth);
      whole.text += word + next.text;
      whole.holds = [all, a = whole.holds, b = next.holds](const Sketch& sketch, uint32_t object) {
        return all ? a(sketch, object) && b(sketch, object) : a(sketch, object) || b(sketch, object);
      };
    }
    return whole;
  }

  Meaning factor(uint32_t depth) {
    if (depth == 0 || below(2) == 0) return test();
    if (below(2) == 0) {
      const Meaning inside = condition(depth - 1);
      return {'(' + inside.text + ')', inside.holds};
    }
    const Meaning inside = factor(depth - 1);
    return {"not " + inside.text, [inside](const Sketch& s, uint32_t o) { return !inside.holds(s, o); }};
  }

  static const std::string& nameOf(const Sketch& sketch, uint32_t type) { return sketch.types[type].name; }

  Meaning test() {
    const std::string pattern = std::vector<std::string>{"a.Node", "a.*",     "*Node*", "*[]",    "java*", "*.b.*",
                                                         "*e*e*",  "a.Node*", "*",      "byte[]", "x"}[below(11)];
    switch (below(6)) {
      case 0:
        return {"type=" + pattern, [pattern](const Sketch& s, uint32_t o) {
                  return slowlyMatches(nameOf(s, s.objects[o].type), pattern);
                }};
      case 1:
        return {"type != '" + pattern + '\'', [pattern](const Sketch& s, uint32_t o) {
                  return !slowlyMatches(nameOf(s, s.objects[o].type), pattern);
                }};
      case 2:
        return {"extends=" + pattern, [pattern](const Sketch& s, uint32_t o) {
                  bool holds = false;
                  for (std::optional<uint32_t> t = s.objects[o].type; t; t = s.types[*t].superclass) {
                    holds = holds || slowlyMatches(nameOf(s, *t), pattern);
                  }
                  return holds;
                }};
      case 3: {
        const std::string name =
            std::vector<std::string>{"a", "a.b", "java.lang", "java.lang.ref", "java", "b"}[below(6)];
        return {"package=" + name,
                [name](const Sketch& s, uint32_t o) { return nameOf(s, s.objects[o].type).starts_with(name + '.'); }};
      }
      case 4: {
        const uint64_t id = Sketch::idOf(below(24));
        const std::string text = below(2) == 0 ? fmt::format("{}", id) : fmt::format("{:#x}", id);
        return {"id=" + text, [id](const Sketch&, uint32_t o) { return Sketch::idOf(o) == id; }};
      }
      default:
        return number();
    }
  }

  Meaning number() {
    const bool length = below(2) == 0;
    const uint32_t limit = length ? below(8) * (1 + below(10)) : 8 * below(12);
    const uint32_t comparison = below(6);
    const std::string word = std::vector<std::string>{"=", "!=", "<", "<=", ">", ">="}[comparison];
    return {(length ? "length" : "bytes") + word + std::to_string(limit), [=](const Sketch& s, uint32_t o) {
              const Sketch::Type& type = s.types[s.objects[o].type];
              const bool isArray = type.shape != TypeShape::kInstance;
              const size_t elements =
                  type.shape == TypeShape::kPrimitiveArray ? s.objects[o].length : s.objects[o].slots.size();
              if (length && !isArray) return false;
              const uint64_t bytes = isArray ? (type.bytes + type.elementBytes * elements + 7) / 8 * 8 : type.bytes;
              const uint64_t value = length ? elements : bytes;
              const bool results[] = {value == limit, value != limit, value<limit, value <= limit, value> limit,
                                      value >= limit};
              return results[comparison];
            }};
  }

  std::mt19937 random_;
};

TEST(Where, RandomConditionsAgreeWithASlowEvaluator) {
  uint64_t held = 0;
  uint64_t asked = 0;
  for (uint32_t seed = 0; seed < randomCases(20000); ++seed) {
    const Sketch sketch = randomSketch(seed / 10);
    const Meaning meaning = Conditions(seed).condition(3);
    ASSERT_TRUE(checkCondition(meaning.text)) << meaning.text;
    Objects expected;
    for (uint32_t o = 0; o < sketch.objects.size(); ++o) {
      if (meaning.holds(sketch, o)) expected.insert(o);
    }
    const auto found = ask(sketch, meaning.text, BitSet::full(sketch.objects.size()));
    ASSERT_TRUE(found) << meaning.text << ": " << found.error().describe();
    ASSERT_EQ(objectsOf(*found), expected) << "seed " << seed << ": " << meaning.text;
    held += expected.size();
    asked += sketch.objects.size();
  }
  EXPECT_GT(held, asked / 5);
  EXPECT_LT(held, asked - asked / 5);
}

}  // namespace
}  // namespace heaptrail
