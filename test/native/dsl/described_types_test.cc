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
  Step stepBelow(std::string_view head, std::string_view from, std::string_view to) const {
    return described_.step(type(from), type(to), described_.scopeBelow(type(head)));
  }
  uint32_t scopes() const { return described_.scopeCount(); }
  bool leadsOn(std::string_view name) const { return described_.leadsOn(type(name)); }
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

TEST(DescribedTypes, LeadNowhereFromAnEmptyBody) {
  const Described types("DS A { B; C; } B { } C { B; } DS D { }",
                        {{"A", ""}, {"B", ""}, {"C", ""}, {"D", ""}, {"E", ""}});
  EXPECT_EQ(types.step("A", "B"), Step::kInner) << "it is a part nevertheless";
  for (const char* type : {"B", "D", "E"}) EXPECT_FALSE(types.leadsOn(type)) << type;
  for (const char* type : {"A", "C"}) EXPECT_TRUE(types.leadsOn(type)) << type;
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

TEST(DescribedTypes, TakeTheMostExactOfSeveralDescriptionsOfOneName) {
  const Described types(
      "DS p.*Map { (*); } DS p.q.*Map { (*); } DS p.q.TreeMap { (*); } *.*Map { (*); } p.q.*Set[] { }",
      {{"p.AMap", ""},
       {"p.q.BMap", ""},
       {"p.q.TreeMap", ""},
       {"x.CMap", ""},
       {"p.q.BMap[]", ""},
       {"p.q.ASet[]", ""},
       {"p.q.ASet", ""}});
  EXPECT_EQ(types.descriptionOf("p.q.TreeMap"), "p.q.TreeMap") << "no star comes before stars";
  EXPECT_EQ(types.descriptionOf("p.q.BMap"), "p.q.*Map") << "more characters come before fewer";
  EXPECT_EQ(types.descriptionOf("p.AMap"), "p.*Map");
  EXPECT_EQ(types.descriptionOf("x.CMap"), "*.*Map");
  EXPECT_EQ(types.descriptionOf("p.q.BMap[]"), "none") << "an array is another type";
  EXPECT_EQ(types.descriptionOf("p.q.ASet[]"), "p.q.*Set[]");
  EXPECT_EQ(types.descriptionOf("p.q.ASet"), "none");
}

TEST(DescribedTypes, TakeTheLaterOfTwoEquallyExactDescriptions) {
  const std::vector<std::pair<std::string, std::string>> names = {{"ab", ""}};
  EXPECT_EQ(Described("DS a* { } DS *b { }", names).descriptionOf("ab"), "*b");
  EXPECT_EQ(Described("DS *b { } DS a* { }", names).descriptionOf("ab"), "a*");
}

TEST(DescribedTypes, PreferOnesOwnNameWithStarsToASuperclass) {
  const Described types("DS Base+ { (*); } *Map { (*); } *List+ { (*); }",
                        {{"Base", ""}, {"AMap", "Base"}, {"Under", "AMap"}, {"AList", "Base"}, {"Below", "AList"}});
  EXPECT_EQ(types.descriptionOf("AMap"), "*Map");
  EXPECT_EQ(types.descriptionOf("Under"), "Base") << "*Map is not described for its subclasses";
  EXPECT_EQ(types.descriptionOf("Below"), "*List") << "the nearest superclass";
}

TEST(DescribedTypes, TakeDescriptionsInsideAHeadBelowItOnly) {
  const Described types("DS A { Table[]; Table[] { Node; (Key); } } DS B { Table[]; } Table[] { (*); } Node { Key; }",
                        {{"A", ""}, {"B", ""}, {"Table[]", ""}, {"Node", ""}, {"Key", ""}, {"Other", ""}});
  EXPECT_EQ(types.scopes(), 2U);
  EXPECT_EQ(types.stepBelow("A", "A", "Table[]"), Step::kInner);
  EXPECT_EQ(types.stepBelow("A", "Table[]", "Node"), Step::kInner);
  EXPECT_EQ(types.stepBelow("A", "Table[]", "Other"), Step::kOutside);
  EXPECT_EQ(types.stepBelow("A", "Node", "Key"), Step::kLeaf) << "what is not described there is as it is everywhere";
  EXPECT_EQ(types.stepBelow("B", "Table[]", "Node"), Step::kLeaf);
  EXPECT_EQ(types.stepBelow("B", "Table[]", "Other"), Step::kLeaf);
}

TEST(DescribedTypes, FollowInAHeadWhatOnlyThatHeadDescribes) {
  const Described types("DS A { B; Free[]; B { Key; } Key { (*); } } DS C { B; Free[]; } B { Key; (Other); }",
                        {{"A", ""}, {"B", ""}, {"C", ""}, {"Key", ""}, {"Free[]", ""}, {"Other", ""}});
  EXPECT_EQ(types.stepBelow("A", "B", "Key"), Step::kInner);
  EXPECT_EQ(types.stepBelow("A", "B", "Other"), Step::kOutside);
  EXPECT_EQ(types.stepBelow("A", "Free[]", "Key"), Step::kInner) << "elements of arrays, too";
  EXPECT_EQ(types.stepBelow("C", "B", "Key"), Step::kLeaf);
  EXPECT_EQ(types.stepBelow("C", "Free[]", "Key"), Step::kLeaf);
}

TEST(DescribedTypes, LeaveHeadsAsTheyAre) {
  const Described types("DS Set+ { Map; Set+; Node; * { } } DS Map { Node; } Node { (*); }",
                        {{"Set", ""}, {"Sub", "Set"}, {"Map", ""}, {"Node", ""}});
  EXPECT_EQ(types.stepBelow("Set", "Set", "Map"), Step::kContained);
  EXPECT_EQ(types.stepBelow("Set", "Set", "Sub"), Step::kContained);
  EXPECT_EQ(types.stepBelow("Set", "Map", "Node"), Step::kInner);
  EXPECT_EQ(types.stepBelow("Set", "Node", "Map"), Step::kOutside) << "all else is";
}

TEST(DescribedTypes, TakeHeadsThatAreOnlyInferredForLeavesOfOthers) {
  const auto types = typesOf({{"Map", ""}, {"Account", ""}, {"List", ""}});
  const DescriptionSet::Files files{
      std::make_shared<const DescriptionFile>("inferred.ds", "DS Account { List; }", FileOrigin::kInferred),
      std::make_shared<const DescriptionFile>("user.ds", "DS Map { Account; } DS List { (*); }", FileOrigin::kUser)};
  const DescribedTypes described(std::make_shared<const DescriptionSet>(files), types);
  const auto step = [&](std::string_view from, std::string_view to) {
    return described.step(types->named(from).front(), types->named(to).front());
  };
  EXPECT_TRUE(described.isHead(types->named("Account").front()));
  EXPECT_EQ(step("Map", "Account"), Step::kLeaf) << "the map is as large as without the inference";
  EXPECT_EQ(step("Account", "List"), Step::kContained);
}

TEST(DescribedTypes, PreferWhatStandsInAHeadHoweverExactTheOthersAre) {
  const Described types("DS A { p.X; p.* { (Key); } Base+ { } } p.X { (*); } Sub { (*); }",
                        {{"A", ""}, {"p.X", ""}, {"Base", ""}, {"Sub", "Base"}, {"Key", ""}, {"Other", ""}});
  EXPECT_EQ(types.stepBelow("A", "p.X", "Other"), Step::kOutside);
  EXPECT_EQ(types.stepBelow("A", "p.X", "Key"), Step::kLeaf);
  EXPECT_EQ(types.stepBelow("A", "Sub", "Key"), Step::kOutside);
}

TEST(DescribedTypes, HaveNoScopeForHeadsThatNoTypeIsOf) {
  const Described types("DS A { Table[]; Table[] { Node; } } DS B { (*); Missing { } }", {{"B", ""}, {"Table[]", ""}});
  EXPECT_EQ(types.scopes(), 1U);
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
