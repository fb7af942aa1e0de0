#include "classify/row_sizes.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/array.h"
#include "base/try.h"
#include "classify/count_by_number.h"
#include "graph/closures.h"
#include "graph/group_sizes.h"

namespace heaptrail {

namespace {

// Sets of members that are in memory at the same time.
constexpr size_t kSetsAtOnce = 128;

Result<std::vector<Size>> sizesOf(const LiveGraph& graph, SizeMetric metric, const Partition& partition,
                                  Progress& progress) {
  return metric == SizeMetric::kDeep ? deepSizes(graph, partition, progress)
                                     : retainedSizes(graph, partition, progress);
}

Result<std::vector<Size>> sizesOf(const LiveGraph& graph, SizeMetric metric, std::span<const BitSet> groups,
                                  Progress& progress) {
  return metric == SizeMetric::kDeep ? deepSizes(graph, groups, progress) : retainedSizes(graph, groups, progress);
}

/// Rows of one level that share no objects need no memory to tell them apart.
Result<std::vector<Size>> sizesInLevel(const LiveGraph& graph, SizeMetric metric, const ChosenRows& chosen,
                                       Progress& progress) {
  const Partition partition{.groups = static_cast<uint32_t>(chosen.rows.size()),
                            .groupOf = [&objects = chosen.level->node.objects,
                                        numbers = chosen.level->numbersOf(chosen.rows)](ObjectIndex object) {
                              return objects.test(object.value()) ? numbers.of(object) : Partition::kNone;
                            }};
  return sizesOf(graph, metric, partition, progress);
}

/// One more than the place of the row that has an object; false where some object is in several.
class RowOfObject {
 public:
  explicit RowOfObject(uint64_t objects) : places_(objects) {}

  bool add(const ChosenRows& chosen, Threads threads, Progress& progress) {
    const GroupingLevel& level = *chosen.level;
    if (level.values->overlap()) return false;
    const ObjectNumbers numbers = level.numbersOf(chosen.rows);
    std::atomic<bool> isShared = false;
    forEachStretch(level.node.objects.size(), threads, progress, [&](uint64_t from, uint64_t to) {
      level.node.objects.forEachIn(from, to, [&](uint64_t i) {
        const uint32_t number = numbers.of(ObjectIndex(static_cast<uint32_t>(i)));
        if (number == ObjectNumbers::kNone) return;
        if (places_[i] != 0) isShared = true;
        places_[i] = rows_ + number + 1;
      });
    });
    rows_ += static_cast<uint32_t>(chosen.rows.size());
    return !isShared;
  }

  Partition partition() const {
    return {.groups = rows_, .groupOf = [this](ObjectIndex object) {
              const uint32_t place = places_[object.value()];
              return place == 0 ? Partition::kNone : place - 1;
            }};
  }

 private:
  Array<uint32_t> places_;
  uint32_t rows_ = 0;
};

Result<std::vector<Size>> sizesWithShared(const LiveGraph& graph, SizeMetric metric, std::span<const ChosenRows> chosen,
                                          Threads threads, Progress& progress) {
  std::vector<Size> sizes;
  for (const ChosenRows& level : chosen) {
    for (size_t from = 0; from < level.rows.size(); from += kSetsAtOnce) {
      const auto rows = std::span(level.rows).subspan(from, std::min(kSetsAtOnce, level.rows.size() - from));
      const std::vector<BitSet> members = TRY(membersOfRows(*level.level, rows, threads, progress));
      const std::vector<Size> measured = TRY(sizesOf(graph, metric, members, progress));
      sizes.insert(sizes.end(), measured.begin(), measured.end());
    }
  }
  return sizes;
}

}  // namespace

Result<Size> sizeTogether(const LiveGraph& graph, SizeMetric metric, const ChosenRows& chosen, Threads threads,
                          Progress& progress) {
  if (chosen.rows.empty()) return Size{};
  BitSet group = TRY(membersOfAny(*chosen.level, chosen.rows, threads, progress));
  group &= graph.live();
  // What leads nowhere else, because it is all that there is, need not be followed.
  const uint64_t live = graph.live().count();
  if (group.count() == live) return sizeOf(graph.heap(), group, threads);
  progress.begin("Following references", 0, 1, live);
  const BitSet closure =
      TRY(metric == SizeMetric::kDeep ? deepClosure(graph, group, progress) : retainedClosure(graph, group, progress));
  return sizeOf(graph.heap(), closure, threads);
}

Result<std::vector<Size>> sizesOfRows(const LiveGraph& graph, SizeMetric metric, std::span<const ChosenRows> chosen,
                                      Threads threads, Progress& progress) {
  if (std::ranges::all_of(chosen, [](const ChosenRows& level) { return level.rows.empty(); })) return {};
  if (chosen.size() == 1 && !chosen.front().level->values->overlap()) {
    return sizesInLevel(graph, metric, chosen.front(), progress);
  }
  RowOfObject rowOf(graph.heap().objectCount());
  bool isPartition = true;
  for (const ChosenRows& level : chosen) {
    if (level.rows.empty()) continue;
    progress.begin("Telling rows apart", 0, 1, level.level->node.objects.size());
    isPartition = isPartition && rowOf.add(level, threads, progress);
    if (progress.cancelled()) return cancelledError();
  }
  return isPartition ? sizesOf(graph, metric, rowOf.partition(), progress)
                     : sizesWithShared(graph, metric, chosen, threads, progress);
}

}  // namespace heaptrail
