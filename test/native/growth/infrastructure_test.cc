// What counts as data: everything up to class objects, loaders, modules and threads.
#include "growth/infrastructure.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "reference/live_graphs.h"
#include "reference/random_shapes.h"
#include "support/sanitized.h"

namespace heaptrail {
namespace {

using namespace test;

/// A session whose worker is a thread, whose plugin is of another class loader, and all three know much.
struct Sessions {
  DrawnHeap drawn = draw(
      "root→S:app.Session,O:app.Session S→name=N:String,worker=W:app.Worker,plugin=P:app.Plugin W→queue=Q:Queue "
      "P→type=K:java.lang.Class K→cache=C:Cache,<loader>=L:app.Loader L→classes=V:Vector V→K O→name=N "
      "class:app.Plugin=K super:app.Worker=java.lang.Thread super:app.Loader=java.lang.ClassLoader bytes:Q=1000 "
      "bytes:C=2000 bytes:V=500");
  LiveGraph graph = liveGraph(drawn.heap);
  DataGraph data{graph, Threads(2)};

  std::vector<Size> deep(const std::vector<std::string>& names) const {
    std::vector<ObjectIndex> objects;
    for (const std::string& name : names) objects.push_back(drawn[name]);
    Progress progress;
    return *data.deepSizes(objects, progress);
  }
};

TEST(Infrastructure, IsWhatEveryObjectLeadsTo) {
  const Sessions sessions;
  std::string found;
  for (const auto& [name, object] : sessions.drawn.objects) {
    if (isInfrastructure(*sessions.drawn.heap, object)) found += name;
  }
  EXPECT_EQ(found, "KLW");
}

TEST(Infrastructure, EndsWhatAnObjectLeadsTo) {
  const Sessions sessions;
  // The session, its name, its worker and its plugin with the class that this one names.
  EXPECT_EQ(sessions.deep({"S"}), (std::vector<Size>{{5, 80}}));
  EXPECT_EQ(sessions.deep({"S", "O"}), (std::vector<Size>{{5, 80}, {2, 32}}));
}

TEST(Infrastructure, LeadsAsFarAsItRefers) {
  const Sessions sessions;
  EXPECT_EQ(sessions.deep({"W"}), (std::vector<Size>{{2, 1016}}));
  // A loader's classes are counted, and what these hold is not.
  EXPECT_EQ(sessions.deep({"L"}), (std::vector<Size>{{3, 532}}));
  EXPECT_EQ(sessions.deep({"S", "K"}), (std::vector<Size>{{5, 80}, {3, 2032}}));
}

TEST(Infrastructure, ChangesNothingElseOnRandomHeaps) {
  for (uint32_t seed = 0; seed < randomCases(500); ++seed) {
    const auto heap = randomShape(45, seed);
    const LiveGraph graph = liveGraph(heap);
    const DataGraph data(graph, Threads(1));
    graph.live().forEach([&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      std::vector<ObjectIndex> all;
      std::vector<ObjectIndex> some;
      graph.forEachReference(object, [&](ObjectIndex target) { all.push_back(target); });
      data.graph().forEachReference(object, [&](ObjectIndex target) { some.push_back(target); });
      EXPECT_EQ(some, isInfrastructure(*heap, object) ? std::vector<ObjectIndex>() : all) << "seed " << seed;
      EXPECT_EQ(data.graph().isInner(object), graph.isInner(object) && !isInfrastructure(*heap, object));
    });
  }
}

}  // namespace
}  // namespace heaptrail
