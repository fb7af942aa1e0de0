#include "dsl/described_types.h"

#include <utility>

#include "dsl/names.h"

namespace heaptrail::dsl {

DescribedTypes::DescribedTypes(std::shared_ptr<const DescriptionSet> descriptions,
                               std::shared_ptr<const TypeIndex> types)
    : descriptions_(std::move(descriptions)), types_(std::move(types)) {
  assignDescriptions();
  const std::vector<Type>& all = types_->symbols().types;
  const auto entries = descriptions_->entries();
  heads_.resize(all.size());
  rowOf_.resize(all.size());
  std::vector<uint32_t> rowOfEntry(entries.size(), kNone);
  uint32_t rows = kEverythingRow + 1;
  for (uint32_t i = 0; i < all.size(); ++i) {
    const uint32_t entry = entryOf_[i];
    if (entry == kNone) {
      rowOf_[i] = all[i].shape == TypeShape::kReferenceArray ? kEverythingRow : kNothingRow;
      continue;
    }
    heads_[i] = entries[entry].isHead() ? 1 : 0;
    if (rowOfEntry[entry] == kNone) rowOfEntry[entry] = rows++;
    rowOf_[i] = rowOfEntry[entry];
  }
  steps_.resize(size_t{rows} * all.size());
  for (uint32_t i = 0; i < all.size(); ++i) steps_[size_t{kEverythingRow} * all.size() + i] = followed(TypeId(i));
  for (uint32_t entry = 0; entry < entries.size(); ++entry) {
    if (rowOfEntry[entry] != kNone) fillRow(rowOfEntry[entry], entries[entry]);
  }
}

void DescribedTypes::assignDescriptions() {
  const uint32_t count = static_cast<uint32_t>(types_->symbols().types.size());
  entryOf_.assign(count, kNone);
  const auto entries = descriptions_->entries();
  for (uint32_t entry = 0; entry < entries.size(); ++entry) {
    for (const TypeId type : types_->named(entries[entry].type)) entryOf_[type.value()] = entry;
  }
  // From what is written only: an inherited description is not inherited again past one without `+`.
  const std::vector<uint32_t> own = entryOf_;
  for (uint32_t type = 0; type < count; ++type) {
    if (own[type] == kNone) entryOf_[type] = inherited(TypeId(type));
  }
}

uint32_t DescribedTypes::inherited(TypeId type) const {
  const Symbols& symbols = types_->symbols();
  const uint32_t dimensions = dimensionsOf(symbols[type].name);
  const TypeId element = types_->elementOf(type);
  if (!element.exists()) return kNone;
  for (TypeId ancestor = symbols[element].superclass; ancestor.exists(); ancestor = symbols[ancestor].superclass) {
    std::string described = symbols[ancestor].name;
    for (uint32_t d = 0; d < dimensions; ++d) described += "[]";
    const DescriptionEntry* entry = descriptions_->find(described);
    if (entry != nullptr && entry->takesSubclasses()) {
      return static_cast<uint32_t>(entry - descriptions_->entries().data());
    }
  }
  return kNone;
}

/// What rule 2 makes of an object: a part without a description leads nowhere, and is therefore a leaf.
Step DescribedTypes::followed(TypeId to) const {
  if (heads_[to.value()] != 0) return Step::kContained;
  const bool described = entryOf_[to.value()] != kNone || rowOf_[to.value()] == kEverythingRow;
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
