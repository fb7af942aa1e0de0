// What a right file says. What is said about wrong ones is in the corpus of diagnostics_test.cc.
#include <gtest/gtest.h>

#include "dsl/syntax_tree.h"

namespace heaptrail::dsl {
namespace {

const Description& only(const Parsed& parsed) { return parsed.tree.blocks.at(0).descriptions.at(0); }

TEST(Parser, ReadsHeadsInnerPartsAndLeaves) {
  const SourceText source("a.ds", R"(
namespace java.util {              // names below without a dot belong to java.util
  DS HashMap+ {
    HashMap$Node[];
  }
  HashMap$Node+ {
    HashMap$Node+;
    (*);
  }
}
DS com.acme.Cache { java.util.HashMap+; }
com.acme.Cache$Entry { *; })");
  const Parsed parsed = parse(source);
  EXPECT_TRUE(parsed.diagnostics.empty());
  ASSERT_EQ(parsed.tree.blocks.size(), 2U);
  const Block& util = parsed.tree.blocks[0];
  EXPECT_EQ(util.package, "java.util");
  ASSERT_EQ(util.descriptions.size(), 2U);
  EXPECT_TRUE(util.descriptions[0].head);
  EXPECT_EQ(toString(util.descriptions[0].type), "HashMap+");
  EXPECT_EQ(toString(util.descriptions[0].pointedTo.at(0).pattern), "HashMap$Node[]");
  EXPECT_FALSE(util.descriptions[1].head);
  EXPECT_FALSE(util.descriptions[1].pointedTo.at(0).leaf);
  EXPECT_TRUE(util.descriptions[1].pointedTo.at(1).leaf);
  EXPECT_TRUE(util.descriptions[1].pointedTo.at(1).pattern.isAnything());
  const Block& outside = parsed.tree.blocks[1];
  EXPECT_FALSE(outside.isNamespace());
  ASSERT_EQ(outside.descriptions.size(), 2U);
  EXPECT_TRUE(outside.descriptions[0].head);
  EXPECT_TRUE(outside.descriptions[1].pointedTo.at(0).pattern.isAnything());
  EXPECT_EQ(parsed.tree.comments.size(), 1U);
}

TEST(Parser, KnowsWhereEverythingStands) {
  const SourceText source("a.ds", "DS Foo+[] { (a.Bar); }");
  const Parsed parsed = parse(source);
  const Description& foo = only(parsed);
  EXPECT_EQ(source.at(*foo.head), "DS");
  EXPECT_EQ(source.at(foo.type.nameRange), "Foo");
  EXPECT_EQ(source.at(foo.type.range), "Foo+[]");
  EXPECT_EQ(source.at(foo.body), "{ (a.Bar); }");
  EXPECT_EQ(source.at(foo.range), source.text());
  EXPECT_EQ(source.at(foo.pointedTo[0].range), "(a.Bar);");
  EXPECT_EQ(source.at(foo.pointedTo[0].pattern.range), "a.Bar");
}

TEST(Parser, TakesNamesAsTheyStandInClassFiles) {
  for (const std::string name : {"foo$bar$1", "Map$", "package-info", "scala.collection.immutable.$colon$colon",
                                 "Größe", "a.b.Query$$Lambda/0x7f2c", "_closure1", "日本.語", "DS", "namespace"}) {
    const SourceText source("a.ds", "DS " + name + " { " + name + "; }");
    const Parsed parsed = parse(source);
    EXPECT_TRUE(parsed.diagnostics.empty()) << name;
    EXPECT_EQ(only(parsed).type.name, name);
    EXPECT_EQ(only(parsed).pointedTo.at(0).pattern.name, name);
  }
}

TEST(Parser, TakesCommentsAnywhere) {
  const SourceText source("a.ds", "/*a*/DS/*b*/Foo/*c*/{/*d*/(/*e*/Bar/*f*/)/*g*/;//h\n}//i");
  const Parsed parsed = parse(source);
  EXPECT_TRUE(parsed.diagnostics.empty());
  EXPECT_EQ(only(parsed).pointedTo.at(0).pattern.name, "Bar");
  EXPECT_EQ(parsed.tree.comments.size(), 9U);
}

TEST(Parser, IsNotDisturbedByAByteOrderMarkOrAnEmptyFile) {
  EXPECT_TRUE(parse(SourceText("a.ds",
                               "\xEF\xBB\xBF"
                               "DS A { B; }"))
                  .diagnostics.empty());
  EXPECT_TRUE(parse(SourceText("a.ds", "")).diagnostics.empty());
  EXPECT_TRUE(parse(SourceText("a.ds", "// nothing yet")).diagnostics.empty());
}

TEST(Parser, TakesByteOrderMarksBetweenJoinedFilesForSpace) {
  const SourceText source("a.ds",
                          "DS A { B; }\n\xEF\xBB\xBF"
                          "DS C { D; }");
  const Parsed parsed = parse(source);
  EXPECT_TRUE(parsed.diagnostics.empty());
  const auto& descriptions = parsed.tree.blocks.at(0).descriptions;
  ASSERT_EQ(descriptions.size(), 2U);
  EXPECT_EQ(descriptions[1].type.name, "C");
}

TEST(Parser, KeepsWhatItUnderstandsOfAWrongFile) {
  const SourceText source("a.ds", "DS A { B }\nDS C { D; \nDS E { (F; G; }");
  const Parsed parsed = parse(source);
  EXPECT_EQ(parsed.diagnostics.size(), 3U);
  const auto& descriptions = parsed.tree.blocks.at(0).descriptions;
  ASSERT_EQ(descriptions.size(), 3U);
  EXPECT_EQ(descriptions[0].pointedTo.at(0).pattern.name, "B");
  EXPECT_EQ(descriptions[1].pointedTo.at(0).pattern.name, "D");
  ASSERT_EQ(descriptions[2].pointedTo.size(), 2U);
  EXPECT_TRUE(descriptions[2].pointedTo[0].leaf);
  EXPECT_EQ(descriptions[2].pointedTo[1].pattern.name, "G");
}

}  // namespace
}  // namespace heaptrail::dsl
