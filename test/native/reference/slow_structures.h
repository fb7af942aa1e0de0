// What docs/language.md says about structures, word for word and as slowly as it comes.
#pragma once

#include <cstdint>
#include <set>

#include "dsl/described_types.h"
#include "graph/live_graph.h"

namespace heaptrail::test {

struct SlowStructure {
  std::set<uint32_t> followed;  // the head and the inner parts
  std::set<uint32_t> leaves;
  std::set<uint32_t> contained;  // heads

  std::set<uint32_t> members() const;
};

SlowStructure slowStructure(const LiveGraph& graph, const dsl::DescribedTypes& types, ObjectIndex head);

/// With all that it contains, and what that contains.
std::set<uint32_t> slowDeepStructure(const LiveGraph& graph, const dsl::DescribedTypes& types, ObjectIndex head);

/// Whether another structure contains this one, directly or through others, and retains its head.
bool slowIsOwned(const LiveGraph& graph, const dsl::DescribedTypes& types, ObjectIndex head);

}  // namespace heaptrail::test
