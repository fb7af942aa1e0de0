// Times the work on a heap's references, part by part in one process: what a whole run hides. A part is what the
// progress calls a phase.
//
//   time_graph TRACE [THREADS]     prints JSON: for each phase its seconds, and the peak memory at its end; of a
//                                  trace with several points, at the last of them
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <string>

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

class PhaseTimes {
 public:
  /// Everything until now belongs to the phase before.
  void begin(const std::string& group, const std::string& phase) {
    if (phase == phase_ && group == group_) return;
    end();
    group_ = group;
    phase_ = phase;
  }

  void end() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const double cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    const auto now = std::chrono::steady_clock::now();
    if (!phase_.empty()) {
      fmt::print(R"({}  {{"of": "{}", "phase": "{}", "wall": {:.3f}, "cpu": {:.3f}, "peakBytes": {}}})", separator_,
                 group_, phase_, std::chrono::duration<double>(now - last_).count(), cpu - lastCpu_,
                 usage.ru_maxrss * 1024);
      separator_ = ",\n";
    }
    phase_.clear();
    last_ = now;
    lastCpu_ = cpu;
  }

 private:
  static double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }

  const char* separator_ = "";
  std::string group_;
  std::string phase_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  double lastCpu_ = 0;
};

bool run(const std::string& path, Threads threads) {
  PhaseTimes times;
  std::string group = "open";
  Progress progress([&](const ProgressReport& report) { times.begin(group, report.phase); });
  heaptrail::Progress opening;
  const auto trace = openTrace({path}, opening);
  if (!trace) return false;
  const auto last = static_cast<uint32_t>((*trace)->timeline().points.size() - 1);
  const auto point = (*trace)->heapAt(PointIndex(last), progress, threads);
  if (!point) return false;
  const Heap& heap = *point->heap;
  progress.begin("Finding what is live", 0, 1, heap.objectCount());
  auto liveness = findLive(heap, WeakReferences::kDoNotKeepAlive, progress);
  if (!liveness) return false;
  progress.begin("Telling inner objects from leaves", 0, 1, 1);
  const LiveGraph graph(point->heap, WeakReferences::kDoNotKeepAlive, std::move(*liveness), threads);

  group = "dominators";
  if (!Dominators::build(graph, threads, progress)) return false;
  const Partition types{.groups = static_cast<uint32_t>(heap.symbols().types.size()),
                        .groupOf = [&heap](ObjectIndex object) { return heap.typeOf(object).value(); }};
  group = "retained sizes of all types";
  if (!retainedSizes(graph, types, progress)) return false;
  group = "deep sizes of all types";
  if (!deepSizes(graph, types, progress)) return false;
  group = "paths";
  progress.begin("Turning references round", 0, 1, 1);
  if (!ReverseReferences::build(graph, threads, progress)) return false;
  progress.begin("Finding shortest paths", 0, 1, 1);
  if (!ShortestPaths::find(graph, RootHolders(graph), SoftReferences::kFollow, progress)) return false;
  group = "estimates";
  if (!DeepEstimates::compute(graph, DeepEstimates::kRegisters, progress)) return false;
  times.end();
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: time_graph TRACE [THREADS]\n");
    return 2;
  }
  fmt::print("[\n");
  const bool done = run(argv[1], Threads(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 0));
  fmt::print("\n]\n");
  return done ? 0 : 1;
}
