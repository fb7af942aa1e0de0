#include "growth/growth_rules.h"

#include <gtest/gtest.h>

namespace heaptrail {
namespace {

GrowthRule rule(const std::string& text) {
  const Result<std::vector<GrowthRule>> rules = parseGrowthRules("test.rules", text);
  EXPECT_TRUE(rules) << rules.error().message;
  EXPECT_EQ(rules->size(), 1U);
  return rules->front();
}

std::string mistake(const std::string& text) {
  const Result<std::vector<GrowthRule>> rules = parseGrowthRules("test.rules", text);
  return rules ? "none" : rules.error().message;
}

const std::vector<Frame> kNowhere;
const std::vector<Frame> kInCart{
    {"java.util.HashSet", "<init>", "", 0}, {"shop.Cart", "add", "Cart.java", 7}, {"shop.Main", "main", "", 0}};

TEST(GrowthRules, ApplyToTypesAndToWhereTheyComeFrom) {
  EXPECT_TRUE(rule("any may grow by 1 objects").appliesTo("java.util.HashMap", kNowhere));
  EXPECT_TRUE(rule("type java.util.* may grow by 1 B").appliesTo("java.util.HashMap", kNowhere));
  EXPECT_FALSE(rule("type java.util.* may grow by 1 B").appliesTo("shop.Cart", kNowhere));
  EXPECT_TRUE(rule("type HashMap may grow by 1 B").appliesTo("java.util.HashMap", kNowhere)) << "without its package";
  EXPECT_FALSE(rule("type HashMap may grow by 1 B").appliesTo("java.util.LinkedHashMap", kNowhere));
  EXPECT_TRUE(rule("from shop.Cart.* may grow by 1 B").appliesTo("java.util.HashMap", kInCart));
  EXPECT_FALSE(rule("from shop.Main.* may grow by 1 B").appliesTo("java.util.HashMap", kInCart))
      << "behind its own code";
  EXPECT_FALSE(rule("from shop.* may grow by 1 B").appliesTo("java.util.HashMap", kNowhere));
  EXPECT_FALSE(rule("type HashSet from shop.* may grow by 1 B").appliesTo("java.util.HashMap", kInCart));
}

TEST(GrowthRules, AreBrokenByGrowthBeyondTheirLimit) {
  const StructureGrowth growth{{{10, 1000}, {30, 3000}}, {}, {{5, 500}, {5, 500}}, {{5, 500}, {9, 900}}};
  const auto broken = [&](const std::string& limits) {
    return rule("any may grow " + limits).brokenBy(growth, 8000).has_value();
  };
  EXPECT_TRUE(broken("by 1999 bytes"));
  EXPECT_FALSE(broken("by 2000 bytes")) << "so much is allowed";
  EXPECT_FALSE(broken("by 2KB"));
  EXPECT_TRUE(broken("by 1.9 KiB"));
  EXPECT_TRUE(broken("by 19 objects"));
  EXPECT_FALSE(broken("by 20 objects"));
  EXPECT_TRUE(broken("by 199%"));
  EXPECT_FALSE(broken("by 200 %"));
  EXPECT_TRUE(broken("by 24.9 % of growth"));
  EXPECT_FALSE(broken("by 25 % of growth"));
  EXPECT_TRUE(broken("by 1 MB or 10 objects")) << "each limit must hold";
  EXPECT_FALSE(broken("in structure by 0 bytes"));
  EXPECT_TRUE(broken("in deep-structure by 399 bytes"));
}

TEST(GrowthRules, InPercentDoNotHoldForWhatWasBornOrWhereTheHeapShrank) {
  const StructureGrowth born{{{}, {30, 3000}}, {}, {}, {}};
  EXPECT_FALSE(rule("any may grow by 1 %").brokenBy(born, 8000));
  EXPECT_FALSE(rule("any may grow by 1 % of growth").brokenBy(born, -1));
  EXPECT_TRUE(rule("any may grow by 1 % of growth").brokenBy(born, 8000));
}

TEST(GrowthRules, StandOneOnALineWithComments) {
  const auto rules =
      parseGrowthRules("test.rules", "# caches\n\n  any may grow by 1 B # at most\r\ntype A may grow by 2 B\n");
  ASSERT_TRUE(rules);
  ASSERT_EQ(rules->size(), 2U);
  EXPECT_EQ(rules->front().text, "any may grow by 1 B");
  EXPECT_EQ(rules->front().line, 3U);
  EXPECT_EQ(rules->back().line, 4U);
}

TEST(GrowthRules, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(mistake("all may grow by 1 B"), "line 1, column 1: expected type, from or any, found \"all\"");
  EXPECT_EQ(mistake("any may grow by"), "line 1, column 16: expected a number, found the end of the line");
  EXPECT_EQ(
      mistake("\nany may grow by 10 apples"),
      "line 2, column 20: expected %, % of growth, objects, bytes, KB, MB, GB, KiB, MiB or GiB, found \"apples\"");
  EXPECT_EQ(mistake("any may grow by 1 B and more"),
            "line 1, column 21: expected or, or the end of the line, found \"and\"");
  EXPECT_EQ(mistake("type may grow by 1 B"), "line 1, column 10: expected may, found \"grow\"");
  EXPECT_EQ(mistake("any may grow by 1 % of heap"), "line 1, column 24: expected growth, found \"heap\"");
}

}  // namespace
}  // namespace heaptrail
