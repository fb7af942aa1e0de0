// top-level: whether the object is the head of a data structure that no other one owns.
#pragma once

#include "base/try.h"
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
    const Ownership ownership = TRY(ownershipIn(facts, progress));
    return [ownership](ObjectIndex object) { return ownership.of(object) == kTopLevel; };
  }

  Result<Values> values(const HeapFacts& facts, const Options&, Progress& progress) const override {
    const Ownership ownership = TRY(ownershipIn(facts, progress));
    return singleValues({{"top-level"}, {"owned by another"}, {"(no data structure)"}},
                        [ownership](ObjectIndex object) { return ownership.of(object); });
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
    const auto structures = TRY(facts.structures(progress));
    const auto owned = TRY(facts.ownedStructures(progress));
    return Ownership{structures, owned};
  }
};

}  // namespace heaptrail
