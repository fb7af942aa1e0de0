// The program's lines in stacks, and their shares among objects.
#include "growth/program_lines.h"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/graph_literal.h"

namespace heaptrail::test {
namespace {

const OwnPackages kOwn({"shop"});

/// `Cart.add:7`; empty without one.
std::string textOf(const Frame* frame) {
  if (frame == nullptr) return "";
  return frame->className + '.' + frame->method + ':' + std::to_string(frame->line);
}

std::string shown(const std::vector<Frame>& frames, const OwnPackages& own, const std::string& type = "lib.cache.Entry",
                  const std::string& container = "lib.cache.Cache") {
  return textOf(programFrame(frames, own, type, container));
}

TEST(ProgramFrame, IsTheInnermostOneOfTheProgram) {
  EXPECT_EQ(shown({{"lib.cache.Cache", "put", "", 5}, {"shop.Cart", "add", "", 7}, {"shop.Main", "main", "", 1}}, kOwn),
            "shop.Cart.add:7");
}

TEST(ProgramFrame, IsTheLineThatSaysNewAndNotTheConstructorBehindIt) {
  EXPECT_EQ(shown({{"shop.Item", "<init>", "", 3}, {"shop.Base", "<init>", "", 4}, {"shop.Cart", "add", "", 7}}, kOwn),
            "shop.Cart.add:7");
  EXPECT_EQ(shown({{"shop.Item", "<init>", "", 3}, {"lib.Tool", "make", "", 4}}, kOwn), "shop.Item.<init>:3")
      << "there is no other line of the program";
}

TEST(ProgramFrame, HasALine) {
  EXPECT_EQ(
      shown({{"shop.Cart$$Lambda$7/0x1", "get", "", 0}, {"lib.Tool", "ask", "", 2}, {"shop.Cart", "add", "", 7}}, kOwn),
      "shop.Cart.add:7");
  EXPECT_EQ(shown({{"lib.x.Tool$$Lambda$7/0x1", "get", "", 0}, {"lib.x.Tool", "ask", "", 2}}, kOwn),
            "lib.x.Tool.ask:2");
  EXPECT_EQ(shown({{"shop.Cart$$Lambda$7/0x1", "get", "", 0}, {"shop.Item", "<init>", "", 3}}, kOwn),
            "shop.Item.<init>:3");
}

TEST(ProgramFrame, IsOutsideOfTheLibrariesOfWhatIsHeldAndWhatHoldsItIfNothingIsOwn) {
  const std::vector<Frame> frames{{"java.util.HashMap", "put", "", 1},
                                  {"lib.cache.Cache", "put", "", 2},
                                  {"web.core.Session", "begin", "", 3},
                                  {"com.acme.Main", "main", "", 4}};
  EXPECT_EQ(shown(frames, {}), "web.core.Session.begin:3");
  EXPECT_EQ(shown(frames, {}, "web.core.Attribute"), "com.acme.Main.main:4");
  EXPECT_EQ(shown({{"java.util.HashMap", "put", "", 1}, {"lib.cache.Cache", "put", "", 2}}, {}), "");
}

TEST(ProgramFrame, IsALibrarysWhereTheProgramHasNoneInTheStack) {
  EXPECT_EQ(shown({{"lib.cache.Cache", "put", "", 2}, {"org.pool.Worker", "run", "", 3}}, kOwn),
            "org.pool.Worker.run:3");
}

struct CountedLines {
  CountedLines(const std::string& text, const std::string& objects)
      : drawn(draw(text)), lines(*drawn.heap, kOwn, "Map") {
    drawn.groupOf(objects).forEach([&](uint64_t i) { lines.add(ObjectIndex(static_cast<uint32_t>(i))); });
  }
  DrawnHeap drawn;
  ProgramLines lines;
};

TEST(ProgramLines, AreSharesOfBytesTheLargestFirst) {
  const CountedLines counted(
      "root→A,B,C site:A=shop.Cart.add:7 site:B=lib.x.Tool.copy:1;shop.Cart.add:7 site:C=shop.Cart.put:9 bytes:C=48",
      "A,B,C");
  const std::vector<ProgramLine> lines = counted.lines.lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(textOf(&lines[0].frame), "shop.Cart.put:9");
  EXPECT_DOUBLE_EQ(lines[0].share, 0.6);
  EXPECT_EQ(lines[0].samples, 1U);
  EXPECT_EQ(textOf(&lines[1].frame), "shop.Cart.add:7");
  EXPECT_DOUBLE_EQ(lines[1].share, 0.4);
  EXPECT_EQ(lines[1].samples, 2U);
}

TEST(ProgramLines, CountALambdaWithTheMethodThatItIsWrittenIn) {
  const DrawnHeap drawn = draw(
      "root→A,B A:shop.Item B:shop.Item site:A=shop.Cart.add:7;shop.Main.main:1 "
      "site:B=shop.Cart.lambda$add$0:7;shop.Main.main:1");
  ProgramLines lines(*drawn.heap, kOwn, "lib.cache.Cache");
  lines.add(drawn["A"]);
  lines.add(drawn["B"]);
  ASSERT_EQ(lines.lines().size(), 1U);
  EXPECT_EQ(lines.lines().front().share, 1);
}

TEST(ProgramLines, BeginWithThoseThatAreTheProgramsOwn) {
  const CountedLines counted("root→A,B site:A=shop.Cart.add:7 site:B=org.pool.Worker.run:9 bytes:B=1000", "A,B");
  const std::vector<ProgramLine> lines = counted.lines.lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(textOf(&lines[0].frame), "shop.Cart.add:7");
  EXPECT_EQ(textOf(&lines[1].frame), "org.pool.Worker.run:9");
}

TEST(ProgramLines, WeighSamplesByHowManyObjectsTheyStandFor) {
  const CountedLines counted("root→A,B site:A=shop.Cart.add:7 site:B=shop.Cart.put:9 sampled:A=1000 sampled:B=250",
                             "A,B");
  const std::vector<ProgramLine> lines = counted.lines.lines();
  ASSERT_EQ(lines.size(), 2U);
  const double rare = 1 / (1 - std::exp(-16.0 / 1000));
  const double frequent = 1 / (1 - std::exp(-16.0 / 250));
  EXPECT_EQ(textOf(&lines[0].frame), "shop.Cart.add:7");
  EXPECT_NEAR(lines[0].share, rare / (rare + frequent), 1e-12);
  EXPECT_NEAR(lines[1].share, frequent / (rare + frequent), 1e-12);
}

TEST(ProgramLines, CountWhatTellsNoLineOfTheProgramAmongAll) {
  const CountedLines counted("root→A,B,C site:A=shop.Cart.add:7 site:B=java.util.HashMap.put:1", "A,B,C");
  const std::vector<ProgramLine> lines = counted.lines.lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_DOUBLE_EQ(lines[0].share, 0.5) << "the third object tells nothing at all";
  EXPECT_EQ(counted.lines.samples(), 2U);
}

}  // namespace
}  // namespace heaptrail::test
