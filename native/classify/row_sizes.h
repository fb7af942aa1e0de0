// What the objects of rows lead to and retain together, exactly, of as many rows as are asked for at once.
//
// Where the rows share no objects, this is a few sweeps over the heap, whatever their number; else a sweep for 64 of
// them (graph/group_sizes.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "classify/grouping_tree.h"
#include "graph/live_graph.h"
#include "model/size.h"
#include "text/words.h"

namespace heaptrail {

/// Sizes that have to be computed; see graph/closures.h for what they mean. Only live objects have them.
enum class SizeMetric : uint8_t { kDeep, kRetained };
constexpr auto wordsOf(SizeMetric) {
  return std::to_array<Word<SizeMetric>>({{"deep", SizeMetric::kDeep}, {"retained", SizeMetric::kRetained}});
}

/// Some rows of a level.
struct ChosenRows {
  const GroupingLevel* level = nullptr;
  std::vector<uint32_t> rows;
};

/// What some rows of a level lead to, or retain, as one group. Begins phases of its own.
Result<Size> sizeTogether(const LiveGraph& graph, SizeMetric metric, const ChosenRows& chosen, Threads threads,
                          Progress& progress);

/// In the order of the rows, level after level. Begins phases of its own.
Result<std::vector<Size>> sizesOfRows(const LiveGraph& graph, SizeMetric metric, std::span<const ChosenRows> chosen,
                                      Threads threads, Progress& progress);

}  // namespace heaptrail
