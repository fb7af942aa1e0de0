// Where things pile up in the growth trees of drawn heaps.
#include "growth/accumulations.h"

#include "growth/drawn_growth.h"

namespace heaptrail::test {
namespace {

using Texts = std::vector<std::string>;

/// Each as its place, with a star where there are not more of them: what grew by itself.
Texts accumulations(const DrawnGrowth& growth, double minimumGain = 100) {
  Texts texts;
  for (const Accumulation& accumulation : findAccumulations(growth.tree, minimumGain)) {
    texts.push_back(growth.labelOf(accumulation.place) + (accumulation.inNumber ? "" : "*"));
  }
  return texts;
}

/// `P1→x=D1 P2→x=D2 …`: each holder holds as many.
std::string handedOut(const std::string& holder, int holders, const std::string& field, const std::string& held,
                      int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) {
    text += fmt::format(" {}{}→{}{}={}{}", holder, 1 + (i - 1) % holders, field, (i - 1) / holders, held, i);
  }
  return text;
}

TEST(Accumulations, AreWhereObjectsGetMoreThoughTheirHoldersDoNot) {
  const std::string objects =
      "R:Registry L:List[] " + declared("B", 4, "List") + declared("E", 4, "Object[]") + declared("D", 80, "Data");
  std::string from = "root→R R→lists=L L→B1,B2,B3,B4";
  for (int i = 1; i <= 4; ++i) from += fmt::format(" B{0}→elements=E{0}", i);
  std::string to = from;
  for (int i = 1; i <= 4; ++i) to += fmt::format(" E{}→{}", i, listed("D", 20 * i - 19, 20 * i));
  const DrawnGrowth growth(objects, from, to);
  EXPECT_EQ(accumulations(growth), Texts{"[] Data"});
  const Accumulation found = findAccumulations(growth.tree, 100).front();
  EXPECT_TRUE(found.isMany);
  EXPECT_EQ(found.gained, 80 * 16);
}

TEST(Accumulations, AreFurtherInsideWhereWhatIsMetAgainPilesUpInOnePlace) {
  // An appender has a list, in which there is one with a map of appenders, each of which has such a list.
  const std::string objects = "L:log.Logger A:log.List S:log.Sift M:log.Map T:log.Appender[] " +
                              declared("P", 40, "log.Appender") + declared("B", 40, "log.List");
  const std::string from = "root→L L→list=A A→first=S S→map=M M→table=T";
  std::string to = from + " T→" + listed("P", 1, 40);
  for (int i = 1; i <= 40; ++i) to += fmt::format(" P{0}→list=B{0}", i);
  const DrawnGrowth growth(objects, from, to);
  const GrowthPlace& lists = growth.tree[growth["list log.List"]];
  ASSERT_EQ(lists.count(EndOfWindow::kTo), 41U) << growth.text();
  EXPECT_EQ(lists.metBehindOne[indexOf(EndOfWindow::kTo)], 40U);
  EXPECT_EQ(accumulations(growth), Texts{"[] log.Appender"});
}

TEST(Accumulations, AreFewBesideWhatWasThere) {
  // A large table that leaks slowly: each session has a list of its own, as the others have.
  const std::string objects = "S:Shop L:Session[] " + declared("P", 240, "Session") + declared("D", 240, "List");
  const auto sessions = [](int count) {
    return fmt::format("root→S S→sessions=L L→{}{}", listed("P", 1, count), handedOut("P", count, "items", "D", count));
  };
  const DrawnGrowth growth(objects, sessions(210), sessions(240));
  EXPECT_EQ(accumulations(growth), Texts{"[] Session"}) << growth.text();
  EXPECT_TRUE(findAccumulations(growth.tree, 100).front().isMany);
}

TEST(Accumulations, AreNotWhereHoldersGetMoreInProportion) {
  const std::string objects =
      "S:Shop L:Order[] " + declared("O", 40, "Order") + declared("A", 40, "Address") + declared("C", 40, "City");
  std::string from = "root→S S→orders=L L→" + listed("O", 1, 4);
  std::string to = "root→S S→orders=L L→" + listed("O", 1, 40);
  const auto contents = [](int count) {
    std::string text;
    for (int i = 1; i <= count; ++i) text += fmt::format(" O{0}→address=A{0} A{0}→city=C{0}", i);
    return text;
  };
  const DrawnGrowth growth(objects, from + contents(4), to + contents(40));
  EXPECT_EQ(accumulations(growth), Texts{"[] Order"}) << "each order has one address, as before";
}

TEST(Accumulations, AreFollowedInwards) {
  // The boards' number doubles, but far more listeners than that come.
  const std::string objects = "S:Service L:Board[] " + declared("B", 4, "Board") + declared("E", 4, "Listener[]") +
                              declared("D", 84, "Listener");
  const DrawnGrowth growth(
      objects, "root→S S→boards=L L→B1,B2 B1→listeners=E1 B2→listeners=E2 E1→D1 E2→D2",
      fmt::format("root→S S→boards=L L→B1,B2,B3,B4 B1→listeners=E1 B2→listeners=E2 B3→listeners=E3 B4→listeners=E4 "
                  "E1→{} E2→{} E3→{} E4→{}",
                  listed("D", 1, 21), listed("D", 22, 42), listed("D", 43, 63), listed("D", 64, 84)));
  EXPECT_EQ(accumulations(growth), Texts{"[] Listener"});
}

TEST(Accumulations, AreAFewLargeThingsToo) {
  const DrawnGrowth growth("S:Service L:Page[] P1:Page P2:Page P3:Page bytes:P1=4000 bytes:P2=4000 bytes:P3=4000",
                           "root→S S→pages=L L→P1", "root→S S→pages=L L→P1,P2,P3");
  EXPECT_EQ(accumulations(growth), Texts{"[] Page"});
  EXPECT_FALSE(findAccumulations(growth.tree, 100).front().isMany);
}

TEST(Accumulations, AreAlsoInPlacesThatGrewLittleBecauseOthersInThemShrank) {
  const std::string objects = "S:Shop O:Order[] C:Image R:Log D:Data " + declared("P", 60, "Order");
  const DrawnGrowth growth(objects, "root→S,R S→open=O,cache=C bytes:C=1100",
                           "root→S,R S→open=O R→data=D bytes:D=5000 O→" + listed("P", 1, 60));
  ASSERT_LT(growth.tree[growth["Shop"]].retained.bytes(), 200) << growth.text();
  EXPECT_EQ(accumulations(growth, 200), (Texts{"data Data", "[] Order"}));
}

TEST(Accumulations, AreWhatGrewByItself) {
  const std::string objects = "S:Service B:Buffer ";
  const DrawnGrowth growth(objects, "root→S S→buffer=B bytes:B=100", "root→S S→buffer=B bytes:B=90000");
  EXPECT_EQ(accumulations(growth), Texts{"buffer Buffer*"});
}

TEST(Accumulations, AreSeveralWhereThingsPileUpInSeveralPlaces) {
  const std::string objects =
      "S:Service A:Order[] B:Invoice[] " + declared("O", 60, "Order") + declared("I", 60, "Invoice");
  const DrawnGrowth growth(
      objects, "root→S S→orders=A,invoices=B",
      fmt::format("root→S S→orders=A,invoices=B A→{} B→{}", listed("O", 1, 60), listed("I", 1, 30)));
  EXPECT_EQ(accumulations(growth), (Texts{"[] Order", "[] Invoice"})) << "what gained most first";
  EXPECT_EQ(accumulations(growth, 800), Texts{"[] Order"}) << "enough of it";
}

TEST(Accumulations, AreNotWhatIsOnlyHeldElsewhereNow) {
  // While it was filled, a variable held the table, too.
  const std::string objects = "S:Shop T:Item[] A:Order[] " + declared("I", 40, "Item") + declared("O", 40, "Order");
  const std::string table = "S→table=T,orders=A T→" + listed("I", 1, 40);
  const DrawnGrowth growth(objects, "root→S,T " + table, "root→S " + table + " A→" + listed("O", 1, 40));
  std::vector<Accumulation> found = findAccumulations(growth.tree, 100);
  EXPECT_EQ(found.size(), 2U) << growth.text();
  Progress progress;
  progress.begin("Comparing", 0, 1, objectsAt(found, growth.tree));
  const ComparedHeaps heaps{{growth.ends.from, growth.ends.to}, nullptr, nullptr};
  ASSERT_TRUE(takeOffMoved(found, growth.tree, heaps, 100, progress));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(growth.labelOf(found.front().place), "[] Order");
  EXPECT_EQ(found.front().gained, 40 * 16);
}

TEST(Accumulations, AreManySmallThingsTogetherWhereNothingInsideSaysMore) {
  // Each session gets one of many kinds of attributes.
  const std::string objects = "L:Session[] " + declared("S", 10, "Session") + declared("D", 60, "Data");
  std::string from = "root→L L→" + listed("S", 1, 10);
  const DrawnGrowth growth(objects, from, from + handedOut("S", 10, "attribute", "D", 60));
  EXPECT_EQ(accumulations(growth, 200), Texts{"[] Session*"}) << "no field alone gained as much";
  EXPECT_EQ(accumulations(growth, 100).size(), 6U);
}

}  // namespace
}  // namespace heaptrail::test
