#include "dsl/formatter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "support/sanitized.h"

namespace heaptrail::dsl {
namespace {

std::string formatted(const std::string& text) {
  return format(DescriptionFile("a.ds", text, FileOrigin::kUser)).value_or("has errors");
}

TEST(Formatter, IndentsAndPutsEachPointedToTypeOnALine) {
  EXPECT_EQ(formatted("namespace  a.b{DS Foo +{\nBar;( Baz+ [ ] );}\n  Qux{*;}}\n\n\n\nDS  X { (*) ; }"),
            "namespace a.b {\n"
            "  DS Foo+ {\n"
            "    Bar;\n"
            "    (Baz+[]);\n"
            "  }\n"
            "  Qux { *; }\n"
            "}\n"
            "\n"
            "DS X { (*); }\n");
}

TEST(Formatter, BreaksWhatDoesNotFitOnOneLine) {
  const std::string name(60, 'x');
  const std::string fits = fmt::format("DS A {{ {}; b.CCCCCCCCCCCCCCCCCC; }}", name);
  EXPECT_EQ(formatted(fits), fits + '\n');
  EXPECT_EQ(formatted(fmt::format("DS A {{ {0}; b.{0}; }}", name)),
            fmt::format("DS A {{\n  {0};\n  b.{0};\n}}\n", name));
}

TEST(Formatter, KeepsCommentsWhereTheyStand) {
  const std::string text =
      "// a file\n"
      "\n"
      "namespace a {  // a package\n"
      "  /* a head */ DS Foo {\n"
      "    Bar;   // here\n"
      "    Quxxx; // and there\n"
      "    /**\n"
      "     * several\n"
      "     * lines\n"
      "     */\n"
      "    (*);\n"
      "\n"
      "    // the last one\n"
      "  }  /* behind */\n"
      "}\n";
  std::string expected = text;
  expected.replace(expected.find("  /* behind"), 2, " ");
  EXPECT_EQ(formatted(text), expected);
  std::string left;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((i == 0 || text[i - 1] == '\n') && text[i] == ' ') {
      while (text[i] == ' ') ++i;
    }
    left += text[i];
  }
  EXPECT_NE(left, text);
  const std::string again = formatted(left);
  EXPECT_TRUE(again.contains("     * several\n     * lines\n     */\n")) << again;
}

TEST(Formatter, KeepsLineEndsAndAByteOrderMark) {
  EXPECT_EQ(formatted("\xEF\xBB\xBF"
                      "DS A {\r\nB;\r\n\r\n\r\n// c\r\n}"),
            "\xEF\xBB\xBF"
            "DS A {\r\n  B;\r\n\r\n  // c\r\n}\r\n");
}

TEST(Formatter, LeavesOutByteOrderMarksThatDoNotBeginTheFile) {
  EXPECT_EQ(formatted("\n\xEF\xBB\xBF"
                      "DS A { }"),
            "DS A { }\n");
  EXPECT_EQ(formatted("DS A { B; }\n\xEF\xBB\xBF"
                      "DS\xEF\xBB\xBF C { D; }"),
            "DS A { B; }\nDS C { D; }\n");
}

TEST(Formatter, WritesEmptyBodiesOnOneLine) { EXPECT_EQ(formatted("DS A{} B {\n}"), "DS A { }\nB { }\n"); }

TEST(Formatter, LeavesNothingOfAnEmptyFile) {
  EXPECT_EQ(formatted(""), "");
  EXPECT_EQ(formatted(" \n\n"), "");
  EXPECT_EQ(formatted("\n\n// only this"), "// only this\n");
}

TEST(Formatter, DoesNotTouchWhatItDoesNotUnderstand) {
  EXPECT_EQ(formatted("DS A { B }"), "has errors");
  EXPECT_EQ(formatted("ds A { B; }"), "has errors");
  EXPECT_EQ(formatted("DS A* {B;}"), "DS A* { B; }\n");
}

TEST(Formatter, LaysOutDescriptionsInsideAHead) {
  EXPECT_EQ(formatted("DS A {B;\n\n\nB { (C);\nD;}\nE {}\n(F);}"),
            "DS A {\n  B;\n\n  B {\n    (C);\n    D;\n  }\n  E { }\n  (F);\n}\n");
  EXPECT_EQ(formatted("DS A { B; B { (C); }  (D);}"), "DS A { B; B { (C); } (D); }\n");
  EXPECT_EQ(formatted("DS A {\nB;B{(C);} }"), "DS A {\n  B;\n  B { (C); }\n}\n");
  EXPECT_EQ(formatted("DS A {\nB;\nB {\n(C);\n}\n}\n"), "DS A {\n  B;\n  B {\n    (C);\n  }\n}\n")
      << "also where nothing stands further in";
}

/// Any right file, with spaces, line ends and comments wherever they may be.
class RandomFile {
 public:
  explicit RandomFile(unsigned seed) : random_(seed) {}

  std::string write() {
    for (unsigned i = upTo(4); i > 0; --i) {
      if (upTo(2) == 0) {
        word("namespace");
        word("p.q");
        sign("{");
        for (unsigned d = upTo(3); d > 0; --d) description();
        sign("}");
      } else {
        description();
      }
    }
    gap();
    return std::move(text_);
  }

 private:
  unsigned upTo(unsigned most) { return static_cast<unsigned>(random_() % (most + 1)); }
  void description(bool insideHead = false) {
    const bool head = !insideHead && upTo(1) == 0;
    if (head) word("DS");
    type(upTo(3) == 0 ? "*.Foo" : "Foo");
    sign("{");
    for (unsigned i = upTo(3); i > 0; --i) {
      if (head && upTo(3) == 0) {
        description(true);
        continue;
      }
      const bool leaf = upTo(1) == 0;
      if (leaf) sign("(");
      if (upTo(3) == 0) {
        word("*");
      } else {
        type("a.Bär$Baz");
      }
      if (leaf) sign(")");
      sign(";");
    }
    sign("}");
  }
  void type(const char* name) {
    word(name);
    if (upTo(2) == 0) sign("+");
    for (unsigned i = upTo(2) / 2; i > 0; --i) {
      sign("[");
      sign("]");
    }
  }
  void word(const char* word) {
    gap();
    text_ += ' ';
    text_ += word;
  }
  void sign(const char* sign) {
    if (upTo(4) == 0) gap();
    text_ += sign;
  }
  void gap() {
    static constexpr const char* kGaps[] = {"",           " ",      "\n",     "\n\n\n",  "  // c\n",
                                            "\n// d  \n", " /*e*/", "/*f*/ ", "\n/*g*/", "\n/*\n * h\n   i\n */\n",
                                            "\t",         "   "};
    for (unsigned i = upTo(2); i > 0; --i) text_ += kGaps[upTo(std::size(kGaps) - 1)];
  }

  std::mt19937 random_;
  std::string text_;
};

/// Tokens and comments, without the space at the ends of a comment's lines.
std::string wordsOf(const std::string& text) {
  const DescriptionFile file("a.ds", text, FileOrigin::kUser);
  std::string words;
  for (const Token& token : file.tree().tokens) words += fmt::format("{}|", file.source().at(token.range));
  for (const Comment& comment : file.tree().comments) {
    std::string kept;
    for (const char c : file.source().at(comment.range)) {
      if (c != ' ' && c != '\r') kept += c;
    }
    words += fmt::format("{}|", kept);
  }
  return words;
}

TEST(Formatter, ChangesNothingTwiceAndLosesNothing) {
  for (uint32_t seed = 0; seed < randomCases(20'000); ++seed) {
    const std::string text = RandomFile(seed).write();
    const std::string once = formatted(text);
    ASSERT_NE(once, "has errors") << text;
    ASSERT_EQ(formatted(once), once) << text;
    ASSERT_EQ(wordsOf(once), wordsOf(text)) << text;
    ASSERT_FALSE(once.contains("\n\n\n")) << text;
  }
}

}  // namespace
}  // namespace heaptrail::dsl
