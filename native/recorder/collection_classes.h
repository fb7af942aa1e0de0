// Which classes of the program are collections, by the descriptions that ship: what light points tell apart by who
// holds it. What users describe is not known here; an engine tells that from full points.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "dsl/described_types.h"
#include "recorder/class_registry.h"

namespace heaptrail::recorder {

class CollectionClasses {
 public:
  /// `classes`: all that have a number; number n is at n - 1. Those that were known before keep their numbers.
  void update(const std::vector<NamedClass>& classes);

  /// Whether objects of a type are told apart by who holds them: heads of collections, the parts that lead to others,
  /// and all arrays of references, which are collections of their own where they are part of none. Parts that lead
  /// nowhere, such as counters and plain objects to lock, are elsewhere, too, more often than not.
  bool isCollected(uint32_t type) const { return roleOf(type) != Role::kNone; }
  /// Whether an object of a type is a collection wherever it is met.
  bool isHead(uint32_t type) const { return roleOf(type) == Role::kHead; }
  bool isArray(uint32_t type) const { return roleOf(type) == Role::kArray; }
  /// Whether an object of type `to` that one of type `from` in a collection with such a head refers to is a part of it.
  bool staysInside(uint32_t head, uint32_t from, uint32_t to) const;
  /// Whether a field only repeats the order of entries that a map's table holds, too: in LinkedHashMap. A walk that
  /// goes along both meets entries by one or the other, as it comes, so that all of them would need numbers. `field` as
  /// JVMTI counts.
  bool isOrder(uint32_t from, uint32_t field, uint32_t to) const {
    if (to != linkedEntry_ || to == 0) return false;
    return from == linkedEntry_ ? field >= firstOfLinkedEntry_ : from < isLinkedMap_.size() && isLinkedMap_[from];
  }
  /// Whether two classes have the same outermost class: views and iterators refer to the collection that they are of.
  bool areOfOneFamily(uint32_t type, uint32_t other) const;

 private:
  enum class Role : uint8_t { kNone, kPart, kHead, kArray };
  Role roleOf(uint32_t type) const { return type < roles_.size() ? roles_[type] : Role::kNone; }

  std::shared_ptr<const dsl::DescriptionSet> descriptions_;
  std::unique_ptr<const dsl::DescribedTypes> described_;
  std::vector<Role> roles_;         // by the number of the type
  std::vector<uint32_t> families_;  // by the number of the type
  std::vector<bool> isLinkedMap_;   // by the number of the type
  uint32_t linkedEntry_ = 0;
  uint32_t firstOfLinkedEntry_ = 0;  // the number of the first field that it does not inherit
};

}  // namespace heaptrail::recorder
