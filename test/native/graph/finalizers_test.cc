// What finalizers list is held by whoever else holds it; and what nobody else holds is there by itself, and holds
// nothing that is there for another reason.
#include "graph/finalizers.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "graph/dominators.h"
#include "graph/root_paths.h"
#include "reference/live_graphs.h"

namespace heaptrail {
namespace {

using namespace test;
using Names = std::set<std::string>;

/// `L1→referent=A,next=L2` and so on: the JVM's list of what has a finalizer, below its class object F.
std::string listed(const std::vector<std::string>& names) {
  std::string text = " root→F class:java.lang.ref.Finalizer=F F→unfinalized=L0";
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string link = "L" + std::to_string(i);
    text = ' ' + link + ":java.lang.ref.Finalizer" + text + ' ' + link + "→referent=" + names[i];
    if (i + 1 < names.size()) text += ",next=L" + std::to_string(i + 1);
  }
  return text;
}

struct Unfinalized {
  explicit Unfinalized(const std::string& text) : drawn(draw(text)), whole(liveGraph(drawn.heap)) {
    Progress progress;
    graph = std::make_unique<LiveGraph>(std::move(*withoutFinalizers(whole, progress)));
    dominators = std::make_unique<Dominators>(std::move(*Dominators::build(*graph, Threads(1), progress)));
  }

  Names waiting() const {
    Names names;
    for (const auto& [name, object] : drawn.objects) {
      if (graph->waitsForFinalizer(object)) names.insert(name);
    }
    return names;
  }
  std::string dominatorOf(const std::string& name) const {
    return drawn.nameOf(dominators->immediateDominator(drawn[name]));
  }

  DrawnHeap drawn;
  LiveGraph whole;
  std::unique_ptr<LiveGraph> graph;
  std::unique_ptr<Dominators> dominators;
};

TEST(Finalizers, HoldNothingThatOthersHold) {
  const Unfinalized heap("root→S S→list=A A→part=B" + listed({"A"}));
  EXPECT_EQ(countFinalizers(heap.whole), 1U);
  EXPECT_TRUE(heap.waiting().empty());
  EXPECT_EQ(heap.dominatorOf("A"), "S");
  EXPECT_EQ(heap.dominatorOf("B"), "A");
}

TEST(Finalizers, LeaveWhatWaitsWithAllThatOnlyItHolds) {
  const Unfinalized heap("root→S S→kept=K" + listed({"A"}) + " A→part=B,known=K B→back=A");
  EXPECT_EQ(heap.waiting(), (Names{"A", "B"}));
  EXPECT_EQ(heap.dominatorOf("A"), "");
  EXPECT_EQ(heap.dominatorOf("B"), "A");
  EXPECT_EQ(heap.dominatorOf("K"), "S") << "what waits does not hold what is there for another reason";
  EXPECT_EQ(heap.dominators->retained(heap.drawn["A"]).objects, 2U);
}

TEST(Finalizers, KeepAllThatIsLive) {
  // Each leads to the other: whichever is looked at first is enough. And a class that only a waiting object keeps.
  const Unfinalized heap("A:Own class:Own=C" + listed({"A", "B"}) + " A→other=B B→other=A C→last=D");
  EXPECT_EQ(heap.waiting(), (Names{"A", "B", "C", "D"}));
  for (const auto& [name, object] : heap.drawn.objects) {
    EXPECT_GE(heap.dominators->numberOfDominator(object), 1U) << name;
  }
  EXPECT_NE(heap.dominatorOf("B") == "A", heap.dominatorOf("A") == "B");
}

TEST(Finalizers, AreNoReasonWhileThereIsAnother) {
  const Unfinalized heap("root→S S→a=X X→b=Y Y→c=Z Z→d=A" + listed({"A", "W"}));
  Progress progress;
  const RootHolders holders(heap.whole);
  const auto paths =
      *ShortestPaths::find(heap.whole, holders, SoftReferences::kFollow, progress, PathStart::kLastingFirst);
  const RootPath path = paths.to(heap.whole, holders, heap.drawn["A"]);
  EXPECT_EQ(path.steps.front().object, heap.drawn["S"]) << "the way through the finalizer is shorter, and no reason";
  EXPECT_TRUE(paths.leadTo(heap.drawn["W"])) << "which nothing but its finalizer holds";
}

}  // namespace
}  // namespace heaptrail
