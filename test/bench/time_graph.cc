// Times the parts of the work on a heap dump's references, one after the other in one process: what a whole run hides.
//
//   time_graph DUMP [THREADS]      prints JSON: seconds by part
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "graph/closures.h"
#include "graph/deep_estimates.h"
#include "graph/dominators.h"
#include "graph/group_sizes.h"
#include "graph/live_graph.h"
#include "graph/reverse_references.h"
#include "graph/root_holders.h"
#include "graph/root_paths.h"
#include "trace/open.h"

namespace {

using namespace heaptrail;

class Stopwatch {
 public:
  void say(const char* part) {
    const auto now = std::chrono::steady_clock::now();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const double cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    fmt::print("{}\n  \"{}\": {{\"wall\": {:.3f}, \"cpu\": {:.3f}, \"peakBytes\": {}}}", first_ ? "{" : ",", part,
               std::chrono::duration<double>(now - last_).count(), cpu - lastCpu_, usage.ru_maxrss * 1024);
    first_ = false;
    last_ = std::chrono::steady_clock::now();
    lastCpu_ = cpu;
  }

 private:
  static double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }

  bool first_ = true;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  double lastCpu_ = 0;
};

int run(const std::string& path, Threads threads) {
  Stopwatch watch;
  Progress progress([](const ProgressReport&) {});
  const auto trace = openTrace(path);
  if (!trace) return 1;
  auto point = (*trace)->heapAt(PointIndex(0), progress, threads);
  if (!point) return 1;
  watch.say("read");
  auto liveness = findLive(*point->heap, WeakReferences::kDoNotKeepAlive, progress);
  watch.say("mark");
  const LiveGraph graph(point->heap, WeakReferences::kDoNotKeepAlive, std::move(*liveness), threads);
  watch.say("prepare");
  const auto dominators = Dominators::build(graph, threads, progress);
  if (!dominators) return 1;
  watch.say("dominators");
  const Partition types{static_cast<uint32_t>(point->heap->symbols().types.size()),
                        [&](ObjectIndex object) { return point->heap->typeOf(object).value(); }};
  const auto retained = retainedSizes(graph, types, progress);
  if (!retained) return 1;
  watch.say("retainedOfTypes");
  const auto deep = deepSizes(graph, types, progress);
  if (!deep) return 1;
  watch.say("deepOfTypes");
  const auto reverse = ReverseReferences::build(graph, threads, progress);
  if (!reverse) return 1;
  watch.say("reverseReferences");
  const RootHolders holders(graph);
  const auto paths = ShortestPaths::find(graph, holders, SoftReferences::kFollow, progress);
  if (!paths) return 1;
  watch.say("shortestPaths");
  const auto estimates = DeepEstimates::compute(graph, DeepEstimates::kRegisters, progress);
  if (!estimates) return 1;
  watch.say("deepEstimates");
  fmt::print("\n}}\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: time_graph DUMP [THREADS]\n");
    return 2;
  }
  return run(argv[1], Threads(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 0));
}
