// What programmers call objects of drawn heaps.
#include "growth/place_names.h"

#include <gtest/gtest.h>

#include "reference/live_graphs.h"

namespace heaptrail::test {
namespace {

/// The name of the object X.
PlaceName nameIn(const std::string& text, const OwnPackages& own = OwnPackages({"shop"})) {
  const DrawnHeap drawn = draw(text);
  const LiveGraph graph = liveGraph(drawn.heap);
  Progress progress;
  const Dominators dominators = std::move(*Dominators::build(graph, Threads(1), progress));
  const RootHolders holders(graph);
  const ShortestPaths paths =
      std::move(*ShortestPaths::find(graph, holders, SoftReferences::kFollow, progress, PathStart::kLastingFirst));
  const ReverseReferences reverse = std::move(*ReverseReferences::build(graph, Threads(1), progress));
  return PlaceNames(graph, dominators, holders, paths, reverse, own).of(drawn["X"]);
}
std::string textIn(const std::string& text) { return nameIn(text).text; }

TEST(PlaceNames, AreTheFieldsThatHold) {
  const PlaceName name = nameIn("root→S:shop.web.SessionStore S→byToken=X:java.util.HashMap");
  EXPECT_EQ(name.text, "SessionStore.byToken");
  ASSERT_TRUE(name.field);
  EXPECT_EQ(*name.field, (FieldName{"shop.web.SessionStore", "byToken", false}));
}

TEST(PlaceNames, AreNamedByTheClassThatDeclaresTheField) {
  EXPECT_EQ(textIn("root→S:shop.Store super:shop.Store=shop.BaseStore S→shop.BaseStore.items=X:java.util.ArrayList"),
            "BaseStore.items");
}

TEST(PlaceNames, OfStaticFieldsAreThoseOfTheClass) {
  const PlaceName name =
      nameIn("root→K:java.lang.Class class:shop.Store$Index=K I:shop.Store$Index K→INSTANCE=X:java.util.HashMap");
  EXPECT_EQ(name.text, "Store.Index.INSTANCE");
  ASSERT_TRUE(name.field);
  EXPECT_EQ(*name.field, (FieldName{"shop.Store$Index", "INSTANCE", true}));
}

TEST(PlaceNames, HaveBracketsForEachCollectionAndArrayBetween) {
  const std::string inMap =
      "root→S:org.quartz.RAMJobStore S→jobsByGroup=M:java.util.HashMap M→table=T:java.util.HashMap$Node[] "
      "T→E:java.util.HashMap$Node E→value=";
  EXPECT_EQ(textIn(inMap + "X:java.util.HashMap"), "RAMJobStore.jobsByGroup[]");
  EXPECT_EQ(textIn(inMap + "N:java.util.ArrayList N→elementData=O:java.lang.Object[] O→X:java.util.HashMap"),
            "RAMJobStore.jobsByGroup[][]");
  EXPECT_EQ(textIn("root→S:shop.Store S→buckets=B:java.util.ArrayList[] B→X:java.util.ArrayList"), "Store.buckets[]");
}

TEST(PlaceNames, OfLibrariesFieldsTellTheProgramsOwnFieldToo) {
  const std::string inRegistry = " R→metrics=X:java.util.HashMap";
  const PlaceName byField = nameIn("root→S:shop.Store S→registry=R:lib.Registry" + inRegistry);
  EXPECT_EQ(byField.text, "Registry.metrics");
  ASSERT_TRUE(byField.within);
  EXPECT_EQ(byField.within->text, "Store.registry");
  EXPECT_EQ(byField.within->field, (FieldName{"shop.Store", "registry", false}));
  const PlaceName byStatic = nameIn(
      "root→K:java.lang.Class class:shop.Store=K S:shop.Store K→REGISTRIES=L:java.util.ArrayList "
      "L→elementData=O:java.lang.Object[] O→R:lib.Registry" +
      inRegistry);
  ASSERT_TRUE(byStatic.within);
  EXPECT_EQ(byStatic.within->text, "Store.REGISTRIES[]");
  EXPECT_TRUE(byStatic.within->field.isStatic);
  EXPECT_FALSE(nameIn("root→R:lib.Registry" + inRegistry).within) << "nothing of the program holds it";
  EXPECT_FALSE(nameIn("root→S:shop.Store S→byToken=X:java.util.HashMap").within) << "the program's own name";
  EXPECT_FALSE(nameIn("root→S:shop.Store S→registry=R:lib.Registry" + inRegistry, OwnPackages()).within)
      << "nobody knows what the program's own is";
}

TEST(PlaceNames, HaveNoBracketsForWrappers) {
  EXPECT_EQ(textIn("root→S:shop.Store S→byId=W:java.util.Collections$SynchronizedMap W→m=X:java.util.HashMap"),
            "Store.byId");
}

TEST(PlaceNames, AreNotFieldsOfTheContainersOwnFamily) {
  EXPECT_EQ(textIn("root→S:shop.Service S→cache=L:lib.cache.LocalManualCache L→localCache=X:lib.cache.LocalCache"),
            "Service.cache");
  EXPECT_EQ(textIn("root→L:lib.cache.Manager L→localCache=X:lib.cache.LocalCache"), "Manager.localCache")
      << "better than none";
}

TEST(PlaceNames, OfThreadLocalsAreTheFieldsThatHoldThem) {
  const std::string thread =
      "thread:pool-1-thread-7=T:java.lang.Thread T→threadLocals=M:java.lang.ThreadLocal$ThreadLocalMap "
      "M→table=A:java.lang.ThreadLocal$ThreadLocalMap$Entry[] A→E:java.lang.ThreadLocal$ThreadLocalMap$Entry "
      "super:java.lang.ThreadLocal$ThreadLocalMap$Entry=java.lang.ref.WeakReference "
      "E→value=X:java.util.ArrayList,java.lang.ref.WeakReference.referent=L:java.lang.ThreadLocal ";
  EXPECT_EQ(textIn(thread + "root→K:java.lang.Class class:shop.Context=K C:shop.Context K→CURRENT=L"),
            "Context.CURRENT");
  EXPECT_EQ(textIn(thread + "root→S:shop.Service S→context=L"), "Service.context");
  EXPECT_EQ(textIn(thread), "thread local of pool-1-thread-*") << "nothing holds the thread local any more";
}

TEST(PlaceNames, OfAllThreadLocalsOfAThreadAreWhatMostOfThemAre) {
  const std::string table =
      "thread:exec-7=T:java.lang.Thread T→threadLocals=X:java.lang.ThreadLocal$ThreadLocalMap "
      "X→table=A:java.lang.ThreadLocal$ThreadLocalMap$Entry[] "
      "super:java.lang.ThreadLocal$ThreadLocalMap$Entry=java.lang.ref.WeakReference "
      "A→E:java.lang.ThreadLocal$ThreadLocalMap$Entry,F:java.lang.ThreadLocal$ThreadLocalMap$Entry,"
      "G:java.lang.ThreadLocal$ThreadLocalMap$Entry "
      "E→value=P:app.Patient,java.lang.ref.WeakReference.referent=L:java.lang.ThreadLocal "
      "F→value=Q:app.Patient,java.lang.ref.WeakReference.referent=L "
      "G→value=R:app.Buffer,java.lang.ref.WeakReference.referent=N:java.lang.ThreadLocal ";
  EXPECT_EQ(textIn(table + "root→K:app.Surgery class:app.Surgery=K K→PATIENT=L"), "Surgery.PATIENT of thread exec-*");
  EXPECT_EQ(textIn(table + "root→S:shop.Service S→buffer=N"), "threadLocals of thread exec-*")
      << "one of three, and the others are nobody's";
}

TEST(PlaceNames, OfLocalVariablesAreTheirMethods) {
  const PlaceName name = nameIn("local:main/shop.Main.run=X:java.util.HashMap X→y=Y");
  EXPECT_EQ(name.text, "local variable of Main.run");
  EXPECT_FALSE(name.field);
}

TEST(PlaceNames, AreTheNearestFieldsThatTellWhereOnlyThreadsHold) {
  EXPECT_EQ(textIn("local:worker-1/lib.pool.Loop.run=X:java.util.ArrayDeque "
                   "local:worker-1/shop.Worker.run=W:shop.Worker W→queue=X"),
            "Worker.queue");
}

TEST(PlaceNames, AreTheProgramsNearestFieldsWhereTheFieldOfAThreadTellsNothing) {
  const std::string byThread =
      "thread:Cleaner-1=T:jdk.InnocuousThread super:jdk.InnocuousThread=java.lang.Thread "
      "T→java.lang.Thread.target=X:jdk.internal.ref.CleanerImpl ";
  const std::string byField = "local:main/{0}.run=F:{0} F→cleaner=C:java.lang.ref.Cleaner C→impl=X";
  EXPECT_EQ(textIn(byThread + fmt::format(fmt::runtime(byField), "shop.Files")), "Files.cleaner");
  EXPECT_EQ(textIn(byThread + fmt::format(fmt::runtime(byField), "lib.Files")), "target of thread Cleaner-*")
      << "a library's field tells no more";
}

TEST(PlaceNames, AreTheProgramsNearestFieldsHoweverManyThingsInsideReferBack) {
  std::string server =
      "thread:http=T:java.lang.Thread T→java.lang.Thread.target=D:sun.http.Server$Dispatcher "
      "D→this$0=S:sun.http.Server S→contexts=C:sun.http.Contexts C→list=X:java.util.LinkedList ";
  EXPECT_EQ(textIn(server), "Contexts.list") << "better than the field of a thread";
  server += "local:main/shop.Web.main=W:shop.Web W→server=P:sun.http.ServerProxy P→server=S ";
  for (int i = 0; i < 3000; ++i) server += fmt::format("X→E{0}:sun.http.Context E{0}→server=S E{0}→list=C ", i);
  EXPECT_EQ(textIn(server), "Web.server");
}

TEST(PlaceNames, AreEmptyWhereNothingIsKnown) { EXPECT_EQ(textIn("root→X:java.util.HashMap"), ""); }

TEST(PlaceNames, ShortenNamesOfClasses) {
  EXPECT_EQ(shortClassName("shop.Store$Index"), "Store.Index");
  EXPECT_EQ(shortClassName("Store"), "Store");
  EXPECT_EQ(shortClassName("shop.$Proxy1"), "$Proxy1");
  EXPECT_EQ(shortClassName("scala.Map$"), "Map$");
  EXPECT_EQ(shortClassName("shop.Store$Index$$Lambda$42/0x00007f4b78080d68"), "Store.Index lambda");
}

}  // namespace
}  // namespace heaptrail::test
