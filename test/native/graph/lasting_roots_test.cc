// Who holds things for good, at moments at which methods are in the middle of them.
#include "graph/lasting_roots.h"

#include <gtest/gtest.h>

#include "graph/dominators.h"
#include "reference/live_graphs.h"

namespace heaptrail {
namespace {

using namespace test;
using Names = std::set<std::string>;

struct Lasting {
  explicit Lasting(const std::string& text, const std::string& older = "")
      : drawn(draw(text)), whole(liveGraph(drawn.heap)) {
    Progress progress;
    const RootHolders holders(whole);
    const PassingRoots passing{100, [&](ObjectIndex root) { return older.empty() || root != drawn[older]; }};
    found = std::move(*findLastingRoots(whole, holders, passing, progress));
    graph = std::make_unique<LiveGraph>(whole.withoutPassing(found.passing, found.roots));
    dominators = std::make_unique<Dominators>(std::move(*Dominators::build(*graph, Threads(1), progress)));
  }

  Names roots() const {
    BitSet set(drawn.heap->objectCount());
    for (const ObjectIndex root : found.roots) set.set(root.value());
    return drawn.namesOf(set);
  }
  Names passing() const { return drawn.namesOf(found.passing); }
  std::string dominatorOf(const std::string& name) const {
    return drawn.nameOf(dominators->immediateDominator(drawn[name]));
  }

  DrawnHeap drawn;
  LiveGraph whole;
  LastingRoots found;
  std::unique_ptr<LiveGraph> graph;
  std::unique_ptr<Dominators> dominators;
};

TEST(LastingRoots, LeaveOutWhatMethodsWorkOn) {
  const Lasting heap("root→S S→list=L L→A,B local:main/a.Sorter.sort=L local:main/a.Sorter.compare=A");
  EXPECT_EQ(heap.roots(), Names{"S"});
  EXPECT_EQ(heap.dominatorOf("A"), "L");
  EXPECT_EQ(heap.dominatorOf("L"), "S");
}

TEST(LastingRoots, AreOfTheMethodFurtherOutWhereOnlyMethodsHold) {
  // Named so that the inner method's object is the first one of the heap.
  const Lasting heap("local:main/a.List.add=L local:main/a.Main.main=S S→list=L L→A");
  EXPECT_EQ(heap.roots(), Names{"S"});
  EXPECT_EQ(heap.dominatorOf("A"), "L");
}

TEST(LastingRoots, HoldAloneWhatATableThatIsJustBeingFilledHoldsToo) {
  const std::string text =
      "root→S S→map=M M→table=T T→A,B local:main/a.Map.resize=N local:main/a.Map.put=T N:Node[] N→A,B";
  const Lasting heap(text);
  EXPECT_EQ(heap.roots(), (Names{"S", "N"}));
  EXPECT_EQ(heap.passing(), Names{"N"});
  EXPECT_EQ(heap.dominatorOf("A"), "T");
  const Lasting large(text + " bytes:N=200");
  EXPECT_EQ(large.passing(), Names{}) << "what is large may be what leaks";
  EXPECT_EQ(large.dominatorOf("A"), "");
}

TEST(LastingRoots, AreThoseThatWereThereBeforeToo) {
  // A list that `main` has beside the cache of a static field, for as long as the program runs.
  const std::string text = "root→S S→cache=C C→A,B local:main/a.Main.main=L L→A,B";
  EXPECT_EQ(Lasting(text).dominatorOf("A"), "C");
  const Lasting heap(text, "L");
  EXPECT_EQ(heap.passing(), Names{});
  EXPECT_EQ(heap.dominatorOf("A"), "");
}

TEST(LastingRoots, KeepWhatPassesTogether) {
  const Lasting heap("root→S S→list=L L→A local:main/a.Copy.make=C C→view=V V→back=C,of=A");
  EXPECT_EQ(heap.passing(), (Names{"C", "V"}));
  EXPECT_EQ(heap.dominatorOf("V"), "C");
  EXPECT_EQ(heap.dominatorOf("A"), "L");
}

}  // namespace
}  // namespace heaptrail
