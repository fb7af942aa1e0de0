// Things at a place of the growth tree that hold each other, so that no one alone holds each: the nodes of a list,
// which its head and other nodes hold; or of many chains, each of which begins at an object of its own.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "growth/containers.h"
#include "growth/growth_tree.h"

namespace heaptrail {

class LinkedNodes {
 public:
  /// All outlive this.
  LinkedNodes(const ComparedHeaps& heaps, const GrowthTree& tree, const GrowthPlace& place,
              const Containers& containers);

  /// Whether they are nodes of one list, which is the object above them.
  bool areOfList() const { return areLinked_ && isBelowList_; }

  /// Whether many objects may lead to them, each to its own.
  bool mayHaveEntrances() const;

  /// The one list that leads to both ends of them; else objects of another type that lead to nodes, each to the first
  /// of its own: accounts that know their last booking, which knows the one before. None where only one leads there, or
  /// one to each few nodes: those are what the nodes are for.
  Result<ContainersByHead> entrances(Progress& progress) const;

 private:
  /// What leads to a node, and that node.
  using Entrance = std::pair<ObjectIndex, ObjectIndex>;

  const Heap& heap() const { return heaps_.ends.to.heap(); }
  ObjectIndex linkedNode(ObjectIndex referrer, ObjectIndex node) const;
  bool canBeList() const;
  bool areLinked() const;
  ContainersByHead listEnteredTwice(const std::vector<Entrance>& entered, const std::set<TypeId>& linkTypes) const;
  bool leadsToNodes(ObjectIndex referrer, ObjectIndex node) const;

  const ComparedHeaps& heaps_;
  const GrowthPlace& place_;
  const GrowthPlace* above_;  // null right below the whole heap
  const Containers& containers_;
  bool areLinked_;
  bool isBelowList_;
};

}  // namespace heaptrail
