#include "dsl/description_set.h"

#include <gtest/gtest.h>

#include "dsl/small_world.h"

namespace heaptrail::dsl {
namespace {

TEST(DescriptionSet, CallsTypesByTheirAbsoluteNames) {
  const auto all = setOf({"namespace a.b { DS C+ { D; } x.E { D; } byte[] { D; } F[] { D; } } G { H; }"});
  const DescriptionSet& set = *all;
  for (const char* type : {"a.b.C", "x.E", "byte[]", "a.b.F[]", "G"}) EXPECT_NE(set.find(type), nullptr) << type;
  EXPECT_EQ(set.entries().size(), 5U);
  EXPECT_TRUE(set.find("a.b.C")->isHead());
  EXPECT_TRUE(set.find("a.b.C")->takesSubclasses());
  EXPECT_EQ(set.find("C"), nullptr);
}

TEST(DescriptionSet, LetsLaterFilesWinTypeByType) {
  const auto all = setOf({"DS A { X; } B { X; }", "DS A+ { Y; }", "A { Z; }"});
  const DescriptionSet& set = *all;
  EXPECT_EQ(set.find("A")->file, 2U);
  EXPECT_FALSE(set.find("A")->isHead());
  EXPECT_EQ(set.find("B")->file, 0U);
  ASSERT_EQ(set.replaced().size(), 2U);
  for (const auto& replaced : set.replaced()) EXPECT_EQ(set.entries()[replaced.by].file, 2U);
}

TEST(DescriptionSet, KeepsTheFirstOfTwoInOneFile) {
  const auto all = setOf({"DS A { X; }\nnamespace n { A { X; } } A { Y; } n.A { Y; }"});
  const DescriptionSet& set = *all;
  EXPECT_EQ(set.find("A")->description->pointedTo[0].pattern.name, "X");
  EXPECT_EQ(set.find("n.A")->description->pointedTo[0].pattern.name, "X");
  EXPECT_EQ(set.replaced().size(), 2U);
}

}  // namespace
}  // namespace heaptrail::dsl
