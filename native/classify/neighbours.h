// The way from a group of objects to those next to them.
#pragma once

#include <algorithm>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/live_graph.h"

namespace heaptrail {

/// What `visitNeighbours(member, add)` adds for the live members of a group, each object once.
template <typename VisitNeighbours>
Result<BitSet> neighboursOf(const LiveGraph& graph, const BitSet& group, std::string_view phase, Progress& progress,
                            const VisitNeighbours& visitNeighbours) {
  const uint64_t objects = group.size();
  BitSet found(objects);
  progress.begin(phase, 0, 1, objects);
  for (uint64_t from = 0; from < objects; from += kObjectsBetweenChecks) {
    group.forEachIn(from, std::min<uint64_t>(objects, from + kObjectsBetweenChecks), [&](uint64_t i) {
      if (!graph.live().test(i)) return;
      visitNeighbours(ObjectIndex(static_cast<uint32_t>(i)), [&](ObjectIndex next) { found.set(next.value()); });
    });
    if (!progress.advance(kObjectsBetweenChecks)) return cancelledError();
  }
  return found;
}

}  // namespace heaptrail
