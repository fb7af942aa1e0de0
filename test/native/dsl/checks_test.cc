// What is said about files whose syntax is right: when, where, and above all when nothing is said.
#include "dsl/checks.h"

#include <gtest/gtest.h>

#include "dsl/small_world.h"

namespace heaptrail::dsl {
namespace {

using Found = std::vector<std::string>;

/// `code: text`, in the order of the text.
Found describe(const std::vector<Diagnostic>& diagnostics, const SourceText& source) {
  Found found;
  for (const Diagnostic& diagnostic : diagnostics) {
    found.push_back(std::string(toString(diagnostic.code)) + ": " + std::string(source.at(diagnostic.range)));
  }
  return found;
}

std::vector<Diagnostic> diagnoseLast(const DescriptionSet& set, const KnownHeap* known = nullptr) {
  return diagnose(set, static_cast<uint32_t>(set.files().size() - 1), known);
}

/// Without a trace.
Found said(const std::string& text, const std::string& shipped = "") {
  const auto set = setOf({text}, shipped);
  return describe(diagnoseLast(*set), set->files().back()->source());
}

/// With a trace.
class World {
 public:
  explicit World(const std::vector<std::pair<std::string, std::string>>& names)
      : types_(typesOf(names)), nearest_(*types_), live_(names.size(), 1) {}

  World& none(const std::string& type) {
    for (const TypeId id : types_->named(type)) live_[id.value()] = 0;
    return *this;
  }

  std::vector<Diagnostic> diagnostics(const std::string& text, const std::string& shipped = "",
                                      const std::vector<uint32_t>& tooWide = {}) {
    set_ = setOf({text}, shipped);
    const KnownHeap known{*types_, nearest_, live_, tooWide};
    return diagnoseLast(*set_, &known);
  }
  Found said(const std::string& text, const std::string& shipped = "") {
    const auto found = diagnostics(text, shipped);
    return describe(found, set_->files().back()->source());
  }
  Found saidOfShipped(const std::string& shipped) {
    set_ = setOf({}, shipped);
    const KnownHeap known{*types_, nearest_, live_, {}};
    return describe(diagnose(*set_, 0, &known), set_->files()[0]->source());
  }
  /// The file after the first fix of its only diagnostic.
  std::string fixed(const std::string& text) {
    const auto found = diagnostics(text);
    if (found.size() != 1 || found[0].fixes.empty()) return "not one diagnostic with a fix";
    std::string result = text;
    for (const TextEdit& edit : found[0].fixes[0].edits) {
      result.replace(edit.range.begin, edit.range.end - edit.range.begin, edit.text);
    }
    return result;
  }

 private:
  std::shared_ptr<const TypeIndex> types_;
  NearestName nearest_;
  std::vector<uint64_t> live_;
  std::shared_ptr<const DescriptionSet> set_;
};

const Found kNothing;

// ---- repetitions

TEST(Checks, FindATypeThatIsDescribedTwice) {
  const auto set = setOf({"DS a.B { (*); }\nnamespace a { B+ { (*); } }"});
  const auto found = diagnoseLast(*set);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].code, DiagnosticCode::kDuplicateDescription);
  EXPECT_EQ(found[0].message, "a.B is already described in this file; the first description holds");
  EXPECT_EQ(set->files()[0]->source().describe(found[0].range.begin), "2:15");
  ASSERT_EQ(found[0].related.size(), 1U);
  EXPECT_EQ(set->files()[0]->source().at(found[0].related[0].range), "a.B");
  EXPECT_EQ(said("DS A { (*); } A[] { (*); }  DS n.A { A[]; }"), kNothing);
}

TEST(Checks, FindPointedToTypesThatAreNamedTwice) {
  EXPECT_EQ(said("namespace a { DS A { (B); (a.B); C+; (a.C+); (C); C[]; a.*; } C+ { (*); } }"),
            (Found{"duplicate-pointed-to: a.B", "leaf-and-inner: a.C+"}));
}

TEST(Checks, RemoveWhatStandsThereTwice) {
  World world({{"A", ""}, {"B", ""}});
  EXPECT_EQ(world.fixed("DS A {\n  (B);\n  (B); // again\n}"), "DS A {\n  (B);\n  // again\n}");
  EXPECT_EQ(world.fixed("DS A {\r\n  (B);\r\n  (B);\r\n}"), "DS A {\r\n  (B);\r\n}");
  EXPECT_EQ(world.fixed("DS A { (B); (B); }"), "DS A { (B); }");
  EXPECT_EQ(world.fixed("DS A { (B); B; } B { (*); }"), "DS A { B; } B { (*); }");
}

TEST(Checks, NameWhosePlaceADescriptionTakes) {
  const auto set =
      setOf({"DS A { (*); }", "namespace a { DS B { (*); } } DS A+ { (*); }"}, "DS A { (*); } DS a.B { (*); }");
  const auto found = diagnoseLast(*set);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].message, "takes the place of the shipped description of a.B in shipped.ds");
  EXPECT_EQ(found[0].related.at(0).file, "shipped.ds");
  EXPECT_EQ(found[1].message, "takes the place of the description of A in 0.ds");
  EXPECT_EQ(found[1].related.size(), 2U);
  EXPECT_EQ(diagnose(*set, 1).size(), 0U) << "that file's description holds no more, and the other says so";
}

// ---- reach, without a trace

TEST(Checks, FindInnerPartsThatNoHeadLeadsTo) {
  EXPECT_EQ(said("DS A { B; } B { } C { D; } D { }"),
            (Found{"unreachable-description: C", "unreachable-description: D"}));
  EXPECT_EQ(said("DS A { (B); } B { }"), Found{"unreachable-description: B"});
  EXPECT_EQ(said("DS A { B; } B { C; } C { B; }"), kNothing);
}

TEST(Checks, DoNotKnowSubclassesWithoutATrace) {
  EXPECT_EQ(said("DS A { B+; } B { } C { }"), kNothing) << "C may be a subclass of B";
  EXPECT_EQ(said("DS A { B[]; } B { } C { }"), kNothing) << "an element may be a C";
  EXPECT_EQ(said("DS A { X; } C+ { }"), kNothing) << "X may be a subclass of C";
  EXPECT_EQ(said("DS A { *; } C { }"), kNothing);
  EXPECT_EQ(said("DS A { p.*; } p.C { }"), kNothing);
  EXPECT_EQ(said("DS A { (*); p.*; } q.C { }"), Found{"unreachable-description: q.C"});
  EXPECT_EQ(said("DS A { B[]; } B[] { B; } B { } C { }"), Found{"unreachable-description: C"});
}

TEST(Checks, DoNotTakeWhatShippedDescriptionsHoldForMeant) {
  const std::string shipped = "DS ArrayList+ { java.lang.Object[]; } DS Tree+ { Tree$Node+; } Tree$Node+ { *; }";
  EXPECT_EQ(said("com.acme.Node { (*); }", shipped), Found{"unreachable-description: com.acme.Node"});
  EXPECT_EQ(said("Tree$Node { (*); }", shipped), Found{"overrides: Tree$Node"});
  EXPECT_EQ(said("DS com.acme.List { java.lang.Object[]; } com.acme.Node { (*); }", shipped), kNothing);
}

TEST(Checks, HintAtInnerPartsWithoutDescription) {
  EXPECT_EQ(said("DS A { B; (C); D[]; E+; byte[]; *; F.*; }"), Found{"undescribed-inner: B"});
  EXPECT_EQ(said("DS A { B; } B { }"), kNothing) << "described, if by nothing";
  EXPECT_EQ(said("DS A { B; } DS C+ { (*); }"), kNothing) << "B may be a subclass of C";
}

TEST(Checks, SayNothingAboutWhatIsNotThereInWrongFiles) {
  EXPECT_EQ(said("DS A { B; } C { } D { E F; }"), Found{"syntax: "});
}

// ---- with a trace

TEST(Checks, ProposeTheNearestName) {
  World world({{"java.lang.Object", ""},
               {"java.util.HashMap", "java.lang.Object"},
               {"java.util.HashMap$Node", "java.lang.Object"},
               {"java.util.concurrent.ConcurrentHashMap", "java.lang.Object"},
               {"com.acme.Cache", "java.lang.Object"}});
  const auto fixed = [&](const std::string& name) { return world.fixed("DS com.acme.Cache { (" + name + "); }"); };
  EXPECT_EQ(fixed("java.util.Hashmap"), "DS com.acme.Cache { (java.util.HashMap); }");
  EXPECT_EQ(fixed("java.util.HahsMap+"), "DS com.acme.Cache { (java.util.HashMap+); }");
  EXPECT_EQ(fixed("java.util.HashMap.Node[]"), "DS com.acme.Cache { (java.util.HashMap$Node[]); }");
  EXPECT_EQ(fixed("hashmap"), "DS com.acme.Cache { (java.util.HashMap); }");
  EXPECT_EQ(fixed("ConcurrentHashMap"), "DS com.acme.Cache { (java.util.concurrent.ConcurrentHashMap); }");
  EXPECT_EQ(fixed("java.util.ConcurrentHashMap"), "DS com.acme.Cache { (java.util.concurrent.ConcurrentHashMap); }");
  EXPECT_EQ(world.fixed("namespace java.util { DS HashMap { HashMap.Node; } HashMap$Node { } }"),
            "namespace java.util { DS HashMap { HashMap$Node; } HashMap$Node { } }");
  EXPECT_EQ(world.fixed("namespace java.util { DS HashMap { HashMap$Nod; } }"),
            "namespace java.util { DS HashMap { HashMap$Node; } }");
  const auto found = world.diagnostics("DS com.acme.Cache { (org.else.Thing); }");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "the trace has no type org.else.Thing");
  EXPECT_TRUE(found[0].fixes.empty());
}

TEST(Checks, SayOnceThatAPackageIsWrong) {
  World world({{"java.util.HashMap", ""}, {"java.util.HashMap$Node", ""}, {"java.util.HashMap$Node[]", ""}});
  EXPECT_EQ(world.fixed("namespace java.utill { DS HashMap { HashMap$Node[]; } HashMap$Node { HashMap$Node; (*); } }"),
            "namespace java.util { DS HashMap { HashMap$Node[]; } HashMap$Node { HashMap$Node; (*); } }");
}

TEST(Checks, KnowClassesOfWhichThereAreNoArrays) {
  World world({{"A", ""}, {"B", ""}, {"p.C[]", ""}});
  EXPECT_EQ(world.said("DS A { (B[]); (p.C); (p.C+[][]); (byte[]); (boolean[]); (*); (p.*); (*C[]); }"), kNothing);
  EXPECT_EQ(world.said("DS A { (p.X*); (*Y); }"), (Found{"unknown-type: p.X*", "unknown-type: *Y"}));
}

TEST(Checks, AreExactAboutSubclassesWithATrace) {
  World world({{"Base", ""}, {"Sub", "Base"}, {"A", ""}, {"B", ""}, {"C", ""}, {"B[]", ""}, {"X", "C"}, {"Obj[]", ""}});
  EXPECT_EQ(world.said("DS A { Base+; } Sub { } C { }"), Found{"unreachable-description: C"});
  EXPECT_EQ(world.said("DS A { B[]; } B { } C { }"), Found{"unreachable-description: C"});
  EXPECT_EQ(world.said("DS A { X; } C+ { }"), kNothing) << "X is a C";
  EXPECT_EQ(world.said("DS A { Sub; } DS Base+ { (*); }"), kNothing);
  EXPECT_EQ(world.said("DS A { Sub; C; B[]; } Base+ { (*); }"), Found{"undescribed-inner: C"});
  EXPECT_EQ(world.said("DS A { Base+; } Sub { }"), kNothing);
}

TEST(Checks, SayThatAWildcardInADescribedTypeMatchesNothing) {
  World world({{"p.q.IntMap", ""}, {"p.q.LongMap", ""}});
  EXPECT_EQ(world.said("DS p.*.*Map { (*); } DS p.*.*Set { (*); }"), Found{"wildcard-in-head: p.*.*Set"});
  EXPECT_EQ(world.saidOfShipped("DS p.*.*Set { (*); }"), kNothing);
  world.none("p.q.IntMap");
  EXPECT_EQ(world.said("DS p.*.*Map { (*); }"), kNothing);
  world.none("p.q.LongMap");
  EXPECT_EQ(world.said("DS p.*.*Map { (*); }"), Found{"never-instantiated: p.*.*Map"});
}

TEST(Checks, FindWhatIsSaidTwiceInAHead) {
  EXPECT_EQ(said("DS A { B; C; B { (*); } B { } C { } } B { } "),
            (Found{"duplicate-description: B", "unreachable-description: B"}));
  EXPECT_EQ(said("DS A { B; B { (X); (X); } } DS C { B; B { } }"), Found{"duplicate-pointed-to: X"});
  EXPECT_EQ(said("DS A { A { } }"), Found{"duplicate-description: A"});
  EXPECT_EQ(said("DS A { B; B { } } DS B { }"), Found{"unreachable-description: B"}) << "a head stays a head";
}

TEST(Checks, KnowWhatIsDescribedInAHead) {
  EXPECT_EQ(said("DS A { B; B { C; } C { (*); } }"), kNothing);
  EXPECT_EQ(said("DS A { B; D { } } B { (*); }"), Found{"unreachable-description: D"});
  EXPECT_EQ(said("DS A { B; B { } } B { (*); }"), Found{"unreachable-description: B"}) << "another holds below A";
  EXPECT_EQ(said("DS A { B; C { (*); } } B { C; }"), kNothing) << "below A, B leads to it";
  EXPECT_EQ(said("DS A { B; B { (*); } } DS D { A; C { } } "), Found{"unreachable-description: C"});
  EXPECT_EQ(said("DS A { *[]; *[] { } B[] { (*); } }"), kNothing) << "B[] is one of *[]";
  EXPECT_EQ(said("DS *A { B; } B { (*); } DS X { YA; }"), kNothing) << "YA is described by *A";
  World world({{"A", ""}, {"B", ""}, {"C", ""}, {"D", ""}});
  EXPECT_EQ(world.said("DS A { B; B { C; } C { (*); } }"), kNothing);
  EXPECT_EQ(world.said("DS A { B; B { C; } D { (*); } }"),
            (Found{"undescribed-inner: C", "unreachable-description: D"}));
}

TEST(Checks, NameHeadsWithoutInstances) {
  World world({{"Base", ""}, {"Sub", "Base"}, {"A", ""}});
  world.none("Base").none("A");
  EXPECT_EQ(world.said("DS A { (*); } DS Base+ { (*); }"), Found{"never-instantiated: A"});
  EXPECT_EQ(world.said("DS Sub { (*); } DS Base+ { (*); }"), Found{"never-instantiated: Base+"});
}

TEST(Checks, RelateWhatDetectionFoundTooWide) {
  World world({{"A", ""}, {"B", ""}});
  const auto found = world.diagnostics("DS A { *; } DS B { (*); }", "", {0});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].code, DiagnosticCode::kTooWide);
}

TEST(Checks, DoNotExpectATraceToHaveWhatShippedFilesDescribe) {
  World world({{"A", ""}, {"Unused", ""}});
  world.none("A");
  EXPECT_EQ(world.saidOfShipped("DS A { Gone; } DS other.B+ { other.C[]; } other.C { (*); }"), kNothing);
}

TEST(Checks, HaveFixesForHints) {
  World world({{"n.A", ""}, {"n.B", ""}});
  EXPECT_EQ(world.fixed("namespace n {\n  DS A { B; }\n}"), "namespace n {\n  DS A { (B); }\n}");
  EXPECT_EQ(world.fixed("DS n.A { (*); } n.B { }"), "DS n.A { (*); } DS n.B { }");
  const auto found = world.diagnostics("namespace n {\n  DS A { B; }\n}");
  EXPECT_EQ(found.at(0).fixes.at(1).title, "Describe B");
  EXPECT_EQ(found[0].fixes[1].edits.at(0).text, "\n\n  B {\n  }");
}

}  // namespace
}  // namespace heaptrail::dsl
