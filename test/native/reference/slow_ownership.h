// Ownership by objects as its definition reads: object by object, with fractions, and without any order.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "graph/live_graph.h"
#include "ownership/object_groups.h"

namespace heaptrail::test {

struct SlowArc {
  uint64_t references = 0;
  double owned = 0;  // bytes
};

/// By groups that an arc leads from and to; where these lead to each other, `owned` is what their objects own of each
/// other.
std::map<std::pair<uint32_t, uint32_t>, SlowArc> slowOwnership(const LiveGraph& graph, const ObjectGroups& groups);

}  // namespace heaptrail::test
