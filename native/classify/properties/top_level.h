// top-level: whether the object is the head of a data structure that no other one owns.
#pragma once

#include "classify/property.h"

namespace heaptrail {

class TopLevelProperty : public Property {
 public:
  std::string_view name() const override { return "top-level"; }
  std::string_view sentence() const override {
    return "Whether the object is the head of a data structure that no other one contains and alone keeps";
  }
  Operand operand() const override { return Operand::kNothing; }
  InGroupings inGroupings() const override { return InGroupings::kDivides; }

  Result<Test> test(const HeapFacts& facts, const Compared&, Progress& progress) const override {
    const Result<Ownership> ownership = ownershipIn(facts, progress);
    if (!ownership) return std::unexpected(ownership.error());
    return [ownership = *ownership](ObjectIndex object) { return ownership.of(object) == kTopLevel; };
  }

  Result<Values> values(const HeapFacts& facts, const Options&, Progress& progress) const override {
    const Result<Ownership> ownership = ownershipIn(facts, progress);
    if (!ownership) return std::unexpected(ownership.error());
    return singleValues({{"top-level"}, {"owned by another"}, {"(no data structure)"}},
                        [ownership = *ownership](ObjectIndex object) { return ownership.of(object); });
  }

 private:
  static constexpr uint32_t kTopLevel = 0;
  static constexpr uint32_t kOwned = 1;
  static constexpr uint32_t kNoStructure = 2;

  struct Ownership {
    std::shared_ptr<const Structures> structures;
    std::shared_ptr<const BitSet> owned;

    uint32_t of(ObjectIndex object) const {
      const std::optional<StructureIndex> structure = structures->of(object);
      if (!structure) return kNoStructure;
      return owned->test(structure->value()) ? kOwned : kTopLevel;
    }
  };

  static Result<Ownership> ownershipIn(const HeapFacts& facts, Progress& progress) {
    const auto structures = facts.structures(progress);
    if (!structures) return std::unexpected(structures.error());
    const auto owned = facts.ownedStructures(progress);
    if (!owned) return std::unexpected(owned.error());
    return Ownership{*structures, *owned};
  }
};

}  // namespace heaptrail
