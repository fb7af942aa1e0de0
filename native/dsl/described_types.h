// Descriptions applied to the types of a trace: for each type which description it has, and for a reference between two
// types what it means for a structure. The tables that detection looks up for every reference.
//
// Immutable; for any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

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

/// For each type of the trace the index of the description that holds for it: its own, or that of its nearest
/// superclass that is described with `+`; kNoEntry where there is none.
inline constexpr uint32_t kNoEntry = ~uint32_t{0};
std::vector<uint32_t> entriesOfTypes(const DescriptionSet& descriptions, const TypeIndex& types);

class DescribedTypes {
 public:
  DescribedTypes(std::shared_ptr<const DescriptionSet> descriptions, std::shared_ptr<const TypeIndex> types);

  const DescriptionSet& descriptions() const { return *descriptions_; }
  const TypeIndex& types() const { return *types_; }
  const std::shared_ptr<const TypeIndex>& sharedTypes() const { return types_; }

  /// The description that holds for a type: its own, or that of its nearest superclass that is described with `+`.
  const DescriptionEntry* descriptionOf(TypeId type) const {
    const uint32_t entry = entryOf_[type.value()];
    return entry == kNoEntry ? nullptr : &descriptions_->entries()[entry];
  }
  /// The same as an index of `descriptions().entries()`.
  std::optional<uint32_t> entryOf(TypeId type) const {
    const uint32_t entry = entryOf_[type.value()];
    return entry == kNoEntry ? std::nullopt : std::optional(entry);
  }

  bool isHead(TypeId type) const { return heads_[type.value()]; }

  /// Of a reference from an object of type `from`, which is a head or an inner part, to one of type `to`.
  Step step(TypeId from, TypeId to) const { return stepsFrom(from)[to.value()]; }
  /// The steps to all types at once.
  const Step* stepsFrom(TypeId from) const { return steps_.data() + size_t{rowOf_[from.value()]} * heads_.size(); }

  /// Whether following an object of this type can lead anywhere.
  bool leadsOn(TypeId type) const { return rowOf_[type.value()] != kNothingRow; }

 private:
  // Rows of steps: for types that lead nowhere; for arrays without a description, whose elements are all followed; and
  // from then on one for each description that some type has.
  static constexpr uint32_t kNothingRow = 0;
  static constexpr uint32_t kEverythingRow = 1;

  void fillRow(uint32_t row, const DescriptionEntry& entry);
  Step followed(TypeId to) const;

  std::shared_ptr<const DescriptionSet> descriptions_;
  std::shared_ptr<const TypeIndex> types_;
  std::vector<uint32_t> entryOf_;  // by type
  std::vector<uint32_t> rowOf_;    // by type
  std::vector<uint8_t> heads_;     // by type
  std::vector<Step> steps_;        // row by row
};

}  // namespace heaptrail::dsl
