#include "graph/lasting_roots.h"

#include <algorithm>

#include "graph/reach.h"

namespace heaptrail {

namespace {

/// How far out on its stack the outermost frame is that holds an object. What no frame is known of comes after all.
uint32_t outermostFrame(const Heap& heap, const RootHolders& holders, ObjectIndex root) {
  uint32_t outermost = 0;
  for (const RootHolder& holder : holders.of(root)) outermost = std::max(outermost, holder.framesOut(heap));
  return outermost;
}

class LastingSearch {
 public:
  LastingSearch(const LiveGraph& graph, const PassingRoots& passing, Progress& progress)
      : graph_(graph), passing_(passing), progress_(progress), reach_(graph), seen_(graph.heap().objectCount()) {
    result_.passing = BitSet(graph.heap().objectCount());
  }

  Result<LastingRoots> run(const RootHolders& holders) {
    std::vector<ObjectIndex> workedOn;
    for (const ObjectIndex root : graph_.rootObjects()) {
      if (!graph_.waitsForFinalizer(root) && isOnlyWorkedOn(holders, root)) {
        workedOn.push_back(root);
      } else {
        result_.roots.push_back(root);
        reach_.enter(root);
      }
    }
    if (!reach_.run(progress_)) return cancelledError();
    std::ranges::stable_sort(workedOn, std::ranges::greater{},
                             [&](ObjectIndex root) { return outermostFrame(graph_.heap(), holders, root); });
    for (const ObjectIndex root : workedOn) {
      if (reach_.has(root)) continue;
      // What nothing lasting leads to is held by methods indeed.
      result_.roots.push_back(root);
      for (const ObjectIndex object : passingBehind(root)) {
        result_.passing.set(object.value());
        reach_.enter(object);
      }
      reach_.enter(root);
      if (!reach_.run(progress_)) return cancelledError();
    }
    std::ranges::sort(result_.roots);
    return std::move(result_);
  }

 private:
  /// What was not reached before, if it may pass with the root; else nothing.
  std::vector<ObjectIndex> passingBehind(ObjectIndex root) {
    std::vector<ObjectIndex> fresh;
    if (!passing_.isOfMoment(root)) return fresh;
    const auto enter = [&](ObjectIndex object) {
      if (!reach_.has(object) && seen_.insert(object.value())) fresh.push_back(object);
    };
    enter(root);
    uint64_t bytes = 0;
    for (size_t next = 0; next < fresh.size() && bytes <= passing_.mostBytes; ++next) {
      bytes += graph_.heap().shallowBytes(fresh[next]);
      graph_.forEachKept(fresh[next], enter);
    }
    for (const ObjectIndex object : fresh) seen_.clear(object.value());
    if (bytes > passing_.mostBytes) fresh.clear();
    return fresh;
  }

  const LiveGraph& graph_;
  const PassingRoots& passing_;
  Progress& progress_;
  Reach reach_;
  BitSet seen_;
  LastingRoots result_;
};

}  // namespace

bool isOnlyWorkedOn(const RootHolders& holders, ObjectIndex root) {
  return std::ranges::none_of(holders.of(root), [](const RootHolder& holder) {
    return holder.kind == RootHolder::Kind::kRoot && holder.lasts();
  });
}

Result<LastingRoots> findLastingRoots(const LiveGraph& graph, const RootHolders& holders, const PassingRoots& passing,
                                      Progress& progress) {
  return LastingSearch(graph, passing, progress).run(holders);
}

}  // namespace heaptrail
