// What the parts of collections are to who reads them, worked out once for each type and the head below which it
// stands. Of what collection_reader.h promises the part that does not depend on a single object.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/described_types.h"
#include "model/heap.h"
#include "structure/collection_reader.h"

namespace heaptrail {

/// What a description says of a reference: the place among what it points to, and the role there.
struct PlannedTarget {
  uint32_t place = 0;
  std::optional<dsl::Role> role;
  bool leaf = false;
};

/// What a part refers to.
class PartPlan {
 public:
  PartPlan(const dsl::DescribedTypes& types, TypeId type, dsl::Scope scope, uint32_t entry);

  /// Of a reference from this slot to an object of this type; none where the description does not tell it.
  std::optional<PlannedTarget> targetOf(uint32_t slot, TypeId target) const;
  /// Where the number of items is among the fields of an instance, own fields first.
  std::optional<uint32_t> sizeField() const { return sizeField_; }
  bool hasRole(dsl::Role role) const;
  bool hasRoles() const { return hasRoles_; }

 private:
  struct Candidate {
    PlannedTarget target;
    bool anything = false;
    std::vector<uint8_t> fits;  // by type
    std::string field;          // empty for any
  };

  std::vector<Candidate> candidates_;
  std::vector<std::vector<uint32_t>> bySlot_;  // of instances: the candidates for each slot, in order
  std::vector<uint32_t> forAny_;               // of arrays
  bool isArray_ = false;
  bool hasRoles_ = false;
  std::optional<uint32_t> sizeField_;
};

class CollectionReader::Plans {
 public:
  Plans(const Heap& heap, const dsl::DescribedTypes& types, const StoredValues* values)
      : heap_(heap), types_(types), values_(values) {}

  const Heap& heap() const { return heap_; }
  const dsl::DescribedTypes& types() const { return types_; }
  /// May be null.
  const StoredValues* values() const { return values_; }

  /// Null where the type has no description there.
  const PartPlan* planOf(TypeId type, dsl::Scope scope, TypeId head);
  std::optional<ItemKind> kindOf(TypeId head);

 private:
  std::optional<ItemKind> findKind(TypeId head);
  std::vector<TypeId> ledToBy(TypeId type, dsl::Scope scope) const;

  const Heap& heap_;
  const dsl::DescribedTypes& types_;
  const StoredValues* values_;
  std::map<std::pair<uint32_t, uint32_t>, std::optional<PartPlan>> plans_;  // by type and scope
  std::map<uint32_t, std::optional<ItemKind>> kinds_;                       // by type
  std::map<uint32_t, std::vector<uint32_t>> entriesBelow_;                  // by scope, by type
};

}  // namespace heaptrail
