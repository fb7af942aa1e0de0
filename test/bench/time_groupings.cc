// Times groupings of a heap that is made up in memory: objects of some types, sites, threads and loaders, each of which
// refers to two that lie near it. The floor is what marking all of them takes, and, for types, a bare loop that counts
// by type with nothing between it and the columns.
//
//   time_groupings [MILLIONS] [THREADS]     prints JSON: for each part its seconds, and how many of marking that is
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "classify/by_type.h"
#include "classify/grouping_tree.h"
#include "classify/row_sizes.h"
#include "classify/where.h"
#include "graph/live_graph.h"

namespace {

using namespace heaptrail;

constexpr uint32_t kTypes = 3000;
constexpr uint32_t kSites = 20000;
constexpr uint32_t kThreads = 40;

/// A few types have most of the objects.
uint32_t skewed(std::minstd_rand& random, uint32_t count) {
  const double share = static_cast<double>(random()) / static_cast<double>(std::minstd_rand::max());
  return static_cast<uint32_t>(share * share * share * (count - 1));
}

std::shared_ptr<const Heap> madeUpHeap(uint32_t objects) {
  auto symbols = std::make_shared<Symbols>();
  for (uint32_t t = 0; t < kTypes; ++t) {
    Type& type = symbols->types.emplace_back();
    type.name = fmt::format("com.acme.part{}.unit{}.Type{}", t % 7, t % 113, t);
    type.bytes = 16 + 8 * (t % 20);
  }
  for (uint32_t s = 0; s < kSites; ++s) {
    Site& site = symbols->sites.emplace_back();
    for (uint32_t f = 0; f < 8; ++f) {
      const uint32_t method = f == 0 ? s : s % (kSites >> f);
      site.frames.push_back({fmt::format("com.acme.Class{}", method % 500), fmt::format("m{}", method), "C.java", f});
    }
  }
  for (uint32_t t = 0; t < kThreads; ++t) symbols->threads.push_back({fmt::format("worker-{}", t)});
  HeapParts parts;
  ObjectIds::Builder ids;
  parts.types = NarrowColumn(objects, kTypes);
  parts.sites = OptionalColumn(objects, kSites);
  parts.threads = OptionalColumn(objects, kThreads);
  Array<uint32_t> degrees(objects + 1);
  std::minstd_rand random(7);
  for (uint32_t o = 0; o < objects; ++o) {
    ids.add(ObjectId(0x10000 + 16 * uint64_t{o}));
    const uint32_t type = skewed(random, kTypes);
    parts.types.set(o, type);
    parts.sites.set(o, (type * 7 + skewed(random, 40)) % kSites);
    parts.threads.set(o, type % kThreads);
    degrees[o] = 2;
  }
  uint64_t duplicates = 0;
  parts.ids = std::move(ids).build(duplicates);
  parts.extents = SparseColumn(RankedBits(BitSet(objects)));
  parts.references = ReferenceColumns(std::move(degrees));
  ReferenceColumns::LongGaps longGaps;
  for (uint32_t o = 0; o < objects; ++o) {
    const uint64_t near = uint64_t{o} + 1 + random() % 1000;
    parts.references.write(2 * uint64_t{o}, ObjectIndex(std::min(o + 1, objects - 1)), 0, longGaps);
    parts.references.write(2 * uint64_t{o} + 1, ObjectIndex(static_cast<uint32_t>(near % objects)), 0, longGaps);
  }
  parts.references.keep(std::move(longGaps));
  parts.roots = {{ObjectIndex(0), RootKind::kJniGlobal}};
  parts.classObjects.assign(kTypes, ObjectIndex::none());
  parts.classSlots.resize(kTypes);
  parts.weakSlots.resize(kTypes);
  parts.symbols = std::move(symbols);
  return std::make_shared<const Heap>(std::move(parts));
}

class Timer {
 public:
  /// The best of three runs.
  template <typename Work>
  double run(const std::string& name, Work&& work) {
    double best = 0;
    for (int i = 0; i < 3; ++i) {
      const auto start = std::chrono::steady_clock::now();
      work();
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (i == 0 || seconds < best) best = seconds;
    }
    if (floor_ == 0) floor_ = best;
    fmt::print("{}  {{\"part\": \"{}\", \"seconds\": {:.3f}, \"ofMarking\": {:.2f}}}", separator_, name, best,
               best / floor_);
    separator_ = ",\n";
    return best;
  }

 private:
  double floor_ = 0;
  const char* separator_ = "";
};

/// The sums of all types, one thread's share after the other's.
uint64_t countBarely(const Heap& heap, const BitSet& live, Threads threads) {
  const uint64_t share = (live.size() / threads.count() / 64 + 1) * 64;
  std::vector<std::vector<Size>> sums(threads.count());
  forEachBlock(threads, threads.count(), [&](uint64_t block) {
    std::vector<Size>& mine = sums[block];
    mine.resize(kTypes);
    live.forEachIn(block * share, std::min(live.size(), (block + 1) * share), [&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      const TypeId type = heap.typeOf(object);
      mine[type.value()] += {1, heap.shallowBytes(object, type)};
    });
  });
  return sums[0][0].bytes;
}

int run(uint32_t objects, Threads threads) {
  const auto heap = madeUpHeap(objects);
  Progress progress;
  Timer timer;
  fmt::print("[\n");
  Liveness liveness;
  timer.run("marking", [&] { liveness = std::move(*findLive(*heap, WeakReferences::kDoNotKeepAlive, progress)); });
  const LiveGraph graph(heap, WeakReferences::kDoNotKeepAlive, std::move(liveness), threads);
  const BitSet& live = graph.live();
  uint64_t sum = 0;
  timer.run("types, bare loop", [&] { sum += countBarely(*heap, live, threads); });
  timer.run("types", [&] { sum += groupByType(*heap, live, threads, progress)->size(); });
  const BareHeap facts(*heap, threads);
  const auto level = [&](const std::string& grouping, const KeyPath& path) {
    const auto tree = *GroupingTree::bind(facts, *parseGrouping(grouping));
    auto node = tree->nodeAt(live.copy(), path, progress);
    return *tree->level(std::move(**node), progress);
  };
  timer.run("type, with all that has to be made ready", [&] { sum += level("type", {}).rows.size(); });
  timer.run("site", [&] { sum += level("site", {}).rows.size(); });
  timer.run("package", [&] { sum += level("package", {}).rows.size(); });
  const std::string largest = heap->symbols().types[0].name;
  timer.run("sites of one type", [&] { sum += level("type, site", {largest}).rows.size(); });
  timer.run("types, and the sites of the first 50", [&] {
    const auto tree = *GroupingTree::bind(facts, *parseGrouping("type, site"));
    const GroupingLevel types = *tree->level({live.copy(), 0, {}}, progress);
    std::vector<uint32_t> rows;
    for (uint32_t row = 0; row < 50 && row < types.rows.size(); ++row) rows.push_back(row);
    std::vector<GroupingNode> nodes = *tree->nodesOf(types, rows, progress);
    for (GroupingNode& node : nodes) sum += tree->level(std::move(node), progress)->rows.size();
  });
  const GroupingLevel types = level("type", {});
  ChosenRows chosen{&types, {}};
  for (uint32_t row = 0; row < 200 && row < types.rows.size(); ++row) chosen.rows.push_back(row);
  timer.run("retained, of 200 types", [&] {
    sum += sizesOfRows(graph, SizeMetric::kRetained, std::span(&chosen, 1), threads, progress)->size();
  });
  timer.run("where type and site", [&] {
    sum += findWhere(*heap, "type=com.acme.part3.* and site=com.acme.Class1*", live, progress)->count();
  });
  fmt::print("\n]\n");
  return sum > 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  const uint32_t millions = count > 1 ? static_cast<uint32_t>(std::atoi(words[1])) : 20;
  const unsigned threads = count > 2 ? static_cast<unsigned>(std::atoi(words[2])) : 0;
  return run(millions * 1'000'000, Threads(threads));
}
