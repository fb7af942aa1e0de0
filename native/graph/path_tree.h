// The shortest paths from the roots to all members of a group, merged: paths that take the same way through the same
// kinds of objects are one. A leak of a hundred thousand objects in one map is one line with a number, not a hundred
// thousand lines.
//
// A node stands for the objects of one type that are reached in one way from the node above: through the same field,
// or through any element of an array. Objects of one type that lead to each other (links of a list, nodes of a tree)
// are one node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bit_set.h"
#include "base/error.h"
#include "base/progress.h"
#include "graph/live_graph.h"
#include "graph/root_paths.h"

namespace heaptrail {

struct PathNode {
  /// How the node is reached: for the first level its holder, below it the field (`[*]` for elements of an array,
  /// `<class>` for a class object that its instances keep).
  RootHolder holder;
  std::string via;

  TypeId type;
  uint64_t objects = 0;            // that the paths pass through here
  uint64_t members = 0;            // members of the group here or further down
  bool repeats = false;            // objects of this node lead to others of it
  ObjectIndex example;             // the first of the objects
  std::vector<PathNode> children;  // most members first
};

/// First level of the tree, most members first. Members that no path leads to count nowhere. Progress advances by
/// objects; the caller has begun a phase.
Result<std::vector<PathNode>> mergePaths(const LiveGraph& graph, const RootHolders& holders, const ShortestPaths& paths,
                                         const BitSet& group, Progress& progress);

}  // namespace heaptrail
