// Merged paths as the answer tells them: with what each node is of a data structure, and where the group could be cut
// off.
#pragma once

#include <span>
#include <vector>

#include "answer/inspect/inspect_question.h"
#include "dsl/described_types.h"
#include "graph/path_tree.h"

namespace heaptrail {

/// The first branches of each node: more are not for people, and the numbers above them are complete.
std::vector<PathNodeAnswer> pathTreeAnswer(const Heap& heap, const dsl::DescribedTypes& types,
                                           const std::vector<PathNode>& tree);

/// What the cuts of a tree are found from.
struct CutFacts {
  const LiveGraph& graph;
  const Dominators& dominators;
  const RootHolders& holders;
  const ReverseReferences& reverse;
};

/// Finds of each node that is one object how much of the group it holds alone. Progress advances by objects; the caller
/// has begun a phase.
Status addCuts(const CutFacts& facts, const BitSet& group, std::vector<PathNodeAnswer>& tree, Progress& progress);

}  // namespace heaptrail
