// Times an AntTracks trace: reading it once, which is opening it, and then rebuilding the heap at every point, in an
// order in which nothing can be carried over from one to the next.
//
//   time_anttracks FOLDER THREADS      prints JSON; seconds and bytes
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "trace/open.h"

namespace {

using namespace heaptrail;

double wall() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

rusage usage() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used;
}

double cpu() {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  const rusage used = usage();
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

uint64_t peakBytes() {
  constexpr uint64_t kKibibyte = 1024;
  return static_cast<uint64_t>(usage().ru_maxrss) * kKibibyte;
}

int fail(const Error& error) {
  fmt::print(stderr, "{}\n", error.message);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: time_anttracks FOLDER THREADS\n");
    return 2;
  }
  const Threads threads(static_cast<unsigned>(std::atoi(argv[2])));
  Progress progress;
  double wallBefore = wall();
  double cpuBefore = cpu();
  const auto trace = openTrace({argv[1]}, progress);
  if (!trace) return fail(trace.error());
  fmt::print(R"({{"threads": {}, "open": {{"wall": {:.3f}, "cpu": {:.3f}, "peakBytes": {}}}, "jumps": [)", argv[2],
             wall() - wallBefore, cpu() - cpuBefore, peakBytes());

  std::vector<uint32_t> order((*trace)->timeline().points.size());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  const char* separator = "";
  for (const uint32_t point : order) {
    wallBefore = wall();
    cpuBefore = cpu();
    const auto rebuilt = (*trace)->heapAt(PointIndex(point), progress, threads);
    if (!rebuilt) return fail(rebuilt.error());
    fmt::print(R"({}{{"point": {}, "wall": {:.3f}, "cpu": {:.3f}, "objects": {}, "references": {}}})", separator, point,
               wall() - wallBefore, cpu() - cpuBefore, rebuilt->heap->objectCount(), rebuilt->heap->referenceCount());
    separator = ", ";
  }
  fmt::print("], \"peakBytes\": {}}}\n", peakBytes());
  return 0;
}
