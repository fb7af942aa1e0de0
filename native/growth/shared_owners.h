// Who holds what nobody holds alone: the containers outside that each hold most of it.
#pragma once

#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/progress.h"
#include "growth/containers.h"
#include "growth/growing_containers.h"
#include "growth/growth_tree.h"

namespace heaptrail {

class SharedOwners {
 public:
  /// Both outlive this.
  SharedOwners(const ComparedHeaps& heaps, const Containers& containers);

  /// Of all objects at a place, at the end of the window. Where no container holds most of them, those of one type that
  /// together do. Progress advances by the place's objects.
  Result<ContainersByHead> of(const GrowthPlace& place, Progress& progress) const;

 private:
  using Counts = std::map<ObjectIndex, size_t>;

  /// A thing with all that it is held through, as far as steps have gone.
  struct Unit {
    ObjectIndex member;
    std::vector<ObjectIndex> level;  // of the last step
    std::set<ObjectIndex> met;
  };

  const Heap& heap() const { return heaps_.ends.to.heap(); }
  std::string_view nameOf(ObjectIndex object) const { return heap().symbols()[heap().typeOf(object)].name; }

  Result<ContainersByHead> nearest(const GrowthPlace& place, size_t stepsBehind, Progress& progress) const;
  bool canOwn(ObjectIndex referrer, ObjectIndex member) const;
  void addOwners(ObjectIndex member, size_t stepsBehind, ContainersByHead& all, std::set<ObjectIndex>& owners) const;
  ContainersByHead choose(ContainersByHead& all, const Counts& held, double enough) const;
  Result<ContainersByHead> ofUnits(const GrowthPlace& place, Progress& progress) const;
  void stepUp(Unit& unit, const ContainersByHead& common, ContainersByHead& all, Counts& held) const;
  std::span<const ObjectIndex> instancesOf(TypeId type) const;
  void leaveOutParts(ContainersByHead& owners) const;

  const ComparedHeaps& heaps_;
  const Containers& containers_;
  TypeId finalizer_;
  mutable std::vector<std::vector<ObjectIndex>> instances_;  // by type, once somebody asked
};

}  // namespace heaptrail
