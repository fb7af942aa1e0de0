// Which container an object is part of: the object that a programmer would name, behind nodes and tables.
//
// Descriptions say it where there are any. Elsewhere the way leads upwards, through arrays, through classes that only
// wrap them, and through objects of the same family of classes, up to what somebody else's field holds. It ends at the
// program's own objects: of these each is worth a name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/array.h"
#include "dsl/described_types.h"
#include "graph/reverse_references.h"
#include "growth/own_packages.h"
#include "growth/window_ends.h"

namespace heaptrail {

/// With the way from its head down to the object that was asked for. Millions of objects that each grew by themselves
/// are containers, too, so these take no memory for a way.
class Container {
 public:
  /// Nothing but an object.
  explicit Container(ObjectIndex head, bool isDescribed = false) : head_(head), isDescribed_(isDescribed) {}
  Container(std::vector<ObjectIndex> way, bool isDescribed) : Container(way.front(), isDescribed) {
    if (way.size() > 1) way_ = std::move(way);
  }

  ObjectIndex head() const { return head_; }
  std::span<const ObjectIndex> way() const { return way_.empty() ? std::span(&head_, 1) : std::span(way_); }
  bool isDescribed() const { return isDescribed_; }
  /// Whether something belongs to it, as far as is known.
  bool holdsParts() const { return isDescribed_ || !way_.empty(); }

 private:
  ObjectIndex head_;
  bool isDescribed_;
  std::vector<ObjectIndex> way_;  // none where it is the head alone
};

using ContainersByHead = std::map<ObjectIndex, Container>;

/// Heads of containers, by objects that are known to belong to them.
class KnownHeads {
 public:
  explicit KnownHeads(uint64_t objects) : heads_(objects) {}

  /// none() for an object of which nothing is known.
  ObjectIndex of(ObjectIndex object) const {
    const uint32_t oneMore = heads_[object.value()];
    return oneMore == 0 ? ObjectIndex::none() : ObjectIndex(oneMore - 1);
  }
  void note(ObjectIndex object, ObjectIndex head) { heads_[object.value()] = head.value() + 1; }
  /// What is known of these.
  void forget(std::span<const ObjectIndex> objects) {
    for (const ObjectIndex object : objects) heads_[object.value()] = 0;
  }

 private:
  Array<uint32_t> heads_;  // one more than the head
};

class Containers {
 public:
  /// All outlive this.
  Containers(const HeapEnd& end, const dsl::DescribedTypes& types, const ReverseReferences& reverse,
             const OwnPackages& own)
      : end_(end), types_(types), reverse_(reverse), own_(own) {}

  /// The one that `part` belongs to, which holds objects like `element`. Where `part` itself grew, both are the same.
  /// Where the way leads to an object that is known to belong to a container, it is that one.
  Container of(ObjectIndex part, ObjectIndex element, const KnownHeads* known = nullptr) const;

  /// The nearest described structure that holds an object.
  std::optional<Container> around(ObjectIndex object) const;

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
  /// Whether it is of a class of the program's own, and not of a library's.
  bool isOfProgram(ObjectIndex object) const { return own_.has(nameOf(object)); }

 private:
  bool refersTo(ObjectIndex from, ObjectIndex to) const;
  bool canBeInner(TypeId above, TypeId type) const;
  bool canBeOwnPart(ObjectIndex above, ObjectIndex below) const;
  bool isKnownPart(ObjectIndex above, ObjectIndex below) const;
  ObjectIndex describedHolder(ObjectIndex object) const;
  bool isInside(const std::vector<ObjectIndex>& way, ObjectIndex element) const;
  std::optional<Container> described(ObjectIndex part, ObjectIndex element, const KnownHeads* known) const;
  Container inferred(ObjectIndex part, const KnownHeads* known) const;
  std::string_view nameOf(ObjectIndex object) const;

  const HeapEnd& end_;
  const dsl::DescribedTypes& types_;
  const ReverseReferences& reverse_;
  const OwnPackages& own_;
};

}  // namespace heaptrail
