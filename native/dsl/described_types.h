// Descriptions applied to the types of a trace: for each type which description it has, and for a reference between two
// types what it means for a structure. The tables that detection looks up for every reference.
//
// Where a head has descriptions inside, other tables hold below it: a scope. Rows of tables that say the same are kept
// once, so a scope costs 4 bytes for each type, and the rows in which it differs.
//
// Immutable; for any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/strong_id.h"
#include "dsl/description_set.h"
#include "dsl/type_index.h"

namespace heaptrail::dsl {

/// What becomes of an object that a part of a structure refers to.
enum class Step : uint8_t {
  kOutside,    // it is no part of the structure
  kLeaf,       // it is one, and the descent stops there
  kInner,      // it is one, and its references are followed
  kContained,  // it is a leaf, and the head of a structure that this one contains
};

/// Where descriptions hold: below one head, if it has descriptions inside that some type has; otherwise everywhere.
using Scope = StrongId<struct ScopeTag, uint32_t>;
inline constexpr Scope kEverywhere{0};

class DescribedTypes {
 public:
  DescribedTypes(std::shared_ptr<const DescriptionSet> descriptions, std::shared_ptr<const TypeIndex> types);

  const DescriptionSet& descriptions() const { return *descriptions_; }
  const std::shared_ptr<const DescriptionSet>& sharedDescriptions() const { return descriptions_; }
  const TypeIndex& types() const { return *types_; }
  const std::shared_ptr<const TypeIndex>& sharedTypes() const { return types_; }

  /// The description that a type has outside of all heads.
  const DescriptionEntry* descriptionOf(TypeId type) const {
    const uint32_t entry = entryOf_[type.value()];
    return entry == kNoEntry ? nullptr : &descriptions_->entries()[entry];
  }
  /// The same as an index of `descriptions().entries()`.
  std::optional<uint32_t> entryOf(TypeId type) const {
    const uint32_t entry = entryOf_[type.value()];
    return entry == kNoEntry ? std::nullopt : std::optional(entry);
  }

  /// Whether each object of this type is a structure.
  bool isHead(TypeId type) const { return heads_[type.value()]; }

  /// Scopes are numbered from kEverywhere on.
  uint32_t scopeCount() const { return scopes_; }
  /// The one that holds below a head.
  Scope scopeBelow(TypeId head) const { return scopeBelow_[head.value()]; }

  /// Of a reference from an object of type `from`, which is a head or an inner part, to one of type `to`.
  Step step(TypeId from, TypeId to, Scope scope = kEverywhere) const { return stepsFrom(from, scope)[to.value()]; }
  /// The steps to all types at once.
  const Step* stepsFrom(TypeId from, Scope scope = kEverywhere) const {
    return steps_.data() + size_t{rowOf_[place(from, scope)]} * typeCount_;
  }

  /// Whether following an object of this type can lead anywhere.
  bool leadsOn(TypeId type, Scope scope = kEverywhere) const { return rowOf_[place(type, scope)] != kNothingRow; }

 private:
  class Tables;

  // Rows of steps: for types that lead nowhere; for arrays without a description, whose elements are all followed; and
  // from then on those of descriptions that some type has.
  static constexpr uint32_t kNothingRow = 0;
  static constexpr uint32_t kEverythingRow = 1;

  size_t place(TypeId type, Scope scope) const { return scope.value() * typeCount_ + type.value(); }

  std::shared_ptr<const DescriptionSet> descriptions_;
  std::shared_ptr<const TypeIndex> types_;
  size_t typeCount_;
  uint32_t scopes_ = 0;
  std::vector<uint32_t> entryOf_;  // by type
  std::vector<Scope> scopeBelow_;  // by type
  std::vector<uint8_t> heads_;     // by type
  std::vector<uint32_t> rowOf_;    // by type, scope by scope
  std::vector<Step> steps_;        // row by row
};

}  // namespace heaptrail::dsl
