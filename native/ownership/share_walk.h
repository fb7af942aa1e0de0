// Divides what objects own among those that refer to them: each after all it leads to, and objects that lead to each
// other as one.
//
// A walk goes down from each of its objects to what is not divided yet (Tarjan's algorithm). Begun at the last object
// it seldom goes far: most references lead to younger objects, which stand behind. It can be confined to a range of
// objects, so that several walks go on at the same time: what leads out of the range is left for another walk, unless
// it leads to leaves only, which are divided before.
#pragma once

#include <cstdint>
#include <vector>

#include "base/array.h"
#include "base/parallel.h"
#include "graph/live_graph.h"
#include "model/size.h"
#include "ownership/arc_table.h"
#include "ownership/object_groups.h"
#include "ownership/object_share.h"

namespace heaptrail {

class ShareWalk {
 public:
  /// Of the objects of a block; of others, only what was divided before is looked at.
  ShareWalk(const LiveGraph& graph, const ObjectGroups& groups, ObjectShares& shares, const Block& block)
      : graph_(graph),
        heap_(graph.heap()),
        groups_(groups),
        groupOf_(groups.groupOf),
        shares_(shares),
        block_(block),
        sizes_(groups.count()) {}

  /// Begins with an object of the range: a leaf is divided. True for one of a group that is a block, which is to be
  /// added in the end. To be called for all objects of all ranges before walks go on.
  bool divideBefore(ObjectIndex object);
  /// Divides what an object owns, and all that it leads to.
  void visit(ObjectIndex start);
  /// Counts an object of a group that is a block, and its references, when all it refers to is divided.
  void add(ObjectIndex object) { addUp(object.value()); }

  /// To be called when all are visited: those that are not divided because they lead out of the range.
  std::vector<uint32_t> takeLeft();

  const std::vector<Size>& sizes() const { return sizes_; }
  const ArcTable& arcs() const { return arcs_; }

 private:
  struct Visit {
    uint32_t object;
    uint32_t nextReference;
    uint32_t lowest;
  };
  enum class Next : uint8_t { kNothing, kEntered, kLeadsOut };

  bool isInside(ObjectIndex object) const { return object.value() - block_.from < block_.size(); }
  bool isCounted(ObjectIndex object) const { return groups_.isBlock[groups_.groupOf[object.value()]] == 0; }
  /// What walks in other ranges do not change.
  bool isDividedBefore(ObjectIndex object) const { return !graph_.isInner(object) || !isCounted(object); }
  bool divideAtOnce(uint32_t object);
  void enter(uint32_t object);
  Next step();
  SlotSet weakPositions(ObjectIndex object) const;
  void closeCycle(uint32_t first);
  void leaveOpen();

  struct Sum {
    uint64_t owned = 0;
    uint64_t references = 0;
  };
  Sum addUp(uint32_t object);
  Sum addObject(uint32_t object);
  void addReference(uint32_t from, ObjectIndex target, Sum& sum);

  const LiveGraph& graph_;
  const Heap& heap_;
  const ObjectGroups& groups_;
  const Array<uint32_t>& groupOf_;
  ObjectShares& shares_;
  Block block_;
  std::vector<Visit> way_;
  std::vector<uint32_t> open_;  // on the way, or of a cycle with what is
  std::vector<uint32_t> left_;
  std::vector<Size> sizes_;  // by group
  ArcTable arcs_;
};

}  // namespace heaptrail
