// Groupings as texts: what is read from them, and what is said of those that are wrong.
#include "classify/grouping.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "classify/property_list.h"

namespace heaptrail {
namespace {

std::string read(std::string_view text) {
  const Result<Grouping> grouping = parseGrouping(text);
  return grouping ? toString(*grouping) : grouping.error().message;
}

TEST(Groupings, AreStepsSeparatedByCommas) {
  EXPECT_EQ(read("type"), "type");
  EXPECT_EQ(read("type,site"), "type, site");
  EXPECT_EQ(read("  package ,\ttype\n, callchain "), "package, type, callchain");
}

TEST(Groupings, HaveStepsInBracketsForWhatAPropertyLeadsTo) {
  EXPECT_EQ(read("type, site, leaves(deep)[type, site]"), "type, site, leaves(deep), type, site");
  EXPECT_EQ(read("containing-structures[type]"), "containing-structures, type");
  EXPECT_EQ(read("leaves[containing-structures[type],site]"), "leaves, containing-structures, type, site");
  EXPECT_EQ(read("leaves(own)[type], site"), "leaves(own), type, site") << "what follows is about the leaves, too";
}

TEST(Groupings, OfOtherObjectsAreByTypeUnlessTheySayOtherwise) {
  EXPECT_EQ(read("leaves"), "leaves, type");
  EXPECT_EQ(read("type, leaves(deep)"), "type, leaves(deep), type");
  EXPECT_EQ(read("leaves, site"), "leaves, site");
}

TEST(Groupings, HaveOptionsInParentheses) {
  EXPECT_EQ(read("rooted(variables)"), "rooted(variables)");
  EXPECT_EQ(read("rooted( hide , variables )"), "rooted(hide, variables)");
  EXPECT_EQ(read("package(2), type"), "package(2), type");
  EXPECT_EQ(read("rooted(1, hide)"), "rooted(hide, 1)");
}

TEST(Groupings, ThatAreWrongAreToldWithTheirPlaceAndWhatWasExpected) {
  const std::string names =
      "type, package, loader, site, callchain, allocating-package, thread, length, fill, elements, bytes, age, "
      "space, reachable, structures, top-level, leaves, containing-structures, closure, place, references, "
      "referrers, dominators, dominator-tree, owner, ownership, waste, rooted or indirectly-rooted";
  const std::pair<std::string, std::string> mistakes[] = {
      {"", "expected " + names + " at position 1, found its end"},
      {"type,", "expected " + names + " at position 6, found its end"},
      {"type site", "expected \",\" or the end at position 6, found \"site\""},
      {"size", "expected " + names + " at position 1, found \"size\""},
      {"type, id", "expected " + names + " at position 7, found \"id\""},
      {"'type'", "expected " + names + " at position 1, found \"type\""},
      {"type(", "expected a number of levels at position 6, found its end"},
      {"package(0)", "expected a number of levels at position 9, found \"0\""},
      {"package(2x)", "expected a number of levels at position 9, found \"2x\""},
      {"package(2, 3)", "expected \")\" at position 10, found \",\""},
      {"rooted(2, 3)", "expected variables, stacks or hide at position 11, found \"3\""},
      {"containing-structures(1)", "expected no options of \"containing-structures\" at position 22, found \"(\""},
      {"leaves()", "expected own or deep at position 8, found \")\""},
      {"leaves(all)", "expected own or deep at position 8, found \"all\""},
      {"leaves(own, deep)", "expected \")\" at position 11, found \",\""},
      {"leaves(own", "expected \")\" at position 11, found its end"},
      {"leaves[", "expected " + names + " at position 8, found its end"},
      {"leaves[type", "expected \",\" or \"]\" at position 12, found its end"},
      {"leaves[type]]", "expected \",\" or the end at position 13, found \"]\""},
      {"type[site]",
       "expected no brackets behind \"type\", which leads to no other objects, at position 5, found \"[\""},
  };
  for (const auto& [text, message] : mistakes) {
    const Status checked = checkGrouping(text);
    ASSERT_FALSE(checked) << text;
    EXPECT_EQ(checked.error().kind, ErrorKind::kUsage) << text;
    EXPECT_EQ(checked.error().message, "in the grouping, " + message) << text;
  }
  EXPECT_EQ(read("type, 'site"), "in the grouping, the quote at position 7 is not closed");
}

TEST(Groupings, HaveAnEnd) {
  std::string nested;
  for (int i = 0; i < 1000; ++i) nested += "leaves[";
  EXPECT_EQ(read(nested), "the grouping is nested too deeply");
  std::string list = "type";
  for (int i = 0; i < 1000; ++i) list += ",type";
  EXPECT_EQ(read(list), "the grouping has more than 32 steps");
  // What leads on is divided by type, which is a step as well.
  std::string leadsOn = "leaves";
  for (int i = 1; i < 31; ++i) leadsOn = "type, " + leadsOn;
  EXPECT_TRUE(parseGrouping(toString(*parseGrouping(leadsOn))));
  EXPECT_EQ(read("type, " + leadsOn), "the grouping has more than 32 steps");
}

TEST(Properties, HaveNamesOfTheirOwnAndASentenceEach) {
  std::set<std::string_view> names;
  for (const Property* property : allProperties()) {
    EXPECT_TRUE(names.insert(property->name()).second) << property->name();
    EXPECT_FALSE(property->sentence().empty()) << property->name();
    EXPECT_FALSE(property->sentence().ends_with('.')) << property->name();
    EXPECT_EQ(propertyNamed(property->name()), property);
    EXPECT_TRUE(property->operand() != Operand::kNoCondition || property->inGroupings() != InGroupings::kNothing)
        << property->name() << " is of no use";
  }
  EXPECT_EQ(propertyNamed("size"), nullptr);
}

}  // namespace
}  // namespace heaptrail
