#include "dsl/described_types.h"

#include <utility>

#include "dsl/names.h"

namespace heaptrail::dsl {

namespace {

class EntriesOfTypes {
 public:
  EntriesOfTypes(const DescriptionSet& descriptions, const TypeIndex& types)
      : descriptions_(descriptions), types_(types), own_(types.symbols().types.size(), kNoEntry) {
    const auto entries = descriptions.entries();
    for (uint32_t entry = 0; entry < entries.size(); ++entry) {
      for (const TypeId type : types.named(entries[entry].type)) own_[type.value()] = entry;
      arraysWithSubclasses_ |= entries[entry].takesSubclasses() && entries[entry].description->type.dimensions > 0;
    }
  }

  /// From what is written only: an inherited description is not inherited again past one without `+`.
  std::vector<uint32_t> run() const {
    std::vector<uint32_t> result = own_;
    for (uint32_t type = 0; type < own_.size(); ++type) {
      if (own_[type] == kNoEntry) result[type] = inherited(TypeId(type));
    }
    return result;
  }

 private:
  uint32_t inherited(TypeId type) const {
    const Symbols& symbols = types_.symbols();
    const bool isArray = symbols[type].name.ends_with(']');
    if (isArray) return arraysWithSubclasses_ ? inheritedByArray(type) : kNoEntry;
    // Superclasses that lead round in a circle stand in damaged traces only; there are never more than types.
    size_t left = own_.size();
    for (TypeId above = symbols[type].superclass; above.exists() && left-- > 0; above = symbols[above].superclass) {
      if (takesSubclasses(own_[above.value()])) return own_[above.value()];
    }
    return kNoEntry;
  }

  /// `Foo[]` takes the description of `Bar+[]` where Foo is a subclass of Bar.
  uint32_t inheritedByArray(TypeId type) const {
    const Symbols& symbols = types_.symbols();
    const TypeId element = types_.elementOf(type);
    if (!element.exists()) return kNoEntry;
    const std::string_view brackets = std::string_view(symbols[type].name).substr(symbols[element].name.size());
    size_t left = own_.size();
    for (TypeId above = symbols[element].superclass; above.exists() && left-- > 0; above = symbols[above].superclass) {
      const DescriptionEntry* entry = descriptions_.find(symbols[above].name + std::string(brackets));
      if (entry == nullptr) continue;
      const auto index = static_cast<uint32_t>(entry - descriptions_.entries().data());
      if (takesSubclasses(index)) return index;
    }
    return kNoEntry;
  }

  bool takesSubclasses(uint32_t entry) const {
    return entry != kNoEntry && descriptions_.entries()[entry].takesSubclasses();
  }

  const DescriptionSet& descriptions_;
  const TypeIndex& types_;
  std::vector<uint32_t> own_;
  bool arraysWithSubclasses_ = false;
};

}  // namespace

std::vector<uint32_t> entriesOfTypes(const DescriptionSet& descriptions, const TypeIndex& types) {
  return EntriesOfTypes(descriptions, types).run();
}

DescribedTypes::DescribedTypes(std::shared_ptr<const DescriptionSet> descriptions,
                               std::shared_ptr<const TypeIndex> types)
    : descriptions_(std::move(descriptions)),
      types_(std::move(types)),
      entryOf_(entriesOfTypes(*descriptions_, *types_)) {
  const std::vector<Type>& all = types_->symbols().types;
  const auto entries = descriptions_->entries();
  heads_.resize(all.size());
  rowOf_.resize(all.size());
  std::vector<uint32_t> rowOfEntry(entries.size(), kNoEntry);
  uint32_t rows = kEverythingRow + 1;
  for (uint32_t i = 0; i < all.size(); ++i) {
    const uint32_t entry = entryOf_[i];
    if (entry == kNoEntry) {
      rowOf_[i] = all[i].shape == TypeShape::kReferenceArray ? kEverythingRow : kNothingRow;
      continue;
    }
    heads_[i] = entries[entry].isHead() ? 1 : 0;
    if (rowOfEntry[entry] == kNoEntry) rowOfEntry[entry] = rows++;
    rowOf_[i] = rowOfEntry[entry];
  }
  steps_.resize(size_t{rows} * all.size());
  for (uint32_t i = 0; i < all.size(); ++i) steps_[size_t{kEverythingRow} * all.size() + i] = followed(TypeId(i));
  for (uint32_t entry = 0; entry < entries.size(); ++entry) {
    if (rowOfEntry[entry] != kNoEntry) fillRow(rowOfEntry[entry], entries[entry]);
  }
}

/// What rule 2 makes of an object: a part without a description leads nowhere, and is therefore a leaf.
Step DescribedTypes::followed(TypeId to) const {
  if (heads_[to.value()] != 0) return Step::kContained;
  const bool described = entryOf_[to.value()] != kNoEntry || rowOf_[to.value()] == kEverythingRow;
  return described ? Step::kInner : Step::kLeaf;
}

void DescribedTypes::fillRow(uint32_t row, const DescriptionEntry& entry) {
  Step* const steps = steps_.data() + size_t{row} * heads_.size();
  // Leaves first: where a type is among both, it is an inner part.
  for (const bool leaf : {true, false}) {
    for (const PointedTo& pointedTo : entry.description->pointedTo) {
      if (pointedTo.leaf != leaf) continue;
      for (const TypeId type : types_->matching(pointedTo.pattern, entry.package())) {
        const bool isHead = heads_[type.value()] != 0;
        steps[type.value()] = leaf ? (isHead ? Step::kContained : Step::kLeaf) : followed(type);
      }
    }
  }
}

}  // namespace heaptrail::dsl
