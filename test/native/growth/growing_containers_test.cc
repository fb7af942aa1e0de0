// The containers in which things pile up, in drawn windows.
#include "growth/growing_containers.h"

#include "growth/drawn_containers.h"

namespace heaptrail::test {
namespace {

using HeadNames = std::set<std::string>;

struct Growing : DrawnContainers {
  using DrawnContainers::DrawnContainers;

  HeadNames headsOf(const GrowingContainers& growing) const {
    HeadNames heads;
    for (const Container& container : growing.containers) heads.insert(to.heap.nameOf(container.head()));
    return heads;
  }
  HeadNames partsOf(const GrowingContainers& growing) const {
    HeadNames heads;
    for (const ObjectIndex part : growing.parts) heads.insert(to.heap.nameOf(part));
    return heads;
  }
};

TEST(GrowingContainers, TakeWhatPilesUpInTheSameForOne) {
  // Of each entry, which nobody described, the list has a key and a value.
  const std::string objects = "S:shop.Store M:lib.Map " + declared("K", 30, "shop.Key") +
                              declared("V", 30, "shop.Item") + "A:shop.Key[] B:shop.Item[]";
  Growing growth(objects, "root→S S→map=M M→keys=A,values=B",
                 fmt::format("root→S S→map=M M→keys=A,values=B A→{} B→{}", listed("K", 1, 30), listed("V", 1, 30)));
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), HeadNames{"M"});
  EXPECT_EQ(found[0].accumulations.size(), 2U);
  EXPECT_EQ(found[0].gained, 60 * 16);
}

TEST(GrowingContainers, AreLookedForUntilTheQuestionIsCancelled) {
  Growing growth("S:shop.Store A:shop.Item[] " + declared("I", 30, "shop.Item"), "root→S S→items=A",
                 "root→S S→items=A A→" + listed("I", 1, 30));
  Progress progress;
  progress.cancel();
  const auto found = growth.find(100, progress);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::kCancelled);
}

TEST(GrowingContainers, AreAllThatHoldMostOfIt) {
  const std::string objects =
      "S:shop.Store A:shop.Key[] B:shop.Key[] C:shop.Key[] X:lib.First Y:lib.Second Z:lib.Third " +
      declared("K", 40, "shop.Key");
  const std::string from = "root→S S→x=X,y=Y,z=Z X→a=A Y→b=B Z→c=C";
  Growing growth(objects, from, from + fmt::format(" A→{0} B→{0} C→{1}", listed("K", 1, 40), listed("K", 1, 5)));
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), (HeadNames{"X", "Y"})) << "the third holds a few of them only";
  EXPECT_TRUE(found[0].shared);
}

TEST(GrowingContainers, AreThoseBehindWhoHoldsOneEachToo) {
  // A pool holds connections, each of which holds the session that the server knows.
  const std::string objects = "P:shop.Pool A:shop.Pooled[] R:lib.Server B:lib.Session[] " +
                              declared("Q", 30, "shop.Pooled") + declared("C", 30, "base.Connection") +
                              declared("S", 30, "lib.Session");
  const std::string from = "root→P P→all=A root→R R→sessions=B";
  std::string to = fmt::format("{} A→{} B→{}", from, listed("Q", 1, 30), listed("S", 1, 30));
  for (int i = 1; i <= 30; ++i) to += fmt::format(" Q{0}→connection=C{0} C{0}→session=S{0}", i);
  Growing growth(objects, from, to);
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), (HeadNames{"P", "R"}));
  EXPECT_TRUE(found[0].shared);
}

TEST(GrowingContainers, AreNotMadeOfEachOther) {
  // A table is a map, and keeps an array of what it gave out beside it.
  const std::string objects =
      "R:lib.Table M:Map E:base.Given[] " + declared("W", 30, "other.Loan") + declared("S", 30, "shop.Session");
  const std::string from = "root→R R→map=M,given=E";
  std::string to = fmt::format("{} M→{} E→{}", from, listed("S", 1, 30), listed("W", 1, 30));
  for (int i = 1; i <= 30; ++i) to += fmt::format(" W{0}→session=S{0}", i);
  Growing growth(objects, from, to, "DS Map { (*); }");
  const auto found = growth.find();
  const auto ofSessions =
      std::ranges::find(found, HeadNames{"M"}, [&](const auto& one) { return growth.headsOf(one); });
  ASSERT_NE(ofSessions, found.end()) << growth.text();
  EXPECT_FALSE(ofSessions->shared) << "the table holds them by its map";
}

TEST(GrowingContainers, BeginWithTheFirstOfWhatHoldsItsOwnKindInAStaticField) {
  // Objects of a script hold each other: a static field holds one of them, and all others are below it.
  const std::string objects = "K:java.lang.Class R:rules.Rules class:rules.Rules=K O:script.Scope A:script.Scope[] " +
                              declared("D", 40, "script.Scope");
  Growing growth(objects, "root→K K→scope=O O→all=A A→" + listed("D", 1, 2),
                 "root→K K→scope=O O→all=A A→" + listed("D", 1, 40));
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), HeadNames{"O"}) << "not the class object";
}

/// Threads of a group, each of which runs a task that refers to much; of newer JVMs by an object between.
std::pair<std::string, std::string> runningTasks(const std::string& towardsTask, int threads) {
  std::string objects = "G:java.lang.ThreadGroup A:java.lang.Thread[]";
  std::string text = "root→G G→threads=A A→" + listed("T", 1, threads);
  for (int i = 1; i <= 60; ++i) {
    objects += fmt::format(" T{0}:java.lang.Thread H{0}:java.lang.Thread$FieldHolder K{0}:shop.Task", i);
    objects += fmt::format(" D{0}:shop.Guest bytes:D{0}=2000", i);
  }
  for (int i = 1; i <= threads; ++i) {
    text += fmt::format(" thread:task-{0}=T{0} local:task-{0}/shop.Task.run=K{0} K{0}→guest=D{0} ", i);
    text += fmt::format(fmt::runtime(towardsTask), i);
  }
  return {objects, text};
}

TEST(GrowingContainers, AreNoneWhereThreadsRunAndWhatTheyRunIsNamedWithThem) {
  for (const std::string towardsTask : {"T{0}→target=K{0}", "T{0}→holder=H{0} H{0}→task=K{0}"}) {
    const auto [objects, from] = runningTasks(towardsTask, 4);
    Growing growth(objects, from, runningTasks(towardsTask, 60).second);
    const auto found = growth.find();
    ASSERT_EQ(found.size(), 1U) << growth.text();
    EXPECT_EQ(found[0].unheld, HeldByNobody::kRuns);
    EXPECT_EQ(growth.headsOf(found[0]), HeadNames{});
    EXPECT_EQ(found[0].accumulations.size(), 2U) << "tasks, and the threads themselves";
  }
}

TEST(GrowingContainers, AreOneForEachHolder) {
  const std::string objects = "L:shop.Board[] " + declared("B", 3, "shop.Board") + declared("A", 3, "shop.Listener[]") +
                              declared("D", 60, "shop.Listener");
  std::string from = "root→L L→B1,B2,B3";
  for (int i = 1; i <= 3; ++i) from += fmt::format(" B{0}→listeners=A{0}", i);
  std::string to = from;
  for (int i = 1; i <= 3; ++i) to += fmt::format(" A{}→{}", i, listed("D", 20 * i - 19, 20 * i));
  Growing growth(objects, from, to);
  growth.own = OwnPackages({"shop"});
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), (HeadNames{"B1", "B2", "B3"}));
  EXPECT_FALSE(found[0].shared);
  EXPECT_FALSE(found[0].ofData);
}

TEST(GrowingContainers, AreTheDescribedOnesAroundAFewLargeThings) {
  const std::string objects = "S:shop.Store M:Map V:shop.Value D:shop.Page bytes:D=9000 N:shop.Name";
  Growing growth(objects, "root→S S→map=M M→V V→name=N", "root→S S→map=M M→V V→name=N,page=D", "DS Map { (*); }");
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), HeadNames{"M"});
  EXPECT_TRUE(found[0].ofData) << "the map did not grow, but what is in it";
}

TEST(GrowingContainers, AreOneForTheWholeOfALinkedList) {
  const std::string objects =
      "S:shop.Store Q:lib.Queue " + declared("N", 40, "lib.Queue$Node") + declared("V", 40, "shop.Item");
  std::string to = "root→S S→queue=Q";
  for (int i = 1; i <= 40; ++i)
    to += fmt::format(" N{0}→item=V{0}", i) + (i < 40 ? fmt::format(",next=N{}", i + 1) : "");
  // Linked from both ends, so that the queue and not the node before dominates each node but the first.
  Growing growth(objects, "root→S S→queue=Q Q→first=N1,last=N1 N1→item=V1", to + " Q→first=N1,last=N40");
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), HeadNames{"Q"});
}

TEST(GrowingContainers, AreOneForAListLinkedThroughReferencesInObjects) {
  // As atomic ones are: each node has its own for the next and the one before.
  const std::string objects = "S:shop.Store Q:lib.jobs.internal.Queue " + declared("N", 40, "lib.jobs.channels.Node") +
                              declared("F", 40, "lib.atomic.Ref") + declared("B", 40, "lib.atomic.Ref") +
                              declared("V", 40, "shop.Job");
  std::string to = "root→S S→queue=Q";
  for (int i = 1; i <= 40; ++i) {
    to += fmt::format(" N{0}→job=V{0},next=F{0},before=B{0}", i);
    if (i < 40) to += fmt::format(" F{}→value=N{}", i, i + 1);
    if (i > 1) to += fmt::format(" B{}→value=N{}", i, i - 1);
  }
  Growing growth(objects, "root→S S→queue=Q Q→first=N1,last=N1 N1→job=V1", to + " Q→first=N1,last=N40");
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), HeadNames{"Q"});
  EXPECT_FALSE(found[0].shared) << "nodes that hold each other are no owners";
}

TEST(GrowingContainers, AreWhatLeadsToTheFirstOfManyChains) {
  // Accounts know their last booking, which knows the ones before of both accounts that it is in.
  const std::string objects =
      "R:shop.Accounts T:shop.Account[] " + declared("A", 4, "shop.Account") + declared("B", 40, "shop.Booking");
  const std::string from = "root→R R→accounts=T T→A1,A2,A3,A4";
  std::string to = from + " A1→last=B40 A2→last=B40 A3→last=B39 A4→last=B39";
  for (int i = 3; i <= 40; ++i) to += fmt::format(" B{}→previous=B{},other=B{}", i, i - 2, i - 1);
  Growing growth(objects, from, to);
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), (HeadNames{"A1", "A2", "A3", "A4"}));
  EXPECT_TRUE(found[0].shared);
}

TEST(GrowingContainers, TakeWhatTheirElementsShareForTheirs) {
  // Views of a list know each other's parts, and a publisher's list knows all views.
  const std::string objects =
      "S:shop.Stock P:lib.Publisher T:lib.View[] " + declared("V", 30, "lib.View") + declared("U", 30, "lib.Update");
  const std::string from = "root→S S→publisher=P P→views=T";
  std::string to = from + " T→" + listed("V", 1, 30);
  for (int i = 1; i <= 30; ++i) to += fmt::format(" V{0}→own=U{0},next=U{1}", i, i % 30 + 1);
  Growing growth(objects, from, to);
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), HeadNames{"P"});
  EXPECT_EQ(found[0].accumulations.size(), 2U);
}

TEST(GrowingContainers, TakeWhatTheirPartsShareForTheirs) {
  // A cache has entries of its own, and its keys in a map and in the order of their use.
  const std::string objects = "S:shop.Store C:lib.Cache A:lib.Entry[] M:Map N:List " + declared("E", 30, "lib.Entry") +
                              declared("K", 30, "shop.Key");
  const std::string descriptions = "DS Map { (*); } DS List { (*); }";
  const std::string from = "root→S S→cache=C C→entries=A,byKey=M,byUse=N";
  const std::string to = from + fmt::format(" A→{0} M→{1} N→{1}", listed("E", 1, 30), listed("K", 1, 30));
  Growing growth(objects, from, to, descriptions);
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), HeadNames{"C"});
  EXPECT_EQ(growth.partsOf(found[0]), (HeadNames{"M", "N"}));
  EXPECT_EQ(found[0].gained, 60 * 16);

  // Where somebody else holds one of them, both must let go.
  Growing apart(objects, from + " root→N", to + " root→N", descriptions);
  const auto two = apart.find();
  ASSERT_EQ(two.size(), 2U) << apart.text();
  EXPECT_EQ(apart.headsOf(two[1]), (HeadNames{"M", "N"}));
}

/// A graph has its nodes in a table and in a map, and in another map what leads to nodes; beside it are notes.
struct GraphOfNodes {
  std::string objects = "S:shop.Store G:lib.Graph A:shop.Node[] M:Map P:Map " + declared("N", 30, "shop.Node") +
                        declared("E", 30, "lib.Edge") + declared("O", 30, "shop.Note");
  std::string from = "root→S S→graph=G G→nodes=A,byKey=M,edges=P";
  std::string nodes = fmt::format(" A→{0} M→{0} P→", listed("N", 1, 30));

  Growing with(const std::string& edges) const {
    std::string to = from + nodes + edges;
    for (int i = 1; i <= 30; ++i) to += fmt::format(" E{0}→node=N{0}", i);
    return {objects, from, to, "DS Map { (*); }"};
  }
};

TEST(GrowingContainers, AreALibrarysObjectWithAllItsPartsThatHoldTheSame) {
  const GraphOfNodes graph;
  Growing growth = graph.with(listed("E", 1, 30));
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_FALSE(found[0].shared);
  EXPECT_EQ(growth.headsOf(found[0]), HeadNames{"G"});
  EXPECT_EQ(growth.partsOf(found[0]), (HeadNames{"M", "P"}));

  // What leads to none of these is another story.
  Growing notes = graph.with(listed("O", 1, 30));
  const auto two = notes.find();
  ASSERT_EQ(two.size(), 2U) << notes.text();
  EXPECT_EQ(notes.partsOf(two[0]), HeadNames{"M"});
  EXPECT_EQ(notes.headsOf(two[1]), HeadNames{"P"});
}

TEST(GrowingContainers, AreAllPartsOfTheProgramsOwnObjectThatHoldTheSame) {
  Growing growth = GraphOfNodes().with(listed("E", 1, 30));
  growth.own = OwnPackages({"lib"});
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 2U) << growth.text();
  EXPECT_TRUE(found[0].shared);
  EXPECT_EQ(growth.headsOf(found[0]), (HeadNames{"G", "M"}));
}

TEST(GrowingContainers, AreOneStoryWhereSomeOfThemHoldAsManyOfOneThingAsOfAnother) {
  const std::string objects =
      "C:shop.Connection B:shop.Broker M:shop.Message X:shop.Session[] Y:shop.Session[] "
      "Z:shop.Producer[] W:shop.Producer[] " +
      declared("S", 30, "shop.Session") + declared("P", 30, "shop.Producer");
  const std::string from = "root→C root→B root→M C→sessions=X M→sessions=Y,producers=Z B→producers=W";
  const std::string sessions = fmt::format(" X→{0} Y→{0}", listed("S", 1, 30));
  Growing growth(objects, from, from + sessions + fmt::format(" Z→{0} W→{0}", listed("P", 1, 30)));
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), (HeadNames{"C", "B", "M"}));
  EXPECT_EQ(found[0].gained, 60 * 16 + 4 * 30 * 4) << "with what the arrays grew";
  Growing fewer(objects, from, from + sessions + fmt::format(" Z→{0} W→{0}", listed("P", 1, 25)));
  EXPECT_EQ(fewer.find().size(), 2U) << "not as many of each";
}

TEST(GrowingContainers, AreNotMixedWithTheFewThingsThatTheyShareWithOthers) {
  const auto grown = [](int shared) {
    const std::string objects = "S:shop.Store A:java.lang.Object[] B:java.lang.Object[] X:lib.First Y:lib.Second " +
                                declared("K", 60, "shop.Key") + declared("E", 60, "shop.Extra");
    const std::string from = "root→S S→x=X,y=Y X→a=A Y→b=B";
    const std::string both = listed("E", 1, shared);
    Growing growth(objects, from, from + fmt::format(" A→{},{} B→{}", listed("K", 1, 60), both, both));
    std::vector<HeadNames> heads;
    for (const GrowingContainers& found : growth.find()) heads.push_back(growth.headsOf(found));
    return heads;
  };
  EXPECT_EQ(grown(10), (std::vector<HeadNames>{{"X"}, {"X", "Y"}}));
  EXPECT_EQ(grown(40), (std::vector<HeadNames>{{"X", "Y"}})) << "of which the first has keys of its own";
}

TEST(GrowingContainers, AreManyThingsThatEachGrewByThemselves) {
  // As many series as ever, in meters that a described tree holds; but they are longer.
  const std::string objects =
      "S:shop.Store T:lib.Tree A:shop.Meter[] " + declared("M", 24, "shop.Meter") + declared("R", 24, "data.Series");
  std::string from = "root→S S→meters=T T→array=A A→" + listed("M", 1, 24);
  for (int i = 1; i <= 24; ++i) from += fmt::format(" M{0}→series=R{0}", i);
  std::string to = from;
  for (int i = 1; i <= 24; ++i) to += fmt::format(" bytes:R{}=400", i);
  Growing growth(objects, from, to, "DS lib.Tree { shop.Meter[]; (*); }");
  const auto found = growth.find();
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(found[0].containers.size(), 24U);
  EXPECT_TRUE(growth.headsOf(found[0]).contains("R1"));
  EXPECT_FALSE(found[0].ofData);
}

TEST(GrowingContainers, AreWhatHoldsThingsThatEachHaveAnOwnerOfTheirOwn) {
  // A registry knows plugins by key and by rank; a plugin and its key both lead to its loader.
  const std::string objects = "R:lib.Registry A:index.ByKey B:order.ByRank T:app.Key[] U:app.Plugin[] " +
                              declared("X", 30, "app.Key") + declared("P", 30, "app.Plugin") +
                              declared("L", 30, "base.Loader");
  const std::string from = "root→R R→keys=A,ranks=B A→table=T B→table=U";
  std::string to = from + fmt::format(" T→{} U→{}", listed("X", 1, 30), listed("P", 1, 30));
  for (int i = 1; i <= 30; ++i) to += fmt::format(" X{0}→loader=L{0} P{0}→loader=L{0} bytes:L{0}=1000", i);
  Growing growth(objects, from, to);
  const auto found = growth.find(5000);
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), (HeadNames{"A", "B"})) << growth.text();
  EXPECT_TRUE(found[0].shared);
}

TEST(GrowingContainers, AreNoListsOfFinalizers) {
  // As above, where the JVM lists each loader, since it has a finalizer.
  const std::string objects = "R:lib.Registry A:index.ByKey B:order.ByRank T:app.Key[] U:app.Plugin[] J:base.Jvm " +
                              declared("X", 30, "app.Key") + declared("P", 30, "app.Plugin") +
                              declared("L", 30, "base.Loader") + declared("Z", 30, "java.lang.ref.Finalizer");
  const std::string from = "root→R root→J R→keys=A,ranks=B A→table=T B→table=U";
  std::string to = from + fmt::format(" J→first=Z1 T→{} U→{}", listed("X", 1, 30), listed("P", 1, 30));
  for (int i = 1; i <= 30; ++i) {
    to += fmt::format(" X{0}→loader=L{0} P{0}→loader=L{0} bytes:L{0}=1000 Z{0}→referent=L{0}", i);
    if (i < 30) to += fmt::format(",next=Z{}", i + 1);
  }
  Growing growth(objects, from, to);
  const auto found = growth.find(5000);
  ASSERT_EQ(found.size(), 1U) << growth.text();
  EXPECT_EQ(growth.headsOf(found[0]), (HeadNames{"A", "B"})) << growth.text();
}

}  // namespace
}  // namespace heaptrail::test
