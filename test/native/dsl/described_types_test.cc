#include "dsl/described_types.h"

#include <gtest/gtest.h>

#include "dsl/small_world.h"

namespace heaptrail::dsl {
namespace {

class Described {
 public:
  Described(std::string text, const std::vector<std::pair<std::string, std::string>>& names)
      : types_(typesOf(names)), described_(setOf({std::move(text)}), types_) {}

  TypeId type(std::string_view name) const { return types_->named(name).front(); }
  Step step(std::string_view from, std::string_view to) const { return described_.step(type(from), type(to)); }
  bool isHead(std::string_view name) const { return described_.isHead(type(name)); }
  std::string descriptionOf(std::string_view name) const {
    const DescriptionEntry* entry = described_.descriptionOf(type(name));
    return entry == nullptr ? "none" : entry->type;
  }

 private:
  std::shared_ptr<const TypeIndex> types_;
  DescribedTypes described_;
};

TEST(DescribedTypes, FollowTheFourRules) {
  const Described types(
      "DS A { B; (C); DS2; E; byte[]; F[]; } DS DS2 { C; } B { } ",
      {{"A", ""}, {"B", ""}, {"C", ""}, {"DS2", ""}, {"E", ""}, {"byte[]", ""}, {"F[]", ""}, {"G", ""}});
  EXPECT_EQ(types.step("A", "DS2"), Step::kContained);
  EXPECT_EQ(types.step("A", "B"), Step::kInner);
  EXPECT_EQ(types.step("A", "C"), Step::kLeaf);
  EXPECT_EQ(types.step("A", "G"), Step::kOutside);
  EXPECT_EQ(types.step("A", "E"), Step::kLeaf) << "an inner part without a description acts as a leaf";
  EXPECT_EQ(types.step("A", "byte[]"), Step::kLeaf);
  EXPECT_EQ(types.step("A", "F[]"), Step::kInner) << "the elements of arrays are visited";
  EXPECT_EQ(types.step("F[]", "G"), Step::kLeaf);
  EXPECT_EQ(types.step("F[]", "DS2"), Step::kContained);
  EXPECT_EQ(types.step("E", "A"), Step::kOutside) << "what has no description leads nowhere";
}

TEST(DescribedTypes, TakeInSubclassesWithPlus) {
  const Described types("DS Map+ { Node+; Leaf; } Node { (*); } Other+ { Node; }", {{"Object", ""},
                                                                                    {"Map", "Object"},
                                                                                    {"TreeMap", "Map"},
                                                                                    {"Node", "Object"},
                                                                                    {"TreeNode", "Node"},
                                                                                    {"Leaf", "Object"},
                                                                                    {"SubLeaf", "Leaf"}});
  EXPECT_TRUE(types.isHead("TreeMap"));
  EXPECT_EQ(types.step("TreeMap", "TreeNode"), Step::kLeaf) << "Node is described without +, so TreeNode is not";
  EXPECT_EQ(types.step("TreeMap", "Node"), Step::kInner);
  EXPECT_EQ(types.step("TreeMap", "SubLeaf"), Step::kOutside);
}

TEST(DescribedTypes, InheritFromTheNearestWithPlus) {
  const Described types("A+ { X; } B { Y; } C+ { Z; }",
                        {{"A", ""}, {"B", "A"}, {"UnderB", "B"}, {"C", "B"}, {"UnderC", "C"}, {"X", ""}});
  EXPECT_EQ(types.descriptionOf("B"), "B");
  EXPECT_EQ(types.descriptionOf("UnderB"), "A") << "B is not described for its subclasses";
  EXPECT_EQ(types.descriptionOf("UnderC"), "C");
  EXPECT_EQ(types.descriptionOf("X"), "none");
}

TEST(DescribedTypes, MatchWildcardsAndArrays) {
  const Described types("DS H { p.*; } DS I { *Node; } DS J { p.A+[]; } DS K { *[]; } DS L { *; }", {{"H", ""},
                                                                                                     {"I", ""},
                                                                                                     {"J", ""},
                                                                                                     {"K", ""},
                                                                                                     {"L", ""},
                                                                                                     {"p.A", ""},
                                                                                                     {"p.q.B$C", "p.A"},
                                                                                                     {"p.A[]", ""},
                                                                                                     {"p.q.B$C[]", ""},
                                                                                                     {"x.TreeNode", ""},
                                                                                                     {"byte[]", ""}});
  EXPECT_EQ(types.step("H", "p.A"), Step::kLeaf);
  EXPECT_EQ(types.step("H", "p.q.B$C"), Step::kLeaf);
  EXPECT_EQ(types.step("H", "p.A[]"), Step::kOutside);
  EXPECT_EQ(types.step("I", "x.TreeNode"), Step::kLeaf);
  EXPECT_EQ(types.step("J", "p.q.B$C[]"), Step::kInner);
  EXPECT_EQ(types.step("K", "byte[]"), Step::kLeaf);
  EXPECT_EQ(types.step("K", "p.A"), Step::kOutside);
  for (const char* any : {"p.A", "p.A[]", "byte[]", "H"}) EXPECT_NE(types.step("L", any), Step::kOutside) << any;
}

TEST(DescribedTypes, PreferInnerPartsToLeaves) {
  const Described types("DS A { (*); B; } B { C; }", {{"A", ""}, {"B", ""}, {"C", ""}});
  EXPECT_EQ(types.step("A", "B"), Step::kInner);
  EXPECT_EQ(types.step("A", "C"), Step::kLeaf);
}

TEST(DescribedTypes, HoldForAllTypesOfAName) {
  const Described types("DS A { B; } B { }", {{"A", ""}, {"A", ""}, {"B", ""}, {"B", ""}});
  EXPECT_EQ(types.step("A", "B"), Step::kInner);
  EXPECT_TRUE(types.isHead("A"));
}

}  // namespace
}  // namespace heaptrail::dsl
