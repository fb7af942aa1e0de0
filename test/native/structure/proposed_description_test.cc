#include "structure/proposed_description.h"

#include "structure/drawn_structures.h"

namespace heaptrail::test {
namespace {

std::string proposed(const std::string& picture, const std::string& type,
                     const std::string& known = "DS Known { (X); }") {
  const DrawnStructures drawn(picture, known);
  Progress progress;
  const auto text = proposeDescription(drawn.graph, drawn.types, type, progress);
  if (!text) return text.error().message;
  // Without the comment above.
  return text->substr(text->find("\n\n") + 2);
}

TEST(ProposedDescription, TakesNestedClassesForPartsAndOthersForLeaves) {
  EXPECT_EQ(proposed("root→T:a.Tree T→N:a.Tree$Node,C:b.Config N→M:a.Tree$Node,D:b.Data", "a.Tree"),
            "namespace a {\n  DS Tree {\n    Tree$Node;\n    (b.Config);\n  }\n\n"
            "  Tree$Node {\n    Tree$Node;\n    (b.Data);\n  }\n}\n");
}

TEST(ProposedDescription, TakesClassesOfThePackageThatReferBack) {
  EXPECT_EQ(
      proposed("root→L:a.List L→N:a.Link,O:a.Options N→M:a.Link,D:b.Data", "a.List"),
      "namespace a {\n  DS List {\n    Link;\n    (Options);\n  }\n\n  Link {\n    Link;\n    (b.Data);\n  }\n}\n");
}

TEST(ProposedDescription, LooksThroughArraysAndKnowsDescribedStructures) {
  EXPECT_EQ(proposed("root→M:Map M→A:Map$Entry[],K:Known,P:Plain[] A→E:Map$Entry P→Q:Thing", "Map"),
            "DS Map {\n  Known;\n  Map$Entry[];\n  (Plain[]);\n}\n\nMap$Entry {\n}\n");
}

TEST(ProposedDescription, SaysWhatCannotBeDescribed) {
  EXPECT_EQ(proposed("root→A:A", "B"), "the trace has no type B");
  EXPECT_EQ(proposed("root→A:A[]", "A[]"), "an array is part of a data structure, not the head of one");
}

TEST(ProposedDescription, HasNoMistakesInIt) {
  const DrawnStructures drawn("root→T:a.Tree T→N:a.Tree$Node,R:java.util.ArrayList,S:byte[] N→T,D:b.Data",
                              "DS java.util.ArrayList { (X); }");
  Progress progress;
  const auto text = proposeDescription(drawn.graph, drawn.types, "a.Tree", progress);
  ASSERT_TRUE(text);
  const dsl::DescriptionFile file("proposal.ds", *text, dsl::FileOrigin::kUser);
  EXPECT_TRUE(file.diagnostics().empty());
}

}  // namespace
}  // namespace heaptrail::test
