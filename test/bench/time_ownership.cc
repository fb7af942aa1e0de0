// How long it takes to find who owns a heap, beside the time of marking it: both in one process, so that the ratio does
// not depend on what else the machine does. The limit is twice the time of marking, for a heap of 20 million objects.
//
//   time_ownership DUMP [THREADS]      prints JSON: seconds of wall and processor time of each step, and the ratios
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <memory>

#include "dsl/shipped_descriptions.h"
#include "graph/liveness.h"
#include "ownership/class_groups.h"
#include "ownership/ownership_graph.h"
#include "trace/open.h"

namespace {

using namespace heaptrail;

struct Times {
  double wall = 0;
  double cpu = 0;
};

double cpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

template <typename Work>
Times timed(const char* name, Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  const double cpu = cpuSeconds();
  work();
  const Times times{std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
                    cpuSeconds() - cpu};
  fmt::print("  \"{}\": {{\"wall\": {:.3f}, \"cpu\": {:.3f}}},\n", name, times.wall, times.cpu);
  return times;
}

bool run(const char* path, Threads threads) {
  Progress progress;
  const auto trace = openTrace({path}, progress);
  if (!trace) return false;
  const auto point = (*trace)->heapAt(PointIndex(0), progress, threads);
  if (!point) return false;
  const std::shared_ptr<const Heap> heap = point->heap;
  fmt::print("{{\n  \"objects\": {}, \"references\": {},\n", heap->objectCount(), heap->referenceCount());
  Liveness liveness;
  const Times marking =
      timed("marking", [&] { liveness = std::move(*findLive(*heap, WeakReferences::kDoNotKeepAlive, progress)); });
  std::unique_ptr<LiveGraph> graph;
  timed("live graph", [&] {
    graph = std::make_unique<LiveGraph>(heap, WeakReferences::kDoNotKeepAlive, std::move(liveness), threads);
  });
  const dsl::DescribedTypes types(std::make_shared<const dsl::DescriptionSet>(dsl::shippedDescriptions()),
                                  std::make_shared<const dsl::TypeIndex>(heap->parts().symbols));
  ClassGroups groups;
  ObjectShares shares;
  const Times grouping = timed("grouping", [&] {
    shares = ObjectShares(heap->objectCount());
    groups = std::move(*ClassGroups::find(*graph, types, threads, progress, &shares));
  });
  PointOwnership ownership;
  const Times dividing = timed("dividing", [&] {
    ownership.quotient = std::move(*QuotientGraph::build(*graph, groups.objects, std::move(shares), threads, progress));
  });
  ownership.groups = std::move(groups.groups);
  OwnershipGraph owners;
  timed("graph of owners", [&] { owners = OwnershipGraph::byObjects(ownership); });
  fmt::print("  \"groups\": {}, \"arcs\": {}, \"nodes\": {},\n", ownership.groups.size(),
             ownership.quotient.arcs.size(), owners.nodes.size());
  fmt::print("  \"dividingToMarking\": {{\"wall\": {:.2f}, \"cpu\": {:.2f}}},\n", dividing.wall / marking.wall,
             dividing.cpu / marking.cpu);
  fmt::print("  \"allToMarking\": {{\"wall\": {:.2f}, \"cpu\": {:.2f}}}\n}}\n",
             (grouping.wall + dividing.wall) / marking.wall, (grouping.cpu + dividing.cpu) / marking.cpu);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: time_ownership DUMP [THREADS]\n");
    return 2;
  }
  return run(argv[1], Threads(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 0)) ? 0 : 1;
}
