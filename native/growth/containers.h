// Which container an object is part of: the object that a programmer would name, behind nodes and tables.
//
// Descriptions say it where there are any. Elsewhere the way leads upwards, through arrays, through classes that only
// wrap them, and through objects of the same family of classes, up to what somebody else's field holds. It ends at the
// program's own objects: of these each is worth a name.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dsl/described_types.h"
#include "graph/reverse_references.h"
#include "growth/own_packages.h"
#include "growth/window_ends.h"

namespace heaptrail {

struct Container {
  bool described = false;
  std::vector<ObjectIndex> way;  // from the head down to the object that was asked for

  ObjectIndex head() const { return way.front(); }
};

using ContainersByHead = std::map<ObjectIndex, Container>;

class Containers {
 public:
  /// All outlive this.
  Containers(const HeapEnd& end, const dsl::DescribedTypes& types, const ReverseReferences& reverse,
             const OwnPackages& own)
      : end_(end), types_(types), reverse_(reverse), own_(own) {}

  /// Heads of containers by objects that belong to them.
  using Known = std::unordered_map<ObjectIndex, ObjectIndex>;

  /// The one that `part` belongs to, which holds objects like `element`. Where `part` itself grew, both are the same.
  /// Where the way leads to an object that is known to belong to a container, it is that one.
  Container of(ObjectIndex part, ObjectIndex element, const Known& known = {}) const;

  /// The nearest described structure that holds an object; not described where there is none.
  Container around(ObjectIndex object) const;

  /// What holds an object: its dominator, if that refers to it; else the one object that does, if there is only one, or
  /// only one of the same family. Objects that it dominates itself do not count. none() without one.
  ObjectIndex holderOf(ObjectIndex object) const;

  const ReverseReferences& reverse() const { return reverse_; }

  /// What more objects than this refer to is known by everybody, and held by nobody in particular.
  static constexpr size_t kMaxReferrers = 64;
  /// Of what refers to an object, so many at most.
  std::span<const ObjectIndex> someReferrers(ObjectIndex object) const {
    const auto referrers = reverse_.referrers(object);
    return referrers.first(std::min(referrers.size(), kMaxReferrers));
  }

  bool dominates(ObjectIndex above, ObjectIndex object) const;

 private:
  bool refersTo(ObjectIndex from, ObjectIndex to) const;
  bool canBeInner(TypeId above, TypeId type) const;
  bool canBeOwnPart(ObjectIndex above, ObjectIndex below) const;
  bool isKnownPart(ObjectIndex above, ObjectIndex below) const;
  ObjectIndex describedHolder(ObjectIndex object) const;
  bool isInside(const std::vector<ObjectIndex>& way, ObjectIndex element) const;
  Container described(ObjectIndex part, ObjectIndex element, const Known& known) const;
  Container inferred(ObjectIndex part, const Known& known) const;
  std::string_view nameOf(ObjectIndex object) const;

  const HeapEnd& end_;
  const dsl::DescribedTypes& types_;
  const ReverseReferences& reverse_;
  const OwnPackages& own_;
};

}  // namespace heaptrail
