// Times the detection of data structures in the heap of a trace's last point, under the shipped descriptions and FILEs.
// The floor is finding what is live in the same heap: that also looks at every reference once.
//
//   time_structures TRACE THREADS [FILE.ds…]      prints JSON
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "dsl/shipped_descriptions.h"
#include "graph/live_graph.h"
#include "structure/deep_structures.h"
#include "structure/structures.h"
#include "trace/open.h"

namespace {

using namespace heaptrail;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// What the process has at the moment.
uint64_t residentBytes() {
  std::ifstream pages("/proc/self/statm");
  uint64_t all = 0;
  uint64_t resident = 0;
  pages >> all >> resident;
  constexpr uint64_t kPage = 4096;
  return resident * kPage;
}

std::shared_ptr<const dsl::DescriptionSet> descriptions(const std::vector<std::string>& paths) {
  dsl::DescriptionSet::Files files = dsl::shippedDescriptions();
  for (const std::string& path : paths) {
    std::ifstream file(path);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    files.push_back(std::make_shared<const dsl::DescriptionFile>(path, std::move(text), dsl::FileOrigin::kUser));
  }
  return std::make_shared<const dsl::DescriptionSet>(std::move(files));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: time_structures TRACE THREADS [FILE.ds...]\n");
    return 2;
  }
  const Threads threads(static_cast<unsigned>(std::atoi(argv[2])));
  Progress progress;
  const auto trace = openTrace({argv[1]}, progress);
  if (!trace) return 1;
  const auto last = static_cast<uint32_t>((*trace)->timeline().points.size() - 1);
  const auto rebuilt = (*trace)->heapAt(PointIndex(last), progress, threads);
  if (!rebuilt) return 1;

  double started = now();
  Result<Liveness> liveness = findLive(*rebuilt->heap, WeakReferences::kDoNotKeepAlive, progress);
  if (!liveness) return 1;
  const double marking = now() - started;
  const LiveGraph graph(rebuilt->heap, WeakReferences::kDoNotKeepAlive, std::move(*liveness), threads);

  started = now();
  const auto types = std::make_shared<const dsl::TypeIndex>(rebuilt->heap->parts().symbols);
  const dsl::DescribedTypes described(descriptions({argv + 3, argv + argc}), types);
  const double resolving = now() - started;

  const uint64_t bytesBefore = residentBytes();
  started = now();
  const auto structures = Structures::detect(graph, described, threads, progress);
  if (!structures) return 1;
  const double detecting = now() - started;
  const uint64_t bytes = residentBytes() - bytesBefore;

  started = now();
  const auto deep = DeepStructures::compute(graph, *structures, threads, progress);
  if (!deep) return 1;
  const double deepening = now() - started;

  uint64_t memberships = 0;
  for (uint32_t i = 0; i < structures->count(); ++i) memberships += structures->size(StructureIndex(i)).objects;
  fmt::print(R"({{"objects": {}, "structures": {}, "memberships": {}, "threads": {}, )", rebuilt->heap->objectCount(),
             structures->count(), memberships, argv[2]);
  fmt::print(R"("marking": {:.3f}, "resolving": {:.3f}, "detecting": {:.3f}, "deep": {:.3f}, )", marking, resolving,
             detecting, deepening);
  fmt::print(R"("ratio": {:.2f}, "bytesPerObject": {:.2f}}})", detecting / marking,
             static_cast<double>(bytes) / static_cast<double>(rebuilt->heap->objectCount()));
  fmt::print("\n");
  return 0;
}
