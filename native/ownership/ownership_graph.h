// Who owns how much of a heap, in whole bytes: a small graph without cycles, from the heap down. Its nodes are groups
// of objects, those that lead to each other made one.
//
// What a node owns is its own bytes and a part of what its children own. Parts of one child add up to what that owns,
// so the heap owns exactly the bytes of all live objects: nodes are done sinks first, and each divides what it owns
// among its owners in whole bytes (apportion.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/size.h"
#include "ownership/class_groups.h"
#include "ownership/quotient_graph.h"

namespace heaptrail {

/// What is kept of a point: small, whatever the heap is.
struct PointOwnership {
  std::vector<ClassGroup> groups;  // the first is the heap itself
  QuotientGraph quotient;
  /// By group: objects that were not there at the point before. Empty where that is not known.
  std::vector<uint64_t> newObjects;
};

struct OwnershipNode {
  struct Child {
    uint32_t node = 0;
    uint64_t owned = 0;       // of what this child owns
    uint64_t references = 0;  // from objects of this node to objects of the child
  };

  std::string key;
  std::string label;
  GroupKind kind = GroupKind::kClass;
  std::string type;
  uint64_t minimumLength = 0;
  Size own;
  uint64_t owned = 0;
  std::vector<uint32_t> groups;  // the most referred to from outside first
  std::vector<Child> children;   // the largest first
};

struct OwnershipGraph {
  /// The heap first; each node after all that own some of it.
  std::vector<OwnershipNode> nodes;

  /// `weights`: for each arc of the quotient graph, in what proportion to others that lead to the same group it owns
  /// what these lead to.
  static OwnershipGraph build(const PointOwnership& point, std::span<const uint64_t> weights);
  static OwnershipGraph byObjects(const PointOwnership& point);
};

/// Which nodes are shown.
struct ShownNodes {
  uint64_t minimumOwned = 0;  // nodes that own less are left out
  /// Kinds of blocks that are left out.
  bool statics = true;
  bool threads = true;
  bool system = true;
};

/// The graph without the nodes that are not shown: what they own, their owners own directly. Their own bytes are put
/// into one node: those of small ones into `other`, those of class objects and threads that are no blocks into one for
/// all of their class. The largest nodes come first.
OwnershipGraph shownPart(const OwnershipGraph& graph, const ShownNodes& shown);

}  // namespace heaptrail
